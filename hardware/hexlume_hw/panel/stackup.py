"""The stack: discs, face plate and sensors above the circuit board, with the magnets in them. Lengths in mm.

Heights are settled by the study in ``hexlume_hw.physics``. This module needs none of the extra's packages: the twin
takes its numbers from here.
"""

from hexlume.hardware.cell_site import PITCH_MM

REMANENCE_MT = 1180.0
"""Br of N35 neodymium."""
MAGNET_DIAMETER_MM = 8.0
MAGNET_HEIGHT_MM = 3.0

PAWN_GAP_MM = 9.0
"""From the magnet's lower face to the Hall element, for a disc at rest."""
LEADER_GAP_MM = 5.0
"""The same for a leader, whose magnet lies lower."""

HALL_HEIGHT_MM = 5.3
"""The Hall element above the circuit board: the sensor lies in a hat above the LED."""
HALL_TO_FLOOR_MM = 4.2
"""From the Hall element to the floor of a recess, on which discs lie."""
FLOOR_MM = 1.5
"""Thickness of the face plate under a recess; light shines through it."""
RECESS_DEPTH_MM = 1.5
RIM_MM = 5.0
"""Face plate between two recesses, where they are nearest."""

RECESS_DIAMETER_MM = PITCH_MM - RIM_MM
DISC_DIAMETER_MM = 25.0
"""Leaves a disc 1 mm to each side in its recess; 3 mm off centre is what sensing bears."""
DISC_HEIGHT_MM = 2 * (PAWN_GAP_MM - HALL_TO_FLOOR_MM) + MAGNET_HEIGHT_MM
"""The magnet lies at mid height: either side may be up."""
LEADERS = 8
"""A hexagonal panel's leaders: four a side, for Organica (ORG-1)."""
LEADER_HEIGHT_MM = 16.0
LEADER_MAGNET_MM = LEADER_GAP_MM - HALL_TO_FLOOR_MM
"""A leader's magnet above its base."""

BOARD_MM = 1.6
"""Thickness of the circuit board."""
PLATE_ABOVE_BOARD_MM = HALL_HEIGHT_MM + HALL_TO_FLOOR_MM - FLOOR_MM
"""From the circuit board's upper face to the face plate's lower one: so deep is a cell's well."""
PLATE_MM = FLOOR_MM + RECESS_DEPTH_MM

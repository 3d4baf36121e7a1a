"""Sizes of the case that no other part depends on: walls, gaps and the printer. Lengths in mm, z as in the package."""

from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import BOARD_MM, PLATE_ABOVE_BOARD_MM, PLATE_MM

BED = 220.0
"""What every segment has to fit, along each axis."""
SEGMENT = 216.0
"""What segments are cut to: a brim fits as well."""

DECK = PLATE_ABOVE_BOARD_MM + PLATE_MM
"""z of the face plate's upper face; the tray's walls end there."""
WALL = 3.0
GAP = 0.5
"""Around the circuit board and the face plate."""
FLOOR = 2.4
BELOW = 7.0
"""Under the circuit board: room for leads and for a heat-set insert."""
TRAY_TOP = -BOARD_MM - BELOW
"""z of the tray's floor."""
LEAD = 3.0
"""How far a soldered lead stands out below the board: longer ones are to be cut."""
STANDOFF = 8.0
INSERT = 4.0
"""Diameter of the hole for an M3 heat-set insert, 5 mm long."""
INSERT_DEPTH = 6.5
SCREW = 3.4
"""Clearance hole of an M3 screw."""
HEAD = 6.2
"""Clearance of its pan head."""
PILLAR = 6.0
PILLAR_PITCH = 64.0
"""At most so far apart are what the circuit board stands on."""
PILLAR_GAP = 0.1

DOVETAIL = 4.0
"""How far a dovetail reaches into its neighbour."""
FIT = 0.12
"""Gap of a joint, on each side."""

GRID_WALL = 1.2
GRID_GAP = 0.1
"""Between the light grid and the face plate, for a printer's tolerance."""
GRID_TOP = PLATE_ABOVE_BOARD_MM - GRID_GAP
"""z of the light grid's upper side."""

HOOD_WALL = 2.5
HOOD_TOP = 20.0
"""z of the hood: the Pico on its socket is about 15 mm high."""
CEILING = HOOD_TOP - HOOD_WALL
BAY_WIDE, BAY_DEEP = 34.5, 48.0
"""Room under the hood for the power entry's tall parts, from the board's right and near edges: it reaches beyond the
strip. Only hexagonal panels have a corner without cells for it."""
SOCKET = KINDS["pico_1_20"].height_mm
PICO_TOP = SOCKET + 2.54 + 1.0
"""z of the Pico's upper face: the socket, its headers' plastic and its own board."""
BOOTSEL_TOP = PICO_TOP + 2.5
"""z of its BOOTSEL button."""
BOOTSEL_HOLE = 5.0
"""Diameter of the hole in the hood above the button: a 3 mm stick reaches it even 1 mm off."""
PICO_USB = (8.0, 2.7)
"""Width and height of its USB socket (Pico datasheet); it stands 1.3 mm over the edge."""
USB_OPENING = (13.0, 8.4)
"""For a micro-USB plug's grip."""
POWER_OPENING = (13.5, 7.6)
"""For a USB-C plug's grip, 12.35 x 6.5 mm at most (USB Type-C specification)."""

CAP = 10.0
"""Diameter of a button's cap."""
CAP_ABOVE = 1.8
CAP_FLANGE = 12.4
SLEEVE_WALL = 1.3
SLEEVE_DEPTH = 4.0
TRAVEL = 0.5
TUBE = 6.2
"""Inner diameter of the tube over a status LED."""
LENS = 6.0
LENS_STUD = 3.8
LENS_HOLE = 4.0

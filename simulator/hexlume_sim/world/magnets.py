"""Field of the discs' magnets at the sensors, from the magpylib table of ``hexlume_hw.physics``.

Below a magnet whose south pole points down the field is positive, as for a DRV5055; far to the side
it is negative.
"""

from hexlume_hw.panel import stackup
from hexlume_hw.physics.field_table import ASIDE_MM, FAR, NEAR, field_rows

PAWN_GAP_MM = stackup.PAWN_GAP_MM
"""Distance from the magnet's lower face to the Hall element, for a pawn at rest."""
LEADER_GAP_MM = stackup.LEADER_GAP_MM
"""The same for a leader, whose magnet is lower."""

NEAREST_MM = NEAR.first_mm
"""Min gap in the table. A lower magnet has the field of this gap.

No disc comes so near: a recess's floor is higher above the sensors.
"""
NEAR_MM = NEAR.last_mm
FARTHEST_MM = FAR.last_mm
"""Max gap with a field. Above it the field right below is less than a count."""

_NEAR_ROWS = 1 / NEAR.gap_step_mm
_NEAR_PLACES = 1 / NEAR.aside_step_mm
_FAR_ROWS = 1 / FAR.gap_step_mm
_FAR_PLACES = 1 / FAR.aside_step_mm


class FieldTable:
    """Fields of a magnet of nominal strength, interpolated from the packaged table."""

    def __init__(self) -> None:
        rows = field_rows()
        self._near = rows.near
        self._far = rows.far

    def mt(self, aside_mm: float, gap_mm: float) -> float:
        """Return the axial field in mT below a magnet, within 0.5 % of the field on the axis.

        ``aside_mm`` is the distance from the magnet's axis, ``gap_mm`` the height of its lower face
        above the point.
        """
        if gap_mm < NEAR_MM:
            at = (gap_mm - NEAREST_MM) * _NEAR_ROWS if gap_mm > NEAREST_MM else 0.0
            rows = self._near
            place = aside_mm * _NEAR_PLACES
        elif gap_mm < FARTHEST_MM:
            at = (gap_mm - NEAR_MM) * _FAR_ROWS
            rows = self._far
            place = aside_mm * _FAR_PLACES
        else:
            return 0.0
        if aside_mm >= ASIDE_MM:
            return 0.0
        low = int(at)
        left = int(place)
        place -= left
        row = rows[low]
        field = row[left]
        field += place * (row[left + 1] - field)
        row = rows[low + 1]
        above = row[left]
        above += place * (row[left + 1] - above)
        return field + (at - low) * (above - field)

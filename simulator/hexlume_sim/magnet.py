"""The field of an axially magnetised cylinder, and of the discs' magnets above the sensors.

The magnet is taken as two charged discs, its faces (surface-charge model): exact for uniform magnetisation.
"""

from math import cos, pi, sqrt

REMANENCE_MT = 1180.0
"""Br of N35 neodymium in mT."""
RADIUS_MM = 4.0
HEIGHT_MM = 3.0

PAWN_GAP_MM = 9.0
"""From the magnet's lower face to the Hall element, for an ordinary disc at rest."""
LEADER_GAP_MM = 5.0
"""The same for a leader, whose magnet lies lower."""

# Gauss-Legendre nodes and weights of order 8 on [-1, 1] (Abramowitz and Stegun, table 25.4).
_GAUSS = (
    (0.1834346424956498, 0.3626837833783620),
    (0.5255324099163290, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745),
    (0.9602898564975363, 0.1012285362903763),
)
_ANGLES = 24

GRID_MM = 0.5
"""Spacing of the places at which a field is computed; between them it is interpolated."""
NEAR_GRID_MM = 0.25
FAR_GRID_MM = 1.0
"""Spacing of the gaps at which a field is computed, up to ``NEAR_MM`` and beyond."""
NEAR_MM = 20.0
FARTHEST_MM = 105.0
"""A magnet whose lower face is higher than this is not felt: the field right below is less than a count's."""


def _ring_nodes() -> "list[tuple[float, float]]":
    """Return radius and weight of the rings that a face is integrated over."""
    nodes = []
    for x, weight in _GAUSS:
        for sign in (-1, 1):
            ring = RADIUS_MM * (1 + sign * x) / 2
            nodes.append((ring, weight * ring * RADIUS_MM / 2))
    return nodes


_RINGS = _ring_nodes()
_COSINES = [cos(pi * (i + 0.5) / _ANGLES) for i in range(_ANGLES)]


def _face(aside: float, below: float) -> float:
    """Return the downward field, in units of Br, of one face's charge at a point aside of its axis and below, in mm."""
    total = 0.0
    squares = aside * aside + below * below
    for ring, weight in _RINGS:
        near = squares + ring * ring
        twice = 2 * aside * ring
        part = 0.0
        for cosine in _COSINES:
            distance = near - twice * cosine
            part += 1.0 / (distance * sqrt(distance))
        total += weight * part
    # Half of the angles, each pi / _ANGLES wide, counted twice; 1 / (4 pi) is Coulomb's.
    return total * below * 2 * (pi / _ANGLES) / (4 * pi)


def field_mt(aside_mm: float, gap_mm: float) -> float:
    """Return the axial field in mT at a point below a magnet.

    ``aside_mm`` is the distance from the magnet's axis, ``gap_mm`` the height of its lower face above the point. The
    field of a magnet whose north pole points down is positive below it and negative far aside.
    """
    return REMANENCE_MT * (_face(aside_mm, gap_mm) - _face(aside_mm, gap_mm + HEIGHT_MM))


def field_on_axis_mt(gap_mm: float) -> float:
    """Return the field on the axis in mT by the closed formula (Furlani, Permanent Magnet Devices, 2001, eq. 4.128)."""
    top = gap_mm + HEIGHT_MM
    return REMANENCE_MT / 2 * (top / sqrt(top * top + RADIUS_MM**2) - gap_mm / sqrt(gap_mm * gap_mm + RADIUS_MM**2))


class FieldTable:
    """Fields computed once for each place on a grid, and interpolated between."""

    def __init__(self) -> None:
        self._known: dict[float, list[float]] = {}

    def mt(self, aside_mm: float, gap_mm: float) -> float:
        """Return the field in mT, as ``field_mt``, within 1 % of the field right below."""
        if gap_mm > FARTHEST_MM:
            return 0.0
        grid = NEAR_GRID_MM if gap_mm < NEAR_MM else FAR_GRID_MM
        below = gap_mm // grid * grid
        part = (gap_mm - below) / grid
        field = self._along(aside_mm, below)
        if part:
            field += part * (self._along(aside_mm, below + grid) - field)
        return field

    def _along(self, aside_mm: float, gap_mm: float) -> float:
        row = self._known.setdefault(gap_mm, [])
        step = int(aside_mm / GRID_MM)
        part = aside_mm / GRID_MM - step
        while len(row) < step + 2:
            row.append(field_mt(len(row) * GRID_MM, gap_mm))
        return row[step] * (1 - part) + row[step + 1] * part

"""Charged-disc model of the magnet, independent of magpylib: its two faces carry the charge.

Exact for uniform magnetisation.
"""

from math import cos, pi, sqrt

from hexlume_hw.panel.stackup import MAGNET_DIAMETER_MM, MAGNET_HEIGHT_MM, REMANENCE_MT

RADIUS_MM = MAGNET_DIAMETER_MM / 2

# Gauss-Legendre nodes and weights of order 8 on [-1, 1] (Abramowitz and Stegun, table 25.4).
_GAUSS = (
    (0.1834346424956498, 0.3626837833783620),
    (0.5255324099163290, 0.3137066458778873),
    (0.7966664774136267, 0.2223810344533745),
    (0.9602898564975363, 0.1012285362903763),
)
_ANGLES = 24
_RINGS = [
    (RADIUS_MM * (1 + sign * x) / 2, weight * (1 + sign * x) * RADIUS_MM**2 / 4)
    for x, weight in _GAUSS
    for sign in (-1, 1)
]
_COSINES = [cos(pi * (i + 0.5) / _ANGLES) for i in range(_ANGLES)]


def field_mt(aside_mm: float, gap_mm: float) -> float:
    """Return the axial field in mT below a magnet: ``gap_mm`` from its lower face, ``aside_mm`` from its axis."""
    return REMANENCE_MT * (_face(aside_mm, gap_mm) - _face(aside_mm, gap_mm + MAGNET_HEIGHT_MM))


def field_on_axis_mt(gap_mm: float) -> float:
    """Return the field on the axis in mT by the closed formula (Furlani, Permanent Magnet Devices, 2001, eq. 4.128)."""
    top = gap_mm + MAGNET_HEIGHT_MM
    return REMANENCE_MT / 2 * (top / sqrt(top * top + RADIUS_MM**2) - gap_mm / sqrt(gap_mm * gap_mm + RADIUS_MM**2))


def _face(aside: float, below: float) -> float:
    """Return the downward field, in units of Br, of one face's charge at a point aside of its axis and below, in mm."""
    total = 0.0
    squares = aside * aside + below * below
    for ring, weight in _RINGS:
        distances = [squares + ring * ring - 2 * aside * ring * cosine for cosine in _COSINES]
        total += weight * sum(1.0 / (square * sqrt(square)) for square in distances)
    # Half of the angles, each pi / _ANGLES wide, counted twice; 1 / (4 pi) is Coulomb's.
    return total * below * 2 * (pi / _ANGLES) / (4 * pi)

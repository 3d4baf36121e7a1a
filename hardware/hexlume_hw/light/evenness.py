"""How evenly a cell's map is lit: brightest to darkest, over an empty recess and in the ring beside a disc."""

import numpy as np
from numpy.typing import NDArray

from hexlume_hw.light.cell import REACH_MM, STEP_MM
from hexlume_hw.light.sheet import Map
from hexlume_hw.panel.stackup import DISC_DIAMETER_MM, RECESS_DIAMETER_MM

EDGE_MM = 0.5
"""Light so near the edge of recess or disc is half hidden by its shadow, and is left out."""
PLAY_MM = (RECESS_DIAMETER_MM - DISC_DIAMETER_MM) / 2
_TURNS = 12


def _places() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    along = (np.arange(round(2 * REACH_MM / STEP_MM)) + 0.5) * STEP_MM - REACH_MM
    return np.meshgrid(along, along)


def _ratio(values: Map) -> float:
    return float(values.max() / values.min())


def recess(light: Map) -> float:
    """Return brightest to darkest over an empty recess."""
    x, y = _places()
    return _ratio(light[np.hypot(x, y) < RECESS_DIAMETER_MM / 2 - EDGE_MM])


def average(light: Map) -> float:
    """Return the average over an empty recess."""
    x, y = _places()
    return float(light[np.hypot(x, y) < RECESS_DIAMETER_MM / 2].mean())


def ring_average(light: Map) -> float:
    """Return the average in the ring beside a centred disc."""
    x, y = _places()
    off = np.hypot(x, y)
    return float(light[(off > DISC_DIAMETER_MM / 2) & (off < RECESS_DIAMETER_MM / 2)].mean())


def ring(light: Map, x_off: float = 0.0, y_off: float = 0.0) -> float:
    """Return brightest to darkest in what a disc leaves free of its recess."""
    x, y = _places()
    free = np.hypot(x - x_off, y - y_off) > DISC_DIAMETER_MM / 2 + EDGE_MM / 2
    return _ratio(light[free & (np.hypot(x, y) < RECESS_DIAMETER_MM / 2 - EDGE_MM / 2)])


def shifted_ring(light: Map) -> float:
    """Return the worst of ``ring`` for a disc that touches its recess's edge anywhere."""
    turns = 2 * np.pi * np.arange(_TURNS) / _TURNS
    return max(ring(light, PLAY_MM * np.cos(turn), PLAY_MM * np.sin(turn)) for turn in turns)

"""How evenly a cell's map is lit: brightest to darkest, over an empty recess and in the ring beside a disc.

The ring is measured in two ways: by its luminance, which is what an eye above it sees; and by the light that comes out
of it. Most of that which leaves the sheet there meets the side of the disc or of the recess, and the narrower the ring
is, the more.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates  # type: ignore[import-untyped]

from hexlume_hw.light.cell import REACH_MM, STEP_MM
from hexlume_hw.light.sheet import Map
from hexlume_hw.panel.stackup import DISC_DIAMETER_MM, DISC_HEIGHT_MM, RECESS_DEPTH_MM, RECESS_DIAMETER_MM

EDGE_MM = 0.5
"""Light so near the edge of recess or disc is half hidden by its shadow, and is left out; so is a narrower part."""
PLAY_MM = (RECESS_DIAMETER_MM - DISC_DIAMETER_MM) / 2
_TURNS = 12
_PARTS = 24
"""Parts of the ring that are compared, each 3.4 mm long."""
_AROUND, _ACROSS = 6, 5
"""Places in a part."""
_WAYS = 24
"""Directions of light around; from upright to level there are half as many."""

Numbers = NDArray[np.float64]


def _places() -> tuple[Numbers, Numbers]:
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


def by_distance(light: Map, rings: int) -> list[tuple[float, float]]:
    """Return rings of the recess from its middle: (middle, average), shares of its radius and of the brightest ring."""
    x, y = _places()
    off = np.hypot(x, y) / (RECESS_DIAMETER_MM / 2)
    wide = 1 / rings
    averages = [float(light[(off >= k * wide) & (off < (k + 1) * wide)].mean()) for k in range(rings)]
    return [((k + 0.5) * wide, one / max(averages)) for k, one in enumerate(averages)]


def ring_average(light: Map) -> float:
    """Return the average in the ring beside a centred disc."""
    x, y = _places()
    off = np.hypot(x, y)
    return float(light[(off > DISC_DIAMETER_MM / 2) & (off < RECESS_DIAMETER_MM / 2)].mean())


def ring(light: Map, x_off: float = 0.0, y_off: float = 0.0) -> float:
    """Return brightest to darkest, seen from above, in what a disc leaves free of its recess."""
    x, y = _places()
    free = np.hypot(x - x_off, y - y_off) > DISC_DIAMETER_MM / 2 + EDGE_MM / 2
    return _ratio(light[free & (np.hypot(x, y) < RECESS_DIAMETER_MM / 2 - EDGE_MM / 2)])


def ring_out(light: Map, x_off: float = 0.0, y_off: float = 0.0) -> float:
    """Return brightest to darkest of the light that comes out around a disc, which may be off its recess's centre.

    Both sides take the light that they meet. Parts of the ring are compared, the first of them around the x axis.
    """
    turn = 2 * np.pi * ((np.arange(_PARTS * _AROUND) + 0.5) / _AROUND - 0.5)[:, None] / _PARTS
    along = x_off * np.cos(turn) + y_off * np.sin(turn)
    inner = along + np.sqrt(DISC_DIAMETER_MM**2 / 4 - x_off**2 - y_off**2 + along**2)
    wide = RECESS_DIAMETER_MM / 2 - inner
    off = inner + wide * (np.arange(_ACROSS) + 0.5) / _ACROSS
    x, y = off * np.cos(turn), off * np.sin(turn)
    dots = [(values + REACH_MM) / STEP_MM - 0.5 for values in (y, x)]
    area = wide * off
    comes = map_coordinates(light, dots, order=1) * _coming_out(x, y, x_off, y_off) * area
    parts = comes.reshape(_PARTS, -1).sum(axis=1) / area.reshape(_PARTS, -1).sum(axis=1)
    return _ratio(parts[wide.reshape(_PARTS, -1).mean(axis=1) >= EDGE_MM])


def shifted_ring(light: Map) -> float:
    """Return the worst of ``ring`` for a disc that touches its recess's edge anywhere."""
    return max(ring(light, *at) for at in _edges())


def shifted_ring_out(light: Map) -> float:
    """Return the worst of ``ring_out`` for a disc that touches its recess's edge anywhere."""
    return max(ring_out(light, *at) for at in _edges())


def _edges() -> list[tuple[float, float]]:
    """Return where a disc is off centre that touches its recess's edge."""
    turns = 2 * np.pi * np.arange(_TURNS) / _TURNS
    return [(PLAY_MM * np.cos(turn), PLAY_MM * np.sin(turn)) for turn in turns]


def _coming_out(x: Numbers, y: Numbers, x_off: float, y_off: float) -> Numbers:
    """Return the share of the light leaving the sheet at places, by Lambert's law, that meets neither side."""
    around = 2 * np.pi * (np.arange(_WAYS) + 0.5) / _WAYS
    level = np.sqrt((np.arange(_WAYS // 2) + 0.5) / (_WAYS // 2))[:, None]
    rise = np.sqrt(1 - level**2) / level
    way = np.cos(around), np.sin(around)

    def reach(px: Numbers, py: Numbers, radius: float) -> tuple[Numbers, Numbers]:
        """Return how far away, level, a line enters and leaves a circle; nan where it misses."""
        towards = px[..., None] * way[0] + py[..., None] * way[1]
        with np.errstate(invalid="ignore"):
            half = np.sqrt(towards**2 - (px**2 + py**2 - radius**2)[..., None])
        return -towards - half, -towards + half

    _, rim = reach(x, y, RECESS_DIAMETER_MM / 2)
    disc, _ = reach(x - x_off, y - y_off, DISC_DIAMETER_MM / 2)
    clear = rim[..., None, :] * rise > RECESS_DEPTH_MM
    hidden = (disc[..., None, :] > 0) & (disc[..., None, :] * rise < DISC_HEIGHT_MM)
    return np.asarray((clear & ~hidden).mean(axis=(-2, -1)), np.float64)

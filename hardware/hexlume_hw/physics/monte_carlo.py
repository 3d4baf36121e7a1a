"""Cells filled at random: what a sensor reads when every tolerance is drawn, by magpylib itself.

The worst case of ``study`` bounds these readings; how far inside they lie tells how rare it is.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .design import DESIGN, Design
from .field import Numbers, tilted_field_mt
from .neighbourhood import places
from .sensor import COUNTS_PER_MV, MIDDLE, NOISE_COUNTS, ZERO_MV

CLASSES = ("strong south", "south", "nothing", "north", "strong north")
_NOTHING, _PAWN, _LEADER = 0, 1, 2
_KIND_ODDS = (0.2, 0.55, 0.25)
"""How often a cell holds nothing, a pawn and a leader: more leaders than any game has."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings of the middle cell of many neighbourhoods, in counts from its zero, without noise.

    ``classes`` holds for each reading the index in ``CLASSES`` of what stands there.
    """

    counts: Numbers
    classes: NDArray[np.int64]

    def of(self, name: str) -> Numbers:
        """Return the readings of a class."""
        found: Numbers = self.counts[self.classes == CLASSES.index(name)]
        return found

    def margins(self) -> list[float]:
        """Return half the gap between each two neighbouring classes' readings, in sigma."""
        groups = [self.of(name) for name in CLASSES]
        return [float(above.min() - below.max()) / 2 / NOISE_COUNTS for below, above in pairwise(groups)]


def draw(trials: int, seed: int, design: Design = DESIGN, kind: str = "hex", crowded: bool = False) -> Readings:
    """Fill a cell and those around it so many times and return what its sensor reads.

    Every value is drawn evenly from its tolerance, a disc's place from the circle within which it may lie. ``crowded``
    puts leaders of one colour on all cells beside and around.
    """
    random = np.random.default_rng(seed)
    within, sensor = design.tolerances, design.sensor
    cells = np.array([(0.0, 0.0), *places(kind)]) * design.pitch_mm
    shape = (trials, len(cells))

    kinds = random.choice(3, shape, p=_KIND_ODDS)
    sides = random.choice((-1, 1), shape)
    if crowded:
        kinds[:, 1:] = _LEADER
        sides[:, 1:] = random.choice((-1, 1), (trials, 1))
    away = within.off_centre_mm * np.sqrt(random.random(shape))
    angle = random.uniform(0, 2 * np.pi, shape)
    aside = np.hypot(cells[:, 0] + away * np.cos(angle), cells[:, 1] + away * np.sin(angle))
    gap = np.where(kinds == _LEADER, design.leader_gap_mm, design.pawn_gap_mm)
    gap = gap + random.uniform(-within.gap_mm, within.gap_mm, shape)
    tilt = random.uniform(0, within.tilt_deg, shape)
    celsius = random.uniform(within.coldest_c, within.warmest_c, (trials, 1))
    strength = 1 + random.uniform(-within.remanence, within.remanence, shape)
    strength *= 1 + within.field_per_k * (celsius - within.known_c)

    fields = strength * tilted_field_mt(design, aside, gap, tilt, random.uniform(0, 360, shape))
    field = np.where(kinds == _NOTHING, 0.0, sides * fields).sum(axis=1)
    gain = sensor.counts_per_mt * random.uniform(1 - sensor.tolerance, 1 + sensor.tolerance, trials)
    zero = MIDDLE + ZERO_MV * COUNTS_PER_MV * random.standard_normal(trials)
    drift = within.zero_mv * COUNTS_PER_MV * random.uniform(-1, 1, trials)
    levels = zero + drift + gain * np.clip(field, -sensor.range_mt, sensor.range_mt)
    bend = np.vectorize(design.converter.reading, otypes=[np.float64])
    classes = np.where(kinds[:, 0] == _NOTHING, 0, sides[:, 0] * kinds[:, 0]) + len(CLASSES) // 2
    return Readings(bend(levels) - bend(zero), classes)

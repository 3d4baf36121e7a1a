"""Misread rate of discs at rest: millions of placements, read by the firmware's ``Sense``.

Each trial fills a panel at random; every disc has its own magnet, gap and place in its recess. The
firmware's own ``Sense`` reads it with noise, at a random temperature, within ``PATIENCE_SCANS``.
Tilted discs are not modelled.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from random import Random
from typing import NamedTuple

from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER, is_leader
from hexlume.hardware.cell_site import cell_site
from hexlume.sensing.sense import _FINDING_SCANS, _LEARNING_SCANS, _MIDDLE, _SETTLED_SCANS, Sense
from hexlume_hw.physics.sensor import FULL_SCALE, NOISE_COUNTS
from hexlume_hw.physics.tolerances import WITHIN
from hexlume_sim.world.magnets import LEADER_GAP_MM, PAWN_GAP_MM, FieldTable
from hexlume_sim.world.sensors import MV_PER_MT, OFFSET_MV, RANGE_MT, SUPPLY_MV, TOLERANCE

ZERO_COUNTS_PER_K = 0.2
"""Change of a sensor's zero per kelvin in counts, at most, up or down: an assumption, 1 % of it over 100 K."""
PATIENCE_SCANS = 5
"""Scans in which a piece at rest must be known. They take 50 ms on the twin, and longer on large panels."""
MOST_CLEARING_SCANS = 1000
"""Scans after which a cleared panel is filled again though some cell still reads a disc."""

_COUNTS_PER_MT = MV_PER_MT * FULL_SCALE / SUPPLY_MV
_COUNTS_PER_MV = FULL_SCALE / SUPPLY_MV
_NOISE_LENGTH = 65521
_PIECES = (EMPTY, WHITE, BLACK, WHITE_LEADER, BLACK_LEADER)


class Conditions(NamedTuple):
    """What placements are read under; each disc and each trial draws its own values within these."""

    magnet: float = WITHIN.remanence
    """A magnet's strength lies within this share of a good one's (N35: Br 1.18 T, 4 %)."""
    gap_mm: float = WITHIN.gap_mm
    """A magnet's height above its sensor lies within so much of the nominal one."""
    off_centre_mm: float = WITHIN.off_centre_mm
    """A disc lies anywhere in its recess: at most so far from its cell's centre."""
    noise_counts: float = NOISE_COUNTS
    """RMS noise of a conversion."""
    temperature_c: tuple[float, float] = (WITHIN.coldest_c, WITHIN.warmest_c)
    """The least and the highest temperature."""


GOOD = Conditions()


@dataclass
class Misreads:
    """What became of the placements of a study, counted by the true piece and the piece that Sense accepted."""

    placements: Counter[int] = field(default_factory=Counter)
    wrong: Counter[tuple[int, int]] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How many discs were placed."""
        return sum(count for piece, count in self.placements.items() if piece != EMPTY)

    @property
    def late(self) -> int:
        """How many discs were not known within ``PATIENCE_SCANS``."""
        return sum(count for (_, accepted), count in self.wrong.items() if accepted == EMPTY)

    @property
    def misread(self) -> int:
        """How many discs were taken for another piece, and how many empty cells for a disc."""
        return sum(self.wrong.values()) - self.late


class Study:
    """A panel whose cells are filled at random again and again, and read."""

    def __init__(self, conditions: Conditions = GOOD, seed: int = 1, size: int = 4) -> None:
        """Take the conditions, the seed that everything follows from, and the cells a side of the hexagon."""
        self._conditions = conditions
        self._choice = choice = Random(seed)
        grid = HexGrid(size)
        self._sites = [(site.x_mm, site.y_mm) for site in (cell_site(grid, cell) for cell in range(grid.cells))]
        self._neighbours = [list(grid.neighbours[cell]) for cell in range(grid.cells)]
        self._fields = FieldTable()
        self._zero = [_MIDDLE + choice.gauss(0, OFFSET_MV * _COUNTS_PER_MV) for _ in self._sites]
        self._gain = [choice.uniform(1 - TOLERANCE, 1 + TOLERANCE) for _ in self._sites]
        self._noise = [choice.gauss(0, conditions.noise_counts) for _ in range(_NOISE_LENGTH)]
        self._noise_at = 0
        self._counts = array("H", bytes(2 * grid.cells))
        self._sense = Sense(grid, self._counts)
        self._scan(self._zero, _LEARNING_SCANS + _FINDING_SCANS)

    def run(self, placements: int) -> Misreads:
        """Place so many discs, or a few more to fill the last board, and return how they were read."""
        found = Misreads()
        while found.total < placements:
            self._trial(found)
        return found

    def _trial(self, found: Misreads) -> None:
        """Fill the panel, let it be read, and clear it."""
        pieces = self._choice.choices(_PIECES, (1, 2, 2, 1, 1), k=len(self._sites))
        self._scan(self._levels(pieces), PATIENCE_SCANS)
        found.placements.update(pieces)
        for true, accepted in zip(pieces, self._sense.pieces, strict=True):
            if true != accepted:
                found.wrong[true, accepted] += 1
        self._scan(self._zero, _SETTLED_SCANS)
        # With much noise a cell takes more scans to come to rest.
        for _ in range(MOST_CLEARING_SCANS):
            if not any(self._sense.pieces):
                break
            self._scan(self._zero, 1)

    def _levels(self, pieces: Sequence[int]) -> list[float]:
        """Return each cell's counts, before noise, with these pieces at rest on the cells."""
        magnet, gap_mm, off_centre_mm, _, temperature_c = self._conditions
        random, uniform, mt = self._choice.random, self._choice.uniform, self._fields.mt
        warmer_k = uniform(*temperature_c) - WITHIN.known_c
        warm = 1 + WITHIN.field_per_k * warmer_k
        places = self._sites[:]
        gaps = [0.0] * len(pieces)
        strengths = [0.0] * len(pieces)
        for cell, piece in enumerate(pieces):
            if piece != EMPTY:
                angle, away = 2 * pi * random(), off_centre_mm * sqrt(random())
                x, y = places[cell]
                places[cell] = (x + away * cos(angle), y + away * sin(angle))
                gaps[cell] = (LEADER_GAP_MM if is_leader(piece) else PAWN_GAP_MM) + uniform(-gap_mm, gap_mm)
                strength = warm * uniform(1 - magnet, 1 + magnet)
                strengths[cell] = strength if piece in (WHITE, WHITE_LEADER) else -strength
        levels = []
        for cell, (x, y) in enumerate(self._sites):
            total = 0.0
            for source in (cell, *self._neighbours[cell]):
                if strengths[source]:
                    at_x, at_y = places[source]
                    total += strengths[source] * mt(sqrt((at_x - x) ** 2 + (at_y - y) ** 2), gaps[source])
            clipped = max(-RANGE_MT, min(RANGE_MT, total))
            drift = ZERO_COUNTS_PER_K * warmer_k * uniform(-1, 1)
            levels.append(self._zero[cell] + drift + _COUNTS_PER_MT * self._gain[cell] * clipped)
        return levels

    def _scan(self, levels: list[float], scans: int) -> None:
        noise, counts = self._noise, self._counts
        for _ in range(scans):
            at = self._noise_at
            if at + len(levels) > _NOISE_LENGTH:
                at = 0
            self._noise_at = at + len(levels)
            for cell, level in enumerate(levels):
                counts[cell] = int(max(0.0, min(FULL_SCALE - 1.0, level + noise[at + cell])))
            self._sense.update()

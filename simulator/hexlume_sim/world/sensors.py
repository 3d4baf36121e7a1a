"""Hall sensors of a panel: from the discs' magnets to counts at the multiplexers."""

from math import sqrt

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.cell_site import PITCH_MM, CellSite, cell_site
from hexlume_hw.physics import sensor
from hexlume_hw.physics.converter import Converter
from hexlume_hw.physics.neighbourhood import REACH_PITCHES
from hexlume_hw.physics.sensor import FULL_SCALE

from ..chip.analog import FrontEnd
from ..chip.noise import Generator
from .magnets import LEADER_GAP_MM, PAWN_GAP_MM, FieldTable

SUPPLY_MV = sensor.SUPPLY_MV
MV_PER_MT = sensor.SENSOR.mv_per_mt
RANGE_MT = sensor.SENSOR.range_mt
"""The sensor's range. Beyond it the output saturates."""
OFFSET_MV = sensor.ZERO_MV
"""Standard deviation of a sensor's zero from half the supply."""
TOLERANCE = sensor.SENSOR.tolerance
"""Max relative deviation of a sensor's sensitivity from the nominal one."""

REACH_MM = REACH_PITCHES * PITCH_MM
"""Max distance at which a magnet is measured. Beyond it a magnet gives less than two counts."""


class Disc:
    """A disc on the table or in a hand.

    ``white`` is whether the white side is up, with the magnet's south pole down. ``x_mm``, ``y_mm``
    is its centre on the table, ``lift_mm`` its height. ``strength`` scales its magnet; 1 is
    nominal.
    """

    def __init__(self, white: bool, leader: bool, x_mm: float, y_mm: float) -> None:
        self.white = white
        self.leader = leader
        self.x_mm = x_mm
        self.y_mm = y_mm
        self.lift_mm = 0.0
        self.strength = 1.0

    @property
    def piece(self) -> str:
        """``white``, ``black``, ``white leader`` or ``black leader``."""
        return ("white" if self.white else "black") + (" leader" if self.leader else "")


class Sensors:
    """The sensors of all cells, which feed the front end when discs or faults change.

    The seed determines each sensor's offset and sensitivity. ``dead`` sensors stay at their zero,
    ``stuck`` ones give fixed counts, ``drift`` adds counts. ``converter`` is the chip's.
    """

    def __init__(self, grid: HexGrid | SquareGrid, front: FrontEnd, converter: Converter, seed: int) -> None:
        self.sites: list[CellSite] = [cell_site(grid, cell) for cell in range(grid.cells)]
        draw = Generator(seed ^ 0x5E4507)
        self.offset_mv = [OFFSET_MV * draw.gauss() for _ in self.sites]
        self.sensitivity = [1 + TOLERANCE * (2 * (draw.bits() / 0x100000000) - 1) for _ in self.sites]
        self.dead: set[int] = set()
        self.stuck: dict[int, float] = {}
        self.drift = [0.0] * len(self.sites)
        self._front = front
        self._converter = converter
        self._fields = FieldTable()
        self._standing_mt = [0.0] * len(self.sites)

    def near(self, x_mm: float, y_mm: float) -> list[int]:
        """Return the cells within reach of a point on the table."""
        found = []
        for cell, site in enumerate(self.sites):
            dx, dy = site.x_mm - x_mm, site.y_mm - y_mm
            if dx * dx + dy * dy <= REACH_MM * REACH_MM:
                found.append(cell)
        return found

    def field_mt(self, cell: int, discs: list[Disc], standing_mt: float = 0.0) -> float:
        """Return the field of discs at a cell's sensor in mT, added to ``standing_mt``.

        It is positive below a south pole.
        """
        site = self.sites[cell]
        total = standing_mt
        for disc in discs:
            dx, dy = site.x_mm - disc.x_mm, site.y_mm - disc.y_mm
            square = dx * dx + dy * dy
            if square <= REACH_MM * REACH_MM:
                gap = (LEADER_GAP_MM if disc.leader else PAWN_GAP_MM) + disc.lift_mm
                field = disc.strength * self._fields.mt(sqrt(square), gap)
                total += field if disc.white else -field
        return total

    def counts(self, cell: int, field_mt: float) -> float:
        """Return a sensor's counts at a field, with the converter's errors, without noise."""
        if cell in self.stuck:
            return self.stuck[cell]
        field = 0.0 if cell in self.dead else max(-RANGE_MT, min(RANGE_MT, field_mt))
        millivolts = SUPPLY_MV / 2 + self.offset_mv[cell] + MV_PER_MT * self.sensitivity[cell] * field
        level = millivolts * FULL_SCALE / SUPPLY_MV + self.drift[cell]
        return max(0.0, min(FULL_SCALE - 1.0, self._converter.reading(level)))

    def refresh(self, cells: list[int], standing: list[Disc], held: list[Disc]) -> None:
        """Recompute some cells' counts after standing discs changed, and output them."""
        for cell in cells:
            self._standing_mt[cell] = self.field_mt(cell, standing)
        self.refresh_held(cells, held)

    def refresh_held(self, cells: list[int], held: list[Disc]) -> None:
        """Recompute some cells' counts after only held discs moved."""
        for cell in cells:
            site = self.sites[cell]
            field = self.field_mt(cell, held, self._standing_mt[cell])
            self._front.set_level(site.adc, site.enable, site.address, self.counts(cell, field))

    def refresh_all(self, standing: list[Disc], held: list[Disc]) -> None:
        """Recompute every cell's counts."""
        self.refresh(list(range(len(self.sites))), standing, held)

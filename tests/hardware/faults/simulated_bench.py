"""A board with a fault, or none, on a bench: drawn from the tolerances, and a person at it who errs now and then."""

import math
from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from typing import TypeVar

from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_hw.faults.behaviour import WAYS, Behaviour
from hexlume_hw.faults.predictions import Predictor
from hexlume_hw.faults.single_faults import SENSORS, Fault
from hexlume_hw.panel.stackup import PAWN_GAP_MM
from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.sensor import COUNTS_PER_MV, DRV5055A1, NOISE_COUNTS, SENSOR, ZERO_MV
from hexlume_hw.physics.tolerances import WITHIN
from hexlume_plugins.lab.examination import COLOURS, INSIDE, KEYS, SEEN
from hexlume_sim.world.magnets import FieldTable

T = TypeVar("T")
WRONG = 0.02
"""Share of a person's answers that are wrong."""
METER = 0.01
REGULATOR = 0.02
AMPERE = 0.6, 1.4
"""What a cell and a resistor of 1 ohm send through a short of up to 0.5 ohm."""
COPPER = 0.2
LOCAL_COPPER = 0.1
"""Both by how much the copper is thinner or thicker: all of it, and besides between two pads."""
CURRENT = 0.03
MILLIVOLTS = 0.02, 0.1
"""By how much the current varies between two readings; and the meter's error, in share and mV."""
_FIELDS = FieldTable()
_NEIGHBOUR_MT = _FIELDS.mt(DESIGN.pitch_mm, PAWN_GAP_MM)
_LOOKS = 16
"""Readings whose mean is taken."""


class SimulatedBench:
    """Stands in for ``hexlume_plugins.lab.terminal_bench.TerminalBench``.

    ``drops`` has the millivolts below the test point at each capacitor at 1 A.
    """

    def __init__(
        self,
        predictor: Predictor,
        fault: Fault | None,
        does: Behaviour,
        leads: Callable[[], Mapping[str, float]],
        drops: Mapping[str, float],
        seed: int,
    ) -> None:
        self._predictor = predictor
        self._grid = predictor.grid
        self._does = does
        self._lead_volts = leads
        self._leads: Mapping[str, float] | None = None
        self._random = random = Random(seed)
        self._turned = random.random() < 0.5
        """Whether the charger's plug is the other way round than the one that gives power, if only one does."""
        self._parts = sorted(predictor.sound.parts)
        self.drives = True
        self.asked = self.laid = 0
        """How often the person was asked for something, and how many discs of these they laid on a cell."""
        self._usual = 0.0
        self._drops = drops
        self._copper: dict[tuple[str, str], float] = {}
        self._fault = fault
        variants = fault.applied(predictor.sound).variants if fault is not None and not fault.disc else {}
        self._sensors = {part.cell: ref for ref, part in predictor.sound.parts.items() if part.kind == "sensor"}
        self._gain = {
            ref: random.uniform(1 - SENSOR.tolerance, 1 + SENSOR.tolerance) * SENSORS.get(variants.get(ref, ""), 1.0)
            for ref in self._sensors.values()
        }
        self._range = {
            ref: DRV5055A1.range_mt if variants.get(ref) == DRV5055A1.name else SENSOR.range_mt for ref in self._gain
        }
        self._zero = {ref: random.gauss(0, ZERO_MV * COUNTS_PER_MV) for ref in self._gain}
        self._gap = [random.uniform(-WITHIN.gap_mm, WITHIN.gap_mm) for _ in range(self._grid.cells)]
        self._strength = self._magnet() * (
            1 + WITHIN.field_per_k * (random.uniform(WITHIN.coldest_c, WITHIN.warmest_c) - WITHIN.known_c)
        )
        self._discs = {f"disc {number + 1}": self._magnet() for number in range(self._grid.cells)}
        if fault is not None and fault.disc:
            self._discs[fault.where] *= fault.disc
        self._rail = random.uniform(1 - REGULATOR, 1 + REGULATOR)

    def _magnet(self) -> float:
        return self._random.uniform(1 - WITHIN.remanence, 1 + WITHIN.remanence)

    def _field(self, gap_mm: float) -> float:
        """Return the field of a disc somewhere in its recess, its magnet tilted."""
        aside = DESIGN.play_mm * math.sqrt(self._random.random())
        upright = math.cos(math.radians(self._random.uniform(0, WITHIN.tilt_deg)))
        return _FIELDS.mt(aside, PAWN_GAP_MM + gap_mm) * upright

    def _said(self, truth: T, *others: T) -> T:
        """Return what the person says or measures: now and then something else."""
        self.asked += 1
        errs = self._random.random() < WRONG
        return self._random.choice([other for other in others if other != truth]) if errs else truth

    def prepare(self, *plugged: str) -> None:
        self._plugged = plugged

    def turn(self) -> None:
        self._turned = not self._turned

    def rest(self) -> Mapping[str, int]:
        counts = [
            reading.counts + sum(share * self._zero[ref] for ref, share in reading.sensors)
            for reading in self._does.readings
        ]
        noisy = [count + self._random.gauss(0, NOISE_COUNTS / math.sqrt(_LOOKS)) for count in counts]
        return {self._grid.name(cell): min(4095, max(0, round(count))) for cell, count in enumerate(noisy)}

    def disc(self, cell: str) -> Mapping[str, int]:
        self.laid += 1
        offsets = self._grid.offsets
        at = self._said(self._grid.cell(cell), *(self._grid.cell(cell) + to for to in offsets[self._grid.cell(cell)]))
        fields = {self._sensors[at + to]: self._strength * _NEIGHBOUR_MT for to in offsets[at]}
        fields[self._sensors[at]] = self._strength * self._field(self._gap[at])
        found = {}
        for other, reading in enumerate(self._does.readings):
            counts = 0.0
            for ref, share in reading.sensors:
                felt = max(-self._range[ref], min(self._range[ref], fields.get(ref, 0.0)))
                counts += share * self._gain[ref] * SENSOR.counts_per_mt * felt
            found[self._grid.name(other)] = round(100 * counts / NOMINAL_SPAN)
        return found

    def magnet(self, good: str, disc: str) -> int:
        if not self._usual:
            self._usual = median(abs(self._disc_strength(other, good)) for other in self._discs) or 1.0
        strength = self._disc_strength(disc, good)
        return round(100 * self._said(strength, -strength) / self._usual)

    def _disc_strength(self, disc: str, good: str) -> float:
        """Return the mean field of a disc's two sides, its magnet off the middle, as the board feels it on a cell."""
        error = self._random.uniform(-WITHIN.gap_mm, WITHIN.gap_mm)
        white, black = (self._discs[disc] * self._field(side * error) for side in (1, -1))
        at = self._grid.cell(good)
        shares = dict(self._does.readings[at].sensors)
        return shares.get(self._sensors[at], 0.0) * self._gain[self._sensors[at]] * (white + black) / 2

    def lights(self, colour: str) -> Mapping[str, str]:
        at, lights = COLOURS.index(colour), self._predictor.lights
        shown = dict.fromkeys(lights.values(), "-") | {lights[ref]: has[at] for ref, has in self._does.lights.items()}
        wrong = {light: letter for light, letter in shown.items() if letter != "rgb"[at]}
        return self._said(wrong, {}, {self._random.choice(sorted(shown)): "-"})

    def key(self, name: str) -> str:
        return self._does.keys[self._said(name, *KEYS)]

    def lit(self, supply: str) -> str:
        assert self._plugged == ("Pico", supply)
        lit = self._does.starts[supply]
        return self._said("yes" if lit == "yes" or (lit == WAYS[1] and not self._turned) else "no", "yes", "no")

    def sound(self, _: str) -> str:
        return self._said(self._does.sound, "heard", "none")

    def hot(self, _: str) -> str:
        assert self._plugged == ("charger",)
        return self._said(self._does.hot, "" if self._does.hot else self._random.choice(self._parts))

    def volts(self, point: str) -> float:
        assert self._plugged == ("charger",)
        powered = self._does.ways > self._turned
        volts = self._does.volts[point] * powered * (self._rail if point in ("+3V3", "enable") else 1.0)
        return self._said(volts * self._random.uniform(1 - METER, 1 + METER), 0.0, 1.65, 3.3, 5.0)

    def ohms(self, points: str) -> float:
        assert not self._plugged
        ohms = self._does.ohms[points]
        return self._said(ohms, 0.1 if ohms > 10 else 1000.0)

    def lead(self, lead: str, turn: bool) -> float | None:
        assert self._plugged == (("charger",) if lead.endswith(" out") else ("Pico", "charger", "USB"))
        if self._leads is None:
            self._leads = self._lead_volts()
        volts = self._leads.get(lead)
        shown = None if volts is None else volts * self._random.uniform(1 - METER, 1 + METER)
        return self._said(shown, 0.0, 1.65, 3.3, 5.0, None)

    def current(self, points: str) -> bool:
        self._ampere = self._random.uniform(*AMPERE) * self._random.uniform(1 - COPPER, 1 + COPPER)
        return True

    def drop(self, one: str, other: str) -> float:
        read = self._drop(one, other)
        # A pad at ground, the point in the wrong place, or another capacitor.
        slips = (
            self._random.uniform(0.0, 800.0),
            10 * read,
            self._drop(self._random.choice(sorted(self._drops) or [one]), other),
        )
        return self._said(read, *slips)

    def _drop(self, one: str, other: str) -> float:
        local = self._copper.setdefault((one, other), self._random.uniform(1 - LOCAL_COPPER, 1 + LOCAL_COPPER))
        share, least = MILLIVOLTS
        exact = (self._drops.get(one, 0.0) - self._drops.get(other, 0.0)) * self._ampere * local
        off = self._random.uniform(1 - CURRENT, 1 + CURRENT) * self._random.uniform(1 - share, 1 + share)
        return round(exact * off + self._random.uniform(-least, least), 1)

    def searched(self, faults: list[str], inside: bool) -> str:
        """Return the board's fault if it is among these and of a class that shows."""
        shows = self._fault is not None and self._fault.kind in (INSIDE if inside else SEEN)
        return self._said(self._fault.name if shows and self._fault.name in faults else "", "", *faults)

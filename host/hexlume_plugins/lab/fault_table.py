"""Naming a board's fault: what was found is compared with what the design predicts under each single fault.

The tables in ``fault_tables`` are computed from the panels' netlists (``hexlume_hw.faults``). A finding and a
prediction become the same kind of symptoms, so that a reading's tolerance matters only near a limit between two.
"""

import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Final, TypeVar

from hexlume_record.errors import HexlumeError

T = TypeVar("T")
Symptoms = frozenset[tuple[str, str]]
"""What is not as it should be: where, and what is there instead."""
Findings = Mapping[str, Mapping[str, Any]]
"""What was found, by what it was looked at: only what is not as it should be has to be there."""
Drops = Mapping[tuple[str, str], float]
"""Millivolts between the supply pads of two capacitors, without their sign."""

MOST_NAMED: Final = 4
"""The most places that are named for one fault; more are no name."""
_MIDDLE: Final = 2048
_RESTS: Final = ((400, "off"), (100, "shifted"))
"""Counts from which an empty cell's reading is off: what the firmware takes for no zero, and what a DRV5055 does not
give (75 counts, datasheet SBAS640) with a bent converter."""
_RESPONSES: Final = ((137, "double"), (69, ""), (35, "half"), (6, "faint"))
"""A cell's answer to a disc, by its least percentage of an ordinary one."""
_MAGNETS: Final = ((107, "strong"), (85, ""), (0, "weak"))
"""A disc's strength by its least percentage of the usual one's: N35 is off by 4 %, and the usual disc known to 2 %."""
_VOLTS: Final = {
    "VBUS": (4.5, 5.6),
    "FUSED": (4.5, 5.6),
    "+5V": (4.5, 5.6),
    "+3V3": (3.15, 3.45),
    "enable": (3.15, 3.45),
    "DIN": (-0.1, 0.2),
}
"""What a meter shows on a sound board (docs/build.md)."""
METER_POINTS: Final = tuple(_VOLTS)
SHORTS: Final = ("+5V GND", "+3V3 GND", "+5V +3V3", "FUSED GND")
_SHORT_OHMS: Final = 10.0
_STARTS: Final = {"charger": "yes", "USB": "no"}
_LEAD_VOLTS: Final = 0.35
"""The least difference of two voltages at a lead that a meter shows."""
_SCALE: Final = (0.45, 1.75)
"""What a drop may be of the one that is predicted at 1 A: the cell gives 0.6 to 1.4 A, the copper is off by 25 %."""
_DROP_OFF: Final = (0.15, 0.3)
"""What two drops are off by besides: a share (current and copper from reading to reading), and millivolts."""
_MOST_OFF: Final = 0.2
"""Share of the symptoms that may be off before no fault is named."""


class NoTableError(HexlumeError):
    """There is no table of faults for a panel."""


@dataclass(frozen=True)
class Candidate:
    """A fault that explains what was found: its class, where and what it is, the volts at leads near it, and drops."""

    kind: str
    where: str
    what: str
    leads: Mapping[str, float | None]
    drops: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The fault in words."""
        return f"{self.where}: {self.what}"


class FaultTable:
    """A panel's single faults, each with what is found under it."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """Take the table as it is in a file."""
        self.panel: str = table["panel"]
        self.parts = {fault["where"] for fault in table["faults"] if fault["kind"] == "missing"}
        """The references of all parts."""
        self.names = [f"{fault['where']}: {fault['what']}" for fault in table["faults"]]
        self.drops: dict[str, Mapping[str, float]] = {
            name: fault["drops"] for name, fault in zip(self.names, table["faults"], strict=True) if "drops" in fault
        }
        """By the names of shorts of a supply: how far below its test point each capacitor's pad is, in mV at 1 A."""
        self._symptoms = [symptoms(found) for found in table["found"]]
        self._faults: dict[Symptoms, list[Candidate]] = {}
        for name, fault in zip(self.names, table["faults"], strict=True):
            drops = self.drops.get(name, {})
            for place, leads in fault["found"]:
                candidate = Candidate(fault["kind"], fault["where"], fault["what"], leads, drops)
                self._faults.setdefault(self._symptoms[place], []).append(candidate)

    def candidates(self, found: Symptoms, kinds: Collection[str]) -> list[Candidate]:
        """Return the faults that explain best what was found; none if none does, or nothing is wrong.

        ``kinds`` are the kinds of findings that were looked for: others say nothing. A fault that does not explain the
        shorts that were measured explains nothing, whatever else agrees.
        """
        shorts = _of(found, ["ohms"])
        faults: defaultdict[Symptoms, list[Candidate]] = defaultdict(list)
        for shown, candidates in self._faults.items():
            known = _of(shown, kinds)
            if known and _of(known, ["ohms"]) == shorts:
                faults[known] += candidates
        if not found or not faults or found in faults:
            return faults.get(found, [])
        off = {known: len({place for place, _ in known ^ found}) for known in faults}
        least = min(off.values())
        if least > max(1, _MOST_OFF * len({place for place, _ in found})):
            return []
        return [candidate for known, count in off.items() if count == least for candidate in faults[known]]


def _of(shown: Symptoms, kinds: Collection[str]) -> Symptoms:
    """Return the symptoms of some kinds."""
    return frozenset(one for one in shown if one[0].partition(" ")[0] in kinds)


@cache
def fault_table(panel: str) -> FaultTable:
    """Return a panel's table; raises ``NoTableError``."""
    file = files(__package__).joinpath("fault_tables", f"{panel}.json.gz")
    if not file.is_file():
        raise NoTableError(f"This hexlume has no table of faults for {panel}: see hexlume doctor.")
    return FaultTable(json.loads(gzip.decompress(file.read_bytes())))


def symptoms(found: Findings) -> Symptoms:
    """Return what is not as it should be in what was found or predicted."""
    wrong: set[tuple[str, str]] = set()
    for kind, there in found.items():
        for name, value in there.items():
            if (word := _WORDS[kind](name, value)) is not None:
                wrong.add((f"{kind} {name}", word))
    return frozenset(wrong)


def _supply(point: str, volts: float) -> str | None:
    low, high = _VOLTS[point]
    return None if low <= volts <= high else "high" if volts > high else "low" if volts > 0.5 else "0 V"


def rest(cell: str, counts: int) -> str | None:
    """Return in a word how far an empty cell's reading is off, ``None`` for a good one."""
    return next((word for least, word in _RESTS if abs(counts - _MIDDLE) >= least), None)


def _felt(cell: str, answers: Mapping[str, int]) -> str | None:
    """Return in words which cells answer to a disc, and how, ``None`` if it is the cell alone, as it should be."""
    felt = []
    for other, percent in sorted(answers.items()):
        word = next((word for least, word in _RESPONSES if abs(percent) >= least), None)
        if word is not None:
            felt.append(" ".join(part for part in (other, word, "reversed" * (percent < 0)) if part))
    return None if felt == [cell] else ", ".join(felt)


_WORDS: Final[Mapping[str, Callable[[str, Any], str | None]]] = {
    "rest": rest,
    "disc": _felt,
    "magnets": lambda _, percent: next((word for least, word in _MAGNETS if percent >= least), "upside down") or None,
    "volts": _supply,
    "ohms": lambda _, ohms: "shorted" if ohms < _SHORT_OHMS else None,
    "starts": lambda supply, ways: None if ways == _STARTS[supply] else ways,
    "hot": lambda _, part: part or None,
    "keys": lambda name, taken: None if taken == name else taken,
    "sound": lambda _, sound: None if sound == "heard" else sound,
    "lights": lambda _, shown: shown,
}
"""What makes a symptom of a finding, by its kind, ``None`` for one that is as it should be."""


def telling_lead(candidates: Iterable[Candidate], asked: Iterable[str], out: bool = False) -> str | None:
    """Return the lead at which a measurement tells most candidates apart, ``None`` if none does.

    With ``out`` those are meant that are measured with the Pico out of its sockets.
    """
    known = [candidate.leads for candidate in candidates]
    leads = {lead for leads in known for lead in leads if lead.endswith(" out") == out}
    return _telling(
        sorted(leads - set(asked)),
        lambda lead: Counter(_level(leads[lead]) for leads in known if lead in leads).values(),
    )


def _telling(points: Iterable[T], groups: Callable[[T], Collection[int]]) -> T | None:
    """Return the first of the points whose groups of candidates leave fewest on average, ``None`` if none has two."""
    left = {point: sum(size * size for size in sizes) for point in points if len(sizes := groups(point)) > 1}
    return min(left, key=lambda point: left[point], default=None)


def _level(volts: float | None) -> int | None:
    return None if volts is None else round(volts / (2 * _LEAD_VOLTS))


def agreeing(candidates: Iterable[Candidate], lead: str, volts: float | None) -> list[Candidate]:
    """Return the candidates under which a lead has such a voltage; those that say nothing of it stay."""
    return [
        candidate for candidate in candidates if lead not in candidate.leads or _agrees(candidate.leads[lead], volts)
    ]


def _agrees(predicted: float | None, volts: float | None) -> bool:
    if predicted is None or volts is None:
        return predicted is volts
    return abs(predicted - volts) <= _LEAD_VOLTS


def telling_pair(candidates: Iterable[Candidate], read: Drops) -> tuple[str, str] | None:
    """Return the capacitors whose drop tells most shorts apart after what was read, ``None`` if none does."""
    shorts = {candidate.name: candidate.drops for candidate in candidates if candidate.drops}
    known = [(drops, math.sqrt(limits[0] * limits[1])) for drops in shorts.values() if (limits := _scale(drops, read))]
    return _telling(
        combinations(sorted({point for drops, _ in known for point in drops}), 2),
        lambda pair: _distinct(sorted(scale * abs(drops[pair[0]] - drops[pair[1]]) for drops, scale in known)),
    )


def tracing(candidates: Iterable[Candidate], read: Drops) -> list[Candidate]:
    """Return the candidates that agree with all drops at some current; those that say nothing of them stay."""
    return [candidate for candidate in candidates if not candidate.drops or _scale(candidate.drops, read)]


def _off(millivolts: float) -> float:
    share, least = _DROP_OFF
    return share * millivolts + least


def _scale(drops: Mapping[str, float], read: Drops) -> tuple[float, float] | None:
    """Return between which factors a short's predicted drops agree with those read, ``None`` if at no factor."""
    low, high = _SCALE
    for (one, other), millivolts in read.items():
        predicted = max(abs(drops[one] - drops[other]), 1e-3)
        low = max(low, (millivolts - _off(millivolts)) / predicted)
        high = min(high, (millivolts + _off(millivolts)) / predicted)
    return (low, high) if low <= high else None


def _distinct(ranked: list[float]) -> list[int]:
    """Return the sizes of groups of drops, smallest first, that a meter tells apart."""
    groups: list[int] = []
    limit = -1.0
    for millivolts in ranked:
        if millivolts > limit:
            groups.append(0)
            limit = millivolts + 2 * _off(millivolts)
        groups[-1] += 1
    return groups

"""Naming a board's fault: what was found is compared with what the design predicts under each single fault.

The tables in ``fault_tables`` are computed from the panels' netlists (``hexlume_hw.faults``). A finding and a
prediction become the same kind of symptoms, so that a reading's tolerance matters only near a limit between two.
"""

import gzip
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, Final

from hexlume_record.errors import HexlumeError

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

    def explained_by(self, found: Symptoms) -> list[Candidate]:
        """Return the faults under which exactly this is found."""
        return self._faults.get(found, [])

    def candidates(self, found: Symptoms) -> list[Candidate]:
        """Return the faults that explain best what was found; none if none does, or nothing is wrong."""
        if not found:
            return []
        if found in self._faults:
            return self._faults[found]
        off = {known: len(_places(known, found)) for known in self._faults if known}
        least = min(off.values())
        if least > max(1, _MOST_OFF * len({place for place, _ in found})):
            return []
        return [candidate for known, count in off.items() if count == least for candidate in self._faults[known]]


def _places(known: Symptoms, found: Symptoms) -> set[str]:
    """Return where two sets of symptoms differ."""
    return {place for place, _ in known ^ found}


@cache
def fault_table(panel: str) -> FaultTable:
    """Return a panel's table; raises ``NoTableError``."""
    file = files(__package__).joinpath("fault_tables", f"{panel}.json.gz")
    if not file.is_file():
        raise NoTableError(f"This hexlume has no table of faults for {panel}: run hexlume doctor without --examine.")
    return FaultTable(json.loads(gzip.decompress(file.read_bytes())))


def symptoms(found: Findings) -> Symptoms:
    """Return what is not as it should be in what was found or predicted."""
    wrong: set[tuple[str, str]] = set()
    for cell, counts in found.get("rest", {}).items():
        wrong |= {(f"rest {cell}", word) for word in rest(counts)}
    for cell, answers in found.get("disc", {}).items():
        felt = response(answers)
        if felt != cell:
            wrong.add((f"disc {cell}", felt))
    for disc, percent in found.get("magnets", {}).items():
        felt = magnet(percent)
        if felt:
            wrong.add((disc, felt))
    for point, volts in found.get("volts", {}).items():
        low, high = _VOLTS[point]
        if not low <= volts <= high:
            wrong.add((point, "high" if volts > high else "low" if volts > 0.5 else "0 V"))
    for points, ohms in found.get("ohms", {}).items():
        if ohms < _SHORT_OHMS:
            wrong.add((points, "shorted"))
    for light, colours in found.get("lights", {}).items():
        wrong.add((f"light {light}", str(colours)))
    for what in ("keys", "starts", "sound", "hot"):
        wrong |= {(f"{what} {name}", str(value)) for name, value in found.get(what, {}).items()}
    return frozenset(wrong)


def rest(counts: int) -> list[str]:
    """Return in a word how far an empty cell's reading is off, nothing for a good one."""
    return [word for least, word in _RESTS if abs(counts - _MIDDLE) >= least][:1]


def response(answers: Mapping[str, int]) -> str:
    """Return in words which cells answer to a disc, and how: the cell's own name alone if all is well."""
    return ", ".join(
        f"{cell}{' ' if word else ''}{word}"
        for cell, percent in sorted(answers.items())
        if (word := _word(percent)) is not None
    )


def _word(percent: int) -> str | None:
    for least, word in _RESPONSES:
        if abs(percent) >= least:
            return word if percent > 0 else f"{word} reversed".strip()
    return None


def magnet(percent: int) -> str:
    """Return in a word how a disc's magnet is, empty for a good one."""
    if percent < 0:
        return "upside down"
    return next(word for least, word in _MAGNETS if percent >= least)


def telling_lead(candidates: Iterable[Candidate], asked: Iterable[str]) -> str | None:
    """Return the lead at which a measurement tells most candidates apart, ``None`` if none does."""
    known = [candidate.leads for candidate in candidates]
    best: str | None = None
    most = 0.0
    for lead in sorted({lead for leads in known for lead in leads} - set(asked)):
        groups = Counter(_level(leads[lead]) for leads in known if lead in leads)
        # Fewest left on average.
        gain = len(known) - sum(count * count for count in groups.values()) / len(known)
        if len(groups) > 1 and gain > most:
            best, most = lead, gain
    return best


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
    best: tuple[str, str] | None = None
    most = 0.0
    for one, other in combinations(sorted({point for drops, _ in known for point in drops}), 2):
        groups = _distinct(sorted(scale * abs(drops[one] - drops[other]) for drops, scale in known))
        gain = len(known) - sum(count * count for count in groups) / len(known)
        if len(groups) > 1 and gain > most:
            best, most = (one, other), gain
    return best


def tracing(candidates: Iterable[Candidate], read: Drops) -> list[Candidate]:
    """Return the candidates that agree with all drops at some current; those that say nothing of them stay."""
    return [candidate for candidate in candidates if not candidate.drops or _scale(candidate.drops, read)]


def same_drop(one: float, other: float) -> bool:
    """Return whether two readings between the same pads agree."""
    return abs(one - other) <= _off(max(one, other))


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

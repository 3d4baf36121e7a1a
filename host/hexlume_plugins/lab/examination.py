"""Examining a board with a person: what it reads, and what the person sees and measures; then the fault is named.

Whoever looks at a board errs now and then. What sounds like a fault is asked again until it is said so much more often
than anything else that a board that is well is not called faulty.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from .fault_table import (
    METER_POINTS,
    MOST_NAMED,
    SHORTS,
    Candidate,
    FaultTable,
    Symptoms,
    agreeing,
    rest,
    same_drop,
    symptoms,
    telling_lead,
    telling_pair,
    tracing,
)

if TYPE_CHECKING:
    from .terminal_bench import TerminalBench

COLOURS: Final = ("red", "green", "blue")
KEYS: Final = ("act", "back", "menu")
CHARGER: Final = ("the charger alone", "the charger alone, its plug turned over")
USB: Final = "the Pico's USB alone"
"""Supplies on which the lights may come on; a board that is well starts on the charger, either way round."""
WAYS: Final = ("no", "one way round", "yes")
SOUND: Final = "Does the board click when a button is pressed?"
MOST_LEADS: Final = 8
"""The most leads that are measured."""
MOST_DROPS: Final = 10
"""The most pairs of pads between which millivolts are measured."""
MOST_LISTS: Final = 4
MOST_LISTED: Final = 12
"""The most places of one question: what a person goes through with a magnifier without losing the thread."""
SEEN: Final = ("bridge", "missing", "turned")
"""Classes of faults that a look shows. A joint without solder may look good, and a short inside a part always does."""
INSIDE: Final = ("shorted",)
"""Classes of faults that only show when the part is taken off."""
_MOST_ASKED: Final = 25
_MANY: Final = 6
_DEAD: Final = ("volts VBUS", "volts FUSED", "volts +5V", "volts +3V3", ("starts charger", "no"))
"""Symptoms of a supply that is dead, or wrong."""


@dataclass(frozen=True)
class Diagnosis:
    """What was found, and the faults that explain it.

    ``measured`` has the faults that lights, readings and voltages left, ``traced`` those that millivolts along a
    shorted supply left of them, ``looked`` those that a look left of these.
    """

    symptoms: Symptoms
    faults: list[Candidate] = field(default_factory=list)
    measured: list[Candidate] = field(default_factory=list)
    traced: list[Candidate] = field(default_factory=list)
    looked: list[Candidate] = field(default_factory=list)

    @property
    def well(self) -> bool:
        """Whether nothing was found."""
        return not self.symptoms

    @property
    def named(self) -> bool:
        """Whether a few places at most explain it."""
        return is_name(self.faults)


def is_name(faults: list[Candidate]) -> bool:
    """Return whether faults are few enough to be a name."""
    return 0 < len({fault.name for fault in faults}) <= MOST_NAMED


def decided(ask: Callable[[], Any], well: Any, well_lead: int, other_lead: int) -> Any:
    """Return the answer that was given more often than any other by a margin; one that is well needs a smaller one."""
    given: Counter[Any] = Counter()
    for _ in range(_MOST_ASKED):
        given[ask()] += 1
        ranked = given.most_common(2)
        answer, times = ranked[0]
        lead = times - (ranked[1][1] if len(ranked) > 1 else 0)
        if lead >= (well_lead if answer == well else other_lead):
            return answer
    return given.most_common(1)[0][0]


def examine(bench: "TerminalBench", table: FaultTable, cells: list[str], meter: bool, discs: list[str]) -> Diagnosis:
    """Examine a board and name its fault; without a meter some faults are left together.

    Supplies come first: where one is dead, what follows from that is not asked. ``discs`` are those whose magnets are
    looked at, by the names that the table has for them.
    """
    found = _supplies(bench, meter)
    if not _is_dead(symptoms(found)):
        found |= _rest_of_board(bench, cells, discs)
    shown = symptoms(found)
    faults = table.candidates(shown, found)
    turn = ("starts charger", WAYS[1]) in shown
    measured = _narrowed(bench, faults, turn) if meter else faults
    traced = _traced(bench, shown, measured) if meter and not is_name(measured) else measured
    looked = _searched(bench.seen, traced, SEEN)
    named = _searched(bench.removed, looked, INSIDE) if meter and not is_name(looked) else looked
    return Diagnosis(shown, named, measured, traced, looked)


def _supplies(bench: "TerminalBench", meter: bool) -> dict[str, dict[str, Any]]:
    """Return what is found of the supplies."""
    found: dict[str, dict[str, Any]] = {}
    if meter:
        found["ohms"] = {points: _answers(partial(bench.ohms, points), "ohms", points, 3, 2) for points in SHORTS}
        found["volts"] = {point: _answers(partial(bench.volts, point), "volts", point) for point in METER_POINTS}
    ways = WAYS[sum(decided(partial(bench.yes, question), True, 1, 3) for question in CHARGER)]
    found["starts"] = {} if ways == "yes" else {"charger": ways}
    if decided(partial(bench.yes, USB), False, 1, 3):
        found["starts"]["USB"] = "yes"
    hot = decided(bench.hot, "", 1, 3)
    found["hot"] = {"part": hot} if hot else {}
    return found


def _is_dead(shown: Symptoms) -> bool:
    """Return whether a supply is so wrong that nothing else on the board says anything."""
    return any(place.startswith("ohms") or place in _DEAD or (place, what) in _DEAD for place, what in shown)


def _rest_of_board(bench: "TerminalBench", cells: list[str], discs: list[str]) -> dict[str, dict[str, Any]]:
    """Return what is found of a board with its supplies."""
    found: dict[str, dict[str, Any]] = {"rest": dict(bench.rest()), "disc": {}, "magnets": {}}
    off: set[str] = {name for name, counts in found["rest"].items() if rest(name, counts)}
    for cell in cells:
        # With many cells at fault, what is common to them is: one answer of each will do.
        again = 3 if len(off) < _MANY and cell not in off else 1
        found["disc"][cell] = _answers(partial(bench.disc, cell), "disc", cell, again)
        off |= {cell} if symptoms({"disc": {cell: found["disc"][cell]}}) else set()
    good = next((cell for cell in cells if cell not in off), None)
    if good is not None:
        found["magnets"] = {disc: _answers(partial(bench.magnet, disc, good), "magnets", disc, 4) for disc in discs}
    keys = {name: decided(partial(bench.key, name), name, 1, 3) for name in KEYS}
    found["keys"] = {name: taken for name, taken in keys.items() if taken != name}
    found["sound"] = {} if decided(partial(bench.yes, SOUND), True, 1, 3) else {"buzzer": "none"}
    found["lights"] = _lights(bench)
    return found


def _answers(ask: Callable[[], Any], what: str, name: str, other_lead: int = 3, well_lead: int = 1) -> Any:
    """Return a finding that is decided by the symptom it gives."""
    last: dict[Symptoms, Any] = {}

    def symptom() -> Symptoms:
        answer = ask()
        shown = symptoms({what: {name: answer}})
        last[shown] = answer
        return shown

    return last[decided(symptom, frozenset(), well_lead, other_lead)]


def _lights(bench: "TerminalBench") -> dict[str, str]:
    """Return what each light that is not as it should be shows for red, green and blue."""
    shown: dict[str, list[str]] = {}
    for at, colour in enumerate(COLOURS):
        wrong = decided(lambda colour=colour: tuple(sorted(bench.lights(colour).items())), (), 2, 3)  # type: ignore[misc]
        for light, instead in wrong:
            shown.setdefault(light, list("rgb"))[at] = instead
    return {light: "".join(colours) for light, colours in shown.items()}


def _narrowed(bench: "TerminalBench", faults: list[Candidate], turn: bool) -> list[Candidate]:
    """Have leads measured until no further lead distinguishes the faults; ``turn``: both ways round of the plug."""
    asked: list[str] = []
    while len({fault.name for fault in faults}) > 1 and len(asked) < MOST_LEADS:
        lead = telling_lead(faults, asked)
        if lead is None:
            break
        asked.append(lead)
        faults = agreeing(faults, lead, _lead(bench, lead, turn)) or faults
    return faults


def _traced(bench: "TerminalBench", shown: Symptoms, faults: list[Candidate]) -> list[Candidate]:
    """Have millivolts measured along a shorted supply until no further pair of pads distinguishes the faults."""
    read: dict[tuple[str, str], float] = {}
    points = next((points for points in SHORTS if (f"ohms {points}", "shorted") in shown), "")
    if not points or telling_pair(faults, read) is None or not bench.current(points):
        return faults
    for _ in range(MOST_DROPS):
        pair = telling_pair(faults, read)
        if pair is None:
            break
        # What contradicts all that was read before is asked again.
        with_pair = read | {pair: _drop(bench, *pair)}
        if left := tracing(faults, with_pair):
            read, faults = with_pair, left
    return faults


def _drop(bench: "TerminalBench", one: str, other: str) -> float:
    """Return the millivolts between two pads, measured until two readings agree."""
    read: list[float] = []
    while len(read) < _MOST_ASKED:
        read.append(abs(bench.drop(one, other)))
        for before in read[:-1]:
            if same_drop(before, read[-1]):
                return (before + read[-1]) / 2
    return read[-1]


def _searched(ask: Callable[[list[str]], str], faults: list[Candidate], kinds: tuple[str, ...]) -> list[Candidate]:
    """Have the places of some classes gone through, in the table's order; return the faults that are left."""
    places = list(dict.fromkeys(fault.name for fault in faults if fault.kind in kinds))
    if len({fault.name for fault in faults}) < 2:
        return faults
    for at in range(0, min(len(places), MOST_LISTS * MOST_LISTED), MOST_LISTED):
        listed = places[at : at + MOST_LISTED]
        if found := decided(partial(ask, listed), "", 1, 2):
            return [fault for fault in faults if fault.name == found]
    seen = places[: MOST_LISTS * MOST_LISTED]
    return [fault for fault in faults if fault.name not in seen] or faults


def _lead(bench: "TerminalBench", lead: str, turn: bool) -> float | None:
    """Return the voltage at a lead, measured until it is said twice more often than another."""
    last: dict[int | None, float | None] = {}

    def level() -> int | None:
        volts = bench.lead(lead, turn)
        about = None if volts is None else round(volts)
        last[about] = volts
        return about

    return last[decided(level, object(), 2, 2)]

"""Examining a board with a person: what it reads, and what the person sees and measures; then the fault is named.

Whoever looks at a board errs now and then. What sounds like a fault is asked again until it is said so much more often
than anything else that a board that is well is not called faulty.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from .fault_table import (
    METER_POINTS,
    MOST_NAMED,
    SHORTS,
    Candidate,
    FaultTable,
    Symptoms,
    agreeing,
    same_drop,
    symptoms,
    telling_lead,
    telling_pair,
    tracing,
)

COLOURS: Final = ("red", "green", "blue")
KEYS: Final = ("act", "back", "menu")
STARTS: Final = {
    "the charger alone": True,
    "the charger alone, its plug turned over": True,
    "the Pico's USB alone": False,
}
"""Whether a board that is well starts on a supply."""
SOUND: Final = "Does the board click when a button is pressed?"
MOST_LEADS: Final = 8
"""The most leads that are measured."""
MOST_DROPS: Final = 10
"""The most pairs of pads between which millivolts are measured."""
MOST_LISTED: Final = 12
"""The most places of one question: what a person goes through with a magnifier without losing the thread."""
SEEN: Final = ("bridge", "missing", "turned")
"""Classes of faults that a look shows. A joint without solder may look good, and a short inside a part always does."""
INSIDE: Final = ("shorted",)
"""Classes of faults that only show when the part is taken off."""
_MOST_ASKED: Final = 25


class Bench(Protocol):
    """The board on the bench, and the person at it; every answer may be wrong but ``rest``."""

    def rest(self) -> Mapping[str, int]:
        """Return the reading of each cell without a disc, in counts."""

    def disc(self, cell: str) -> Mapping[str, int]:
        """Have a white disc laid on a cell; return which cells answer, in percent of a disc's ordinary reading."""

    def magnet(self, disc: str) -> int:
        """Have a disc laid on a good cell, white and black; return its strength in percent of the usual disc's."""

    def lights(self, colour: str) -> Mapping[str, str]:
        """Ask which lights do not show a colour that all are sent, and what they show: r, g, b or - for nothing."""

    def key(self, name: str) -> str:
        """Have a button pressed; return the buttons that the board takes it for."""

    def yes(self, question: str) -> bool:
        """Ask a question."""

    def hot(self) -> str:
        """Ask which part gets hot; empty for none."""

    def volts(self, point: str) -> float:
        """Have a voltage measured at a test point."""

    def ohms(self, points: str) -> float:
        """Have the ohms between two test points measured, with everything unplugged."""

    def lead(self, lead: str) -> float | None:
        """Have the voltage at a part's lead measured; ``None`` if there is no such part."""

    def current(self, points: str) -> bool:
        """Have a cell send a current through a short between two test points; return whether the person can."""

    def drop(self, one: str, other: str) -> float:
        """Have the millivolts between the supply pads of two capacitors measured while the current flows."""

    def seen(self, faults: list[str]) -> str:
        """Have places looked at with a magnifier; return the fault that is seen, empty for none."""

    def removed(self, faults: list[str]) -> str:
        """Have parts taken off one by one; return the fault whose part's removal ended the short, empty for none."""


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


def examine(bench: Bench, table: FaultTable, cells: list[str], meter: bool, discs: list[str]) -> Diagnosis:
    """Examine a board and name its fault; without a meter some faults are left together.

    ``discs`` are those whose magnets are looked at, by the names that the table has for them.
    """
    found: dict[str, dict[str, Any]] = {"rest": dict(bench.rest())}
    keys = {name: decided(lambda name=name: bench.key(name), name, 1, 3) for name in KEYS}  # type: ignore[misc]
    found["keys"] = {name: taken for name, taken in keys.items() if taken != name}
    clicks = decided(lambda: bench.yes(SOUND), True, 2, 4)
    found["sound"] = {} if clicks else {"buzzer": "none"}
    found["disc"] = {cell: _answers(lambda cell=cell: bench.disc(cell), "disc", cell, 1, 3) for cell in cells}  # type: ignore[misc]
    found["magnets"] = {disc: _answers(lambda disc=disc: bench.magnet(disc), "magnets", disc, 2, 4) for disc in discs}  # type: ignore[misc]
    found["lights"] = _lights(bench)
    hot = decided(bench.hot, "", 2, 4)
    found["hot"] = {"part": hot} if hot else {}
    starts = {
        question: decided(lambda question=question: bench.yes(question), well, 2, 4)  # type: ignore[misc]
        for question, well in STARTS.items()
    }
    found["starts"] = {question: says for question, says in starts.items() if says != STARTS[question]}
    if meter:
        found["volts"] = {
            point: _answers(lambda point=point: bench.volts(point), "volts", point, 2, 4)  # type: ignore[misc]
            for point in METER_POINTS
        }
        found["ohms"] = {
            points: _answers(lambda points=points: bench.ohms(points), "ohms", points, 2, 4)  # type: ignore[misc]
            for points in SHORTS
        }
    shown = symptoms(found)
    faults = table.candidates(shown)
    measured = _narrowed(bench, faults) if meter else faults
    traced = _traced(bench, shown, measured) if meter and not is_name(measured) else measured
    looked = _searched(bench.seen, traced, SEEN)
    named = _searched(bench.removed, looked, INSIDE) if meter and not is_name(looked) else looked
    return Diagnosis(shown, named, measured, traced, looked)


def _answers(ask: Callable[[], Any], what: str, name: str, well_lead: int, other_lead: int) -> Any:
    """Return a finding that is decided by the symptom it gives."""
    last: dict[Symptoms, Any] = {}

    def symptom() -> Symptoms:
        answer = ask()
        shown = symptoms({what: {name: answer}})
        last[shown] = answer
        return shown

    return last[decided(symptom, frozenset(), well_lead, other_lead)]


def _lights(bench: Bench) -> dict[str, str]:
    """Return what each light that is not as it should be shows for red, green and blue."""
    shown: dict[str, list[str]] = {}
    for at, colour in enumerate(COLOURS):
        wrong = decided(lambda colour=colour: tuple(sorted(bench.lights(colour).items())), (), 2, 3)  # type: ignore[misc]
        for light, instead in wrong:
            shown.setdefault(light, list("rgb"))[at] = instead
    return {light: "".join(colours) for light, colours in shown.items()}


def _narrowed(bench: Bench, faults: list[Candidate]) -> list[Candidate]:
    """Have leads measured until no further lead distinguishes the faults."""
    asked: list[str] = []
    while len({fault.name for fault in faults}) > 1 and len(asked) < MOST_LEADS:
        lead = telling_lead(faults, asked)
        if lead is None:
            break
        asked.append(lead)
        faults = agreeing(faults, lead, _lead(bench, lead)) or faults
    return faults


def _traced(bench: Bench, shown: Symptoms, faults: list[Candidate]) -> list[Candidate]:
    """Have millivolts measured along a shorted supply until no further pair of pads distinguishes the faults."""
    read: dict[tuple[str, str], float] = {}
    points = next((points for points in SHORTS if (points, "shorted") in shown), "")
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


def _drop(bench: Bench, one: str, other: str) -> float:
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
    for at in range(0, len(places), MOST_LISTED):
        listed = places[at : at + MOST_LISTED]
        if found := decided(lambda listed=listed: ask(listed), "", 1, 2):  # type: ignore[misc]
            return [fault for fault in faults if fault.name == found]
    return [fault for fault in faults if fault.name not in places] or faults


def _lead(bench: Bench, lead: str) -> float | None:
    """Return the voltage at a lead, measured until it is said twice more often than another."""
    last: dict[int | None, float | None] = {}

    def level() -> int | None:
        volts = bench.lead(lead)
        about = None if volts is None else round(volts)
        last[about] = volts
        return about

    return last[decided(level, object(), 2, 2)]

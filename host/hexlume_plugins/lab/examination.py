"""Examining a board with a person: what it reads, and what the person sees and measures; then the fault is named.

Whoever looks at a board errs now and then. What sounds like a fault is asked again until it is said so much more often
than anything else that a board that is well is not called faulty.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .fault_table import (
    METER_POINTS,
    MOST_NAMED,
    SHORTS,
    Candidate,
    FaultTable,
    Symptoms,
    agreeing,
    rest,
    symptoms,
    telling_lead,
    telling_pair,
    tracing,
)

if TYPE_CHECKING:
    from .terminal_bench import TerminalBench

T = TypeVar("T")
COLOURS: Final = ("red", "green", "blue")
KEYS: Final = ("act", "back", "menu")
WAYS: Final = ("no", "one way round", "yes")
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
_STEPS: Final = 4
"""Steps of a reading of millivolts to about the threefold."""
_DEAD: Final = ("VBUS", "FUSED", "+5V", "+3V3")
"""Where a wrong voltage leaves nothing on the board to be trusted."""


@dataclass(frozen=True)
class Diagnosis:
    """What was found, and the faults that explain it.

    ``measured`` has the faults that lights, readings and voltages left, ``traced`` those that millivolts along a
    shorted supply left of them.
    """

    symptoms: Symptoms
    faults: list[Candidate] = field(default_factory=list)
    measured: list[Candidate] = field(default_factory=list)
    traced: list[Candidate] = field(default_factory=list)

    @property
    def well(self) -> bool:
        """Whether nothing was found."""
        return not self.symptoms


def is_name(faults: list[Candidate]) -> bool:
    """Return whether faults are few enough to be a name."""
    return 0 < len({fault.name for fault in faults}) <= MOST_NAMED


def decided(
    ask: Callable[[], T],
    well: object,
    well_lead: int,
    other_lead: int,
    word: Callable[[T], Any] = lambda answer: answer,
) -> T:
    """Return the answer whose word was given more often than any other by a margin; ``well`` needs a smaller one."""
    given: Counter[Any] = Counter()
    last: dict[Any, T] = {}
    for _ in range(_MOST_ASKED):
        answer = ask()
        last[word(answer)] = answer
        given[word(answer)] += 1
        (first, times), *others = given.most_common(2)
        if times - sum(count for _, count in others) >= (well_lead if first == well else other_lead):
            break
    return last[given.most_common(1)[0][0]]


def examine(bench: "TerminalBench", table: FaultTable, cells: list[str], meter: bool, discs: list[str]) -> Diagnosis:
    """Examine a board and name its fault; without a meter some faults are left together.

    Supplies come first, with the Pico out of its sockets: where one is dead, shorted or wrong, the Pico stays out, and
    what follows from that is not asked. ``discs`` are those whose magnets are looked at, by the names that the table
    has for them.
    """
    found, ways = _supplies(bench) if meter else ({}, None)
    dead = any(place.removeprefix("volts ") in _DEAD or place.startswith("ohms") for place, _ in symptoms(found))
    if not dead:
        found |= _starts(bench, ways) | _rest_of_board(bench, cells, discs)
    shown = symptoms(found)
    measured = faults = table.candidates(shown, found)
    if "volts" in found and (dead or bench.drives):
        measured = _narrowed(bench, faults, dead, ("starts charger", WAYS[1]) in shown)
    traced = _traced(bench, shown, measured) if meter and not is_name(measured) else measured
    looked = _searched(bench, traced, SEEN)
    named = _searched(bench, looked, INSIDE) if meter and not is_name(looked) else looked
    return Diagnosis(shown, named, measured, traced)


def _found(
    kind: str, names: Iterable[str], ask: Callable[[str], Any], well_lead: int = 1, other_lead: int = 3
) -> dict[str, dict[str, Any]]:
    """Return a finding of each name; what sounds like a fault is asked again until its symptom is certain."""
    found: dict[str, Any] = {}
    for name in names:
        word = partial(_symptom, kind, name)
        found[name] = decided(partial(ask, name), frozenset(), well_lead, other_lead, word)
    return {kind: found}


def _symptom(kind: str, name: str, answer: object) -> Symptoms:
    return symptoms({kind: {name: answer}})


def _supplies(bench: "TerminalBench") -> tuple[dict[str, dict[str, Any]], int]:
    """Return what a meter and a hand find with the Pico out, and in how many ways round the plug gives power."""
    bench.prepare()
    found = _found("ohms", SHORTS, bench.ohms, 2)
    if symptoms(found):
        # No charger into a short: it would show nothing but the short.
        return found, 0
    bench.prepare("charger")
    ways, vbus = _tried(bench, "volts", METER_POINTS[0], bench.volts)
    found |= _found("volts", METER_POINTS[1:], bench.volts) | _found("hot", ["part"], bench.hot)
    found["volts"] |= vbus["volts"]
    return found, ways


def _tried(
    bench: "TerminalBench", kind: str, name: str, ask: Callable[[str], Any]
) -> tuple[int, dict[str, dict[str, Any]]]:
    """Return in how many ways round of the charger's plug something is well, and what it is in the better one.

    The plug is left in that way.
    """
    first = _found(kind, [name], ask)
    bench.turn()
    second = _found(kind, [name], ask)
    ways = (not symptoms(first)) + (not symptoms(second))
    if ways == 1 and symptoms(second):
        bench.turn()
        return ways, first
    return ways, second


def _starts(bench: "TerminalBench", ways: int | None) -> dict[str, dict[str, Any]]:
    """Return with which supplies the lights come on; ``ways`` is in how many ways round the charger gives power."""
    bench.prepare("Pico", "charger")
    if ways is None:
        ways, _ = _tried(bench, "starts", "charger", bench.lit)
    elif symptoms(_found("starts", ["charger"], bench.lit)):
        ways = 0
    bench.prepare("Pico", "USB")
    found = _found("starts", ["USB"], bench.lit)
    found["starts"]["charger"] = WAYS[ways]
    bench.prepare("Pico", "charger", "USB")
    return found


def _rest_of_board(bench: "TerminalBench", cells: list[str], discs: list[str]) -> dict[str, dict[str, Any]]:
    """Return what is found of a board with its supplies."""
    found: dict[str, dict[str, Any]] = {"rest": dict(bench.rest())}
    words = {name: rest(name, counts) for name, counts in found["rest"].items()}
    off = {name for name, word in words.items() if word}
    # No cell that reads nothing, no disc.
    if set(words.values()) != {"off"}:
        found["disc"] = {}
        for cell in cells:
            # With many cells at fault, what is common to them is: one answer of each will do.
            again = 3 if len(off) < _MANY and cell not in off else 1
            felt = _found("disc", [cell], bench.disc, 1, again)
            found["disc"] |= felt["disc"]
            off |= {cell} if symptoms(felt) else set()
    good = next((cell for cell in cells if cell not in off), None)
    if good is not None:
        found |= _found("magnets", discs, partial(bench.magnet, good), 1, 4)
    found |= _found("keys", KEYS, bench.key) | _found("sound", ["buzzer"], bench.sound)
    if bench.drives:
        found["lights"] = _lights(bench, len(cells))
    return found


def _lights(bench: "TerminalBench", cells: int) -> dict[str, str]:
    """Return what each light that is not as it should be shows for red, green and blue."""
    shown: dict[str, list[str]] = {}
    for at, colour in enumerate(COLOURS):
        wrong = decided(lambda colour=colour: tuple(sorted(bench.lights(colour).items())), (), 2, 3)  # type: ignore[misc]
        if len(wrong) > cells and {instead for _, instead in wrong} == {"-"}:
            # All are dark, and no colour says more.
            return {light: "---" for light, _ in wrong}
        for light, instead in wrong:
            shown.setdefault(light, list("rgb"))[at] = instead
    return {light: "".join(colours) for light, colours in shown.items()}


def _narrowed(bench: "TerminalBench", faults: list[Candidate], dead: bool, turn: bool) -> list[Candidate]:
    """Have leads measured until no further lead distinguishes the faults; ``turn``: both ways round of the plug."""
    asked: list[str] = []
    while len({fault.name for fault in faults}) > 1 and len(asked) < MOST_LEADS:
        if (lead := telling_lead(faults, asked, dead)) is None:
            break
        asked.append(lead)
        volts = decided(partial(bench.lead, lead, turn), object(), 2, 2, lambda volts: volts and round(volts))
        faults = agreeing(faults, lead, volts) or faults
    return faults


def _traced(bench: "TerminalBench", shown: Symptoms, faults: list[Candidate]) -> list[Candidate]:
    """Have millivolts measured along a shorted supply until no further pair of pads distinguishes the faults."""
    read: dict[tuple[str, str], float] = {}
    points = next((points for points in SHORTS if (f"ohms {points}", "shorted") in shown), "")
    if not points or telling_pair(faults, read) is None or not bench.current(points):
        return faults
    for _ in range(MOST_DROPS):
        if (pair := telling_pair(faults, read)) is None:
            break
        # What contradicts all that was read before is asked again.
        with_pair = read | {pair: _drop(bench, *pair)}
        if left := tracing(faults, with_pair):
            read, faults = with_pair, left
    return faults


def _drop(bench: "TerminalBench", one: str, other: str) -> float:
    """Return the millivolts between two pads, measured until about the same is read twice more than anything else."""
    return decided(lambda: abs(bench.drop(one, other)), object(), 2, 2, lambda read: round(_STEPS * math.log1p(read)))


def _searched(bench: "TerminalBench", faults: list[Candidate], kinds: tuple[str, ...]) -> list[Candidate]:
    """Have the places of some classes gone through, in the table's order; return the faults that are left."""
    places = list(dict.fromkeys(fault.name for fault in faults if fault.kind in kinds))
    if len({fault.name for fault in faults}) < 2:
        return faults
    for at in range(0, min(len(places), MOST_LISTS * MOST_LISTED), MOST_LISTED):
        listed = places[at : at + MOST_LISTED]
        if found := decided(partial(bench.searched, listed, kinds is INSIDE), "", 1, 2):
            return [fault for fault in faults if fault.name == found]
    seen = places[: MOST_LISTS * MOST_LISTED]
    return [fault for fault in faults if fault.name not in seen] or faults

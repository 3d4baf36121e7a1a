"""The entries of the list that two hosts share, and what one of them tells the other, checked before use."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hexlume import games
from hexlume.games.game import Game, OptionError
from hexlume.games.game_clock import MOST_MS, NONE, TimeControl
from hexlume.link.wire import WireError

from ..game.events import COLOURS, text, time_control, whole_number

HOST = "host"
GUEST = "guest"

ACTION = "action"
RESIGN = "resign"
TIME = "time"
DRAW = "draw"
BACK = "back"
AGREE = "agree"
DECLINE = "decline"
KINDS = (ACTION, RESIGN, TIME, DRAW, BACK, AGREE, DECLINE)

LONGEST_NAME = 40
"""The most characters of a player's name that the other side is told."""
MOST_ENTRIES = 4000
"""A game has no more entries than this: it keeps a list within bounds that another host fills."""


def other(role: str) -> str:
    """Return the other side's role."""
    return GUEST if role == HOST else HOST


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a side (``by``) has done.

    ``action`` (``ACTION``) has its string, the ``ms`` that its player took, and ``step``, how many steps stood before
    it. ``resign`` and ``time`` (the author's time is over) conclude the game. ``draw`` offers a draw, ``back`` asks to
    go back to the first ``to`` actions; ``agree`` and ``decline`` answer the offer that is entry number ``to``.
    ``number`` counts what a guest proposes, from 1; the host's own entries have 0.
    """

    kind: str
    by: str
    number: int = 0
    action: str = ""
    ms: int = 0
    step: int = 0
    to: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the entry as the other side is told it and as it is kept."""
        told: dict[str, Any] = {"kind": self.kind, "by": self.by}
        for name in ("number", "action", "ms", "step", "to"):
            if value := getattr(self, name):
                told[name] = value
        return told

    def numbered(self, number: int) -> "Entry":
        """Return the same entry under a proposal's number."""
        return replace(self, number=number)


def read_entry(told: object) -> Entry:
    """Return an entry that was told; raises ``WireError``."""
    if not isinstance(told, dict) or told.get("kind") not in KINDS or told.get("by") not in (HOST, GUEST):
        raise WireError("an entry that is none")
    counts = {name: whole_number(told, name) if name in told else 0 for name in ("number", "ms", "step", "to")}
    if counts["ms"] > MOST_MS:
        raise WireError("an entry with too long a time")
    action = text(told, "action", 20) if "action" in told else ""
    if (told["kind"] == ACTION) != bool(action):
        raise WireError("an entry with a wrong action")
    return Entry(told["kind"], told["by"], action=action, **counts)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: the game as ``games.start`` takes it, the time control's text, and who begins with which colour.

    ``host_colour`` is the host's colour at the start, ``host_name`` its player's name, empty when not told.
    """

    rules: str
    size: int
    options: Mapping[str, bool | int | str]
    clock: str = NONE
    host_colour: str = "white"
    host_name: str = ""

    def begin(self) -> Game:
        """Return the game at its start; raises ``OptionError`` when there is none like this."""
        return games.start(self.rules, self.size, self.options)

    def as_json(self) -> dict[str, Any]:
        """Return the terms as the other side is told them and as they are kept."""
        return {
            "rules": self.rules,
            "size": self.size,
            "options": dict(self.options),
            "clock": self.clock,
            "host_colour": self.host_colour,
            "host_name": self.host_name,
        }


def read_terms(told: object) -> Terms:
    """Return the terms that were told; raises ``WireError`` when no game can be played by them."""
    if not isinstance(told, dict) or told.get("host_colour") not in COLOURS:
        raise WireError("terms that are none")
    options, size = told.get("options"), told.get("size")
    if not isinstance(options, dict) or type(size) is not int:
        raise WireError("terms without size or options")
    rules = text(told, "rules", 40)
    try:
        game = games.start(rules, size, options)
    except (OptionError, ValueError, TypeError) as error:
        raise WireError("terms of a game that is none") from error
    clock = time_control(told, "clock") or NONE
    name = text(told, "host_name", LONGEST_NAME)
    return Terms(game.NAME, game.size, dict(game.options), TimeControl(clock).text, told["host_colour"], name)

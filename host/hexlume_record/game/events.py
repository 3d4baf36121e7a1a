"""Events of a game, as a board sends them (docs/protocol.md) and the store keeps them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hexlume.games.outcome import DRAW_AGREED, RESIGNED, TIME
from hexlume.match import events

START, ACTION, UNDO = events.START, events.ACTION, events.UNDO
RESULT, CONCLUDE, ABANDON = events.RESULT, events.CONCLUDE, events.ABANDON

RESULTS = ("W+", "B+", "0")
"""The results a game can have (rule ACT-2)."""

CONCLUSIONS = {
    RESIGNED: ("W+", "B+"),
    TIME: ("W+", "B+"),
    DRAW_AGREED: ("0",),
    # What was stored and exported before protocol 3 has sentences.
    "white resigned": ("B+",),
    "black resigned": ("W+",),
    "draw agreed": ("0",),
    "white's time is over": ("B+",),
    "black's time is over": ("W+",),
}
"""The reasons for which a game is concluded otherwise than by its rules, each with the results it can have."""

COLOURS = ("white", "black")

IMPORTED = "import:"
"""What the store puts in front of the ids of imported games; no board's own id begins so."""
LONGEST_ID = 64
"""The most characters of a game's or a board's id."""

_NUMBERED = re.compile(r"-(\d{1,18})-(\d{1,18})$")


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """One numbered event of a game.

    ``seq`` counts from 0 in each game, ``ticks`` are milliseconds of the board's own clock since its power-on number
    ``boot`` (``None``: not known), ``data`` holds what the kind needs (``{"action": "Wd4", "colour": "white"}``).
    """

    game: str
    seq: int
    kind: str
    ticks: int
    data: dict[str, Any]
    boot: int | None = None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with the time (UTC) it was committed (``at``), and when it was played as far as that is known.

    ``boot`` is the board's power-on in which ``ticks`` were counted.
    """

    seq: int
    kind: str
    ticks: int
    data: Mapping[str, Any]
    at: datetime
    boot: int | None = None
    played_at: datetime | None = None

    def ms_since(self, earlier: "StoredEvent") -> int | None:
        """Return the ms from an earlier event to this one, ``None`` when not known.

        They are counted by the board's own clock or, across a restart, by the calendar.
        """
        if self.boot is not None and self.boot == earlier.boot and self.ticks >= earlier.ticks:
            return self.ticks - earlier.ticks
        if self.played_at is not None and earlier.played_at is not None and self.played_at >= earlier.played_at:
            return round((self.played_at - earlier.played_at).total_seconds() * 1000)
        return None


def place_of(game: str, device: str) -> tuple[int, int] | None:
    """Return the numbers in the id of a board's game: the board's start, and the game in it (docs/protocol.md).

    They grow from one game of a board to the next. Returns ``None`` for an id that is not one of this board's.
    """
    numbers = _NUMBERED.fullmatch(game.removeprefix(device)) if game.startswith(device) else None
    return None if numbers is None else (int(numbers[1]), int(numbers[2]))


def is_foreign(game: str, device: str) -> bool:
    """Return whether an id is that of a game of another board (docs/protocol.md)."""
    return bool(_NUMBERED.search(game)) and place_of(game, device) is None


def is_later(game: str, than: str) -> bool:
    """Return whether a board began a game later than another, by the numbers in their ids (docs/protocol.md).

    A board sends the games of its journal after the running one. Where an id has no numbers, ``game`` counts as later.
    """
    here, there = _NUMBERED.search(than), _NUMBERED.search(game)
    if here is None or there is None:
        return True
    return tuple(map(int, there.groups())) > tuple(map(int, here.groups()))

"""Entries of the shared list, terms, and the messages between two hosts, checked before use."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Self

from pydantic import Field, Strict, model_validator

from hexlume import games
from hexlume.games.game import Game, OptionError
from hexlume.match.game_clock import MOST_MS, NONE
from hexlume_record.game.read_event import Colour, Identifier, KnownClock
from hexlume_record.validation import Count, FieldError, Line, checked, items, one_of, whole

HOST = "host"
GUEST = "guest"

ACTION = "action"
RESIGN = "resign"
TIME = "time"
DRAW = "draw"
BACK = "back"
AGREE = "agree"
DECLINE = "decline"

MAX_ENTRIES_PER_MESSAGE = 32
MAX_PENDING = 8
"""Proposals that may wait for the host."""
MAX_REFUSED = 16
MAX_REFUSAL = 200
MAX_NAME = 40
"""Max characters of a player's name."""
MAX_ENTRIES = 4000
"""Bounds a list that another host fills."""


def other(role: str) -> str:
    """Return the other side's role."""
    return GUEST if role == HOST else HOST


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the shared list, written by a side (``by``).

    ``action`` (``ACTION``) has its string, the ``ms`` that its player took, and ``step``, how many steps stood before
    it. ``resign`` and ``time`` (the author's time is over) conclude the game. ``draw`` offers a draw, ``back`` asks to
    go back to the first ``to`` actions; ``agree`` and ``decline`` answer the offer that is entry number ``to``.
    ``number`` counts what a guest proposes, from 1; the host's own entries have 0.
    """

    kind: Annotated[str, one_of(ACTION, RESIGN, TIME, DRAW, BACK, AGREE, DECLINE)]
    by: Annotated[str, one_of(HOST, GUEST)]
    number: Count = 0
    action: Annotated[str, Line(20)] = ""
    ms: Annotated[int, whole(MOST_MS)] = 0
    step: Count = 0
    to: Count = 0

    @model_validator(mode="after")
    def _check(self) -> Self:
        if (self.kind == ACTION) != bool(self.action):
            raise ValueError("must have an action where that is its kind, and nowhere else")
        return self

    def as_json(self) -> dict[str, Any]:
        """Return the entry as it is sent and saved, without the members that do not apply."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played: the game as ``games.start`` takes it, the time control's text, and who begins with which colour.

    ``host_colour`` is the host's colour at the start, ``host_name`` its player's name, or empty.
    """

    rules: Annotated[str, Line(40)]
    size: Annotated[int, whole()]
    options: Mapping[str, Any]
    clock: KnownClock = NONE
    host_colour: Colour = "white"
    host_name: Annotated[str, Line(MAX_NAME)] = ""

    def begin(self) -> Game:
        """Return the game at its start; raises ``OptionError`` when there is none like this."""
        return games.start(self.rules, self.size, self.options)

    def as_json(self) -> dict[str, Any]:
        """Return the terms as they are sent and saved."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """What both sides send: how long their player has taken (``spent``, in ms) at which ``step``.

    ``again`` is whether their player asks for a rematch.
    """

    step: Count
    spent: Count
    again: Annotated[bool, Strict()] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestMessage(_Message):
    """A guest's message: who it is, how many entries it has (-1 before it knows the game), and its proposals."""

    guest: Identifier
    name: Annotated[str, Line(MAX_NAME)]
    have: Annotated[int, whole(least=-1)]
    pending: Annotated[list[Entry], items(MAX_PENDING)]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostMessage(_Message):
    """A host's message: entries of the list from ``begin`` on, its ``size``, and the judgement of proposals.

    ``handled`` is the last proposal that was judged; ``refused`` are numbers of proposals with the reasons.
    """

    begin: Annotated[int, whole(), Field(alias="from")]
    size: Count
    handled: Count
    entries: Annotated[list[Entry], items(MAX_ENTRIES_PER_MESSAGE)]
    refused: Annotated[list[tuple[Count, Annotated[str, Line(MAX_REFUSAL)]]], items(MAX_REFUSED)]
    terms: Any = None


def read_terms(value: object) -> Terms:
    """Return terms; raises ``WireError`` when no game can be played by them."""
    terms = checked(Terms, value, "terms")
    try:
        game = terms.begin()
    except (OptionError, ValueError, TypeError) as error:
        raise FieldError("terms", f"must be of a game: {error}") from error
    return replace(terms, rules=game.NAME, size=game.size, options=dict(game.options), clock=terms.clock or NONE)

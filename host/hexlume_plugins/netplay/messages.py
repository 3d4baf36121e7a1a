"""Messages between the two hosts of a game, checked before use."""

from dataclasses import dataclass
from typing import Annotated, Any

from hexlume_record.game.read_event import Colour
from hexlume_record.table.clock import ClockReport
from hexlume_record.validation import Count, Line, items, one_of

HOST = "host"
GUEST = "guest"

ACT = "act"
RESIGN = "resign"
DRAW = "draw"
BACK = "back"
REMATCH = "rematch"
YES = "yes"
NO = "no"

OFFERS = {
    DRAW: "for a draw",
    BACK: "to take back the last action",
    REMATCH: "for a rematch with colours exchanged",
}
"""What a side may ask for, and in words. The other side agrees by asking for the same."""

LONGEST_ACTION = 20
MAX_NAME = 40
"""Max characters of a player's name."""
MAX_EVENTS = 4000
"""Bounds the list, with which a host could fill a guest's store."""

Role = Annotated[str, one_of(HOST, GUEST)]
Name = Annotated[str, Line(MAX_NAME)]


def opposite(role: str) -> str:
    """Return the other side's role."""
    return GUEST if role == HOST else HOST


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to do.

    ``act`` plays an ``action``. ``draw``, ``back`` (the last action) and ``rematch`` make an offer, or agree to the
    other side's same one; ``no`` declines one. ``at`` is how many events the person knows.
    """

    do: Annotated[str, one_of(ACT, RESIGN, NO, *OFFERS)]
    action: Annotated[str, Line(LONGEST_ACTION)] = ""
    at: Count = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What a side (``by``) asks for."""

    by: Role
    do: Annotated[str, one_of(*OFFERS)]


@dataclass(frozen=True, slots=True)
class GuestMessage:
    """A guest's message, whose first has ``name`` and ``have``: how many events it has of the game of number ``round``.

    ``ready`` is whether its person can act: the other side's actions have been carried out there.
    """

    name: Name = ""
    round: Count = 0
    have: Count | None = None
    ready: bool = True
    wish: Wish | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostMessage:
    """A host's message: the events from number ``first`` on that the guest does not have, and how the game stands.

    ``name`` and ``colour`` are the host's at the start of the game of number ``round``. ``answer`` is the one to a
    wish: empty when it was carried out, else one sentence why not.
    """

    name: Name
    round: Count
    colour: Colour
    first: Count
    events: Annotated[list[tuple[Annotated[str, Line(16)], dict[str, Any]]], items(MAX_EVENTS)]
    offer: Offer | None = None
    clock: ClockReport | None = None
    answer: Annotated[str, Line(300)] | None = None

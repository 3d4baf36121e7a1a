"""Events as a match takes them (``hexlume.match``), made of stored ones, and made into what is stored."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.games.pieces import COLOURS
from hexlume.match.events import members
from hexlume.match.game_clock import UNTIMED

from .events import ABANDON, ACTION, CONCLUDE, RESULT, UNDO, BoardEvent, StoredEvent


class Event(NamedTuple):
    """An event of a game after its start, without when and where it happened (``hexlume.match.events``)."""

    kind: str
    first: Any = 0
    second: Any = 0
    clock: int = UNTIMED

    def data(self, grid: HexGrid | SquareGrid) -> dict[str, Any]:
        """Return the members of the event that are stored (docs/protocol.md)."""
        return members(self, grid)


def match_event(event: BoardEvent | StoredEvent, code_of: Callable[[BoardEvent | StoredEvent], int]) -> Event | None:
    """Return an event as ``Match.apply`` takes it; ``code_of`` gives the code of an action's.

    ``None`` for a start, which makes the match, and for a kind that this host does not know.
    """
    kind, data = event.kind, event.data
    if kind == ACTION:
        return Event(kind, code_of(event), COLOURS.index(data["colour"]), data.get("clock", UNTIMED))
    if kind in (RESULT, CONCLUDE):
        return Event(kind, data["result"], data["reason"], data.get("clock", UNTIMED))
    return Event(kind) if kind in (UNDO, ABANDON) else None

"""The host's fold: a game's events, one after another, make the game, and say what each has changed.

The store, replays, variations, imports and two hosts that play each other all fold their events here.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hexlume.games import notation
from hexlume.games.game import Game, IllegalAction
from hexlume.games.game_clock import NONE, UNTIMED, clock_for, take_back
from hexlume.games.grid import NO_CELL
from hexlume.games.outcome import RESULTS
from hexlume.games.pieces import COLOURS, EMPTY, other

from .events import ABANDON, ACTION, CONCLUDE, RESULT, UNDO, BoardEvent, StoredEvent


class Event(NamedTuple):
    """An event of a game after its start, without when and where it happened.

    Of an action ``first`` is its code, ``second`` the colour that acted and ``left`` what that has left
    (``GameClock.play``); of an ending ``first`` is the result and ``second`` the reason.
    """

    kind: str
    first: Any = 0
    second: Any = 0
    left: int = UNTIMED

    def data(self, game: Game) -> dict[str, Any]:
        """Return the members of the event that are stored (docs/protocol.md)."""
        if self.kind == ACTION:
            clock = {"clock": self.left} if self.left >= 0 else {}
            return {"action": game.name(self.first), "colour": COLOURS[self.second], **clock}
        return {"result": self.first, "reason": self.second} if self.kind in (RESULT, CONCLUDE) else {}


def match_event(event: BoardEvent | StoredEvent, code_of: Callable[[BoardEvent | StoredEvent], int]) -> Event | None:
    """Return an event as ``Match.apply`` takes it; ``code_of`` gives the code of an action's.

    ``None`` for a start, which makes the match, and for a kind that this host does not know.
    """
    kind, data = event.kind, event.data
    if kind == ACTION:
        return Event(kind, code_of(event), COLOURS.index(data["colour"]), data.get("clock", UNTIMED))
    if kind in (RESULT, CONCLUDE):
        return Event(kind, data["result"], data["reason"])
    return Event(kind) if kind in (UNDO, ABANDON) else None


@dataclass
class Change:
    """What an event has changed, in cells of the game.

    ``event`` is the event, with its clock. ``moved`` are the cells that an action moved a piece from and to
    (``NO_CELL`` twice if none), ``placed`` the others that have a piece now, ``turned`` those whose piece has another
    side up, ``captured`` those whose piece it took off. ``ends_turn`` and ``ends_game`` say what followed. An event of
    another kind changes no cells of its own.
    """

    event: Event
    moved: tuple[int, int] = (NO_CELL, NO_CELL)
    placed: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    captured: list[int] = field(default_factory=list)
    ends_turn: bool = False
    ends_game: bool = False

    def note_cells(self, game: Game, action: int) -> None:
        """Note what the last action of a game did to its cells."""
        if notation.kind(action) in (notation.STEP, notation.CAPTURE):
            self.moved = notation.first(action), notation.second(action)
        origin, target = self.moved
        for cell, before, after in game.changes():
            if before != EMPTY and (after == EMPTY or cell == target):
                if cell != origin:
                    self.captured.append(cell)
            elif before != EMPTY:
                self.turned.append(cell)
            elif cell != target:
                self.placed.append(cell)


class Match:
    """A game by its events: ``game`` is the position, ``clock`` its clock, ``None`` without one.

    ``count`` is how many actions stand. ``abandoned`` is whether the players left it for another.
    """

    def __init__(self, game: Game, control: str = NONE) -> None:
        """Take a game without any action yet, and its time control.

        Raises ``TimeControlError`` for a control that is none.
        """
        self.game = game
        self.clock = clock_for(control)
        self.abandoned = False

    @property
    def count(self) -> int:
        """Return how many actions stand."""
        return len(self.game.codes)

    def apply(self, event: Event) -> Change:
        """Take the game's next event, and return what it has changed.

        With ``left`` as ``RUNNING``, which counts for the colour to move, the returned event has the time that is left.
        Raises ``IllegalAction`` for an event that does not fit, and changes nothing.
        """
        game, change = self.game, Change(event)
        if event.kind == ACTION:
            change.event = event._replace(left=self._act(change, event.first, event.second, event.left))
        elif event.kind == CONCLUDE:
            game.conclude(RESULTS.index(event.first), event.second)
            if self.clock is not None:
                self.clock.pause()
            change.ends_game = True
        elif event.kind == UNDO:
            self.clock = take_back(game, self.clock)
        elif event.kind == RESULT and game.result != event.first:
            raise IllegalAction(f"the actions do not lead to the result {event.first}")
        self.abandoned = event.kind == ABANDON
        return change

    def _act(self, change: Change, action: int, colour: int, left: int) -> int:
        """Play an action; return what its colour has left."""
        game, clock = self.game, self.clock
        if game.to_move == other(colour) or not game.is_legal(action):
            raise IllegalAction(f"action {action} is not legal here")
        game.push(action)
        swaps = notation.swaps_seats(action)
        change.note_cells(game, action)
        change.ends_turn = swaps or game.to_move != colour
        change.ends_game = game.result is not None
        return UNTIMED if clock is None else clock.play(colour, game.to_move, swaps, left)

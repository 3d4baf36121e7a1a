"""The match: a game's events, one after another, make the game, and say what each has changed.

The board in play and after a power cut folds its events here, and so do the host's store, replays, variations, imports
and two hosts that play each other.
"""

from ..games import Game, IllegalAction, notation
from ..games.grid import NO_CELL
from ..games.outcome import RESULTS, TIME
from ..games.pieces import EMPTY, other
from .events import ACTION, CONCLUDE, RESULT, UNDO
from .game_clock import NONE, UNTIMED, GameClock, TimeControl

if False:  # for type checkers only
    from .events import Event


class Change:
    """What an event has changed, in cells of the game.

    ``event`` is the event, with its clock. ``moved`` are the cells that an action moved a piece from and to
    (``NO_CELL`` twice if none), ``placed`` the others that have a piece now, ``turned`` those whose piece has another
    side up, ``captured`` those whose piece it took off. ``ends_turn`` and ``ends_game`` say what followed. An event of
    another kind changes no cells of its own.
    """

    def __init__(self, event: "Event") -> None:
        """Begin with an event that has changed nothing."""
        self.event = event
        self.moved = (NO_CELL, NO_CELL)
        self.placed: list[int] = []
        self.turned: list[int] = []
        self.captured: list[int] = []
        self.ends_turn = self.ends_game = False

    def note_cells(self, game: "Game", action: int, moment: int = 0) -> None:
        """Note what the last action of a game did to its cells, or that to which there were ``moment`` actions."""
        if notation.kind(action) in (notation.STEP, notation.CAPTURE):
            self.moved = notation.first(action), notation.second(action)
        origin, target = self.moved
        for cell, before, after in game.changes(moment):
            if before != EMPTY and (after == EMPTY or cell == target):
                if cell != origin:
                    self.captured.append(cell)
            elif before != EMPTY:
                self.turned.append(cell)
            elif cell != target:
                self.placed.append(cell)


class Match:
    """A game by its events: ``game`` is the position, ``clock`` its clock, ``None`` without one.

    ``count`` is how many actions stand.
    """

    def __init__(self, game: Game, control: str = NONE) -> None:
        """Take a game without any action yet, and its time control.

        Raises ``TimeControlError`` for a control that is none.
        """
        self.game = game
        self.clock = None if control == NONE else GameClock(TimeControl(control))
        self.count = 0

    def apply(self, event: "Event") -> Change:
        """Take the game's next event, and return what it has changed.

        With the clock ``RUNNING``, which counts for the colour to move, the returned event has the time that is left.
        Actions that ``game`` has played already (the referee tried them) are not played twice: that takes long.
        Raises ``IllegalAction`` for an event that does not fit, and changes nothing.
        """
        kind, first, second, left = event
        game, clock = self.game, self.clock
        change = Change(event)
        if kind == ACTION:
            left = self._act(change, first, second, left)
        elif kind == CONCLUDE:
            colour = game.to_move
            game.conclude(RESULTS.index(first), second)
            left = UNTIMED if clock is None else clock.stop(colour, left)
            change.ends_game = True
        elif kind == UNDO:
            self._undo()
        elif kind == RESULT and game.result != first:
            raise IllegalAction("the actions do not lead to the result %s" % first)
        change.event = kind, first, second, left
        return change

    def _act(self, change: Change, action: int, colour: int, left: int) -> int:
        """Play an action; return what its colour has left."""
        game, clock = self.game, self.clock
        if self.count == len(game.codes):
            if game.to_move == other(colour) or not game.is_legal(action):
                raise IllegalAction("action %d is not legal here" % action)
            game.push(action)
        self.count += 1
        _, to_move = game.position_after(self.count)
        swaps = notation.swaps_seats(action)
        change.note_cells(game, action, self.count)
        change.ends_turn = swaps or to_move != colour
        change.ends_game = self.count == len(game.codes) and game.result is not None
        return UNTIMED if clock is None else clock.play(colour, to_move, swaps, left)

    def _undo(self) -> None:
        """Take back what concluded the game, or its last action; at the start there is nothing to take back."""
        game, clock = self.game, self.clock
        if game.concluded and game.outcome is not None:
            if game.outcome.reason == TIME:
                # Who goes on after a fall of the flag goes on without a clock.
                self.clock = None
            elif clock is not None:
                clock.resume()
            game.reopen()
        elif self.count:
            self.count -= 1
            game.pop()
            if clock is not None:
                clock.take_back()

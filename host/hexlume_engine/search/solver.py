"""The solver as the rest of the host uses it: proves the value of a position with best play."""

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

from . import solver_search as searching
from .indices import actions_of
from .pattern_weights import patterns_of
from .position import FastPosition
from .solver_search import NO, RUNNING, TOO_DEEP, YES
from .state import USED
from .value import DRAW, LOSS, OPPOSITE, WIN

FOREVER = 2**62
_SLICE = 5_000
_BRIEF = 1_000
"""A question for fewer positions leaves as it is what guides longer ones."""
_DEEP = 256
_SPARE = 1024
_ENTRY_BYTES = 8 * searching.ENTRY
_DRAWING = ("organica",)
"""The games that know a draw."""

_ENDLESS = ("organica", "droched")
"""The games whose lines may go on for very long: they are searched to one action more at a time."""


class Solver:
    """Proves the values of positions of one game, board and options. What it has proven helps with what comes next.

    ``go_on`` is asked after every slice of work.
    """

    def __init__(self, game: Game, memory_mb: int, go_on: Callable[[], bool] = lambda: True) -> None:
        self._draws, self._deepens = game.NAME in _DRAWING, game.NAME in _ENDLESS
        tables = FastPosition.at_start(game).tables
        self._work: Any = searching.make_work(
            room=tables.state_size + _SPARE,
            width=2 * tables.cells + 160,
            deep=_DEEP,
            entries=1 << max(10, (memory_mb * 2**20 // _ENTRY_BYTES).bit_length() - 1),
            actions=actions_of(tables.numbers),
            patterns=patterns_of(game.NAME),
        )
        self._go_on = go_on
        self._ended = False

    @property
    def positions(self) -> int:
        """How many positions were searched."""
        return int(self._work.control[searching.NODES])

    def value(self, position: FastPosition, positions: int = FOREVER, horizon: int = 0) -> str | None:
        """Return the value with best play of a position that is not over, for the player to act.

        ``None`` if that is not proven within ``positions`` positions (0: if it was not proven before), or ``horizon``
        actions, or before ``go_on`` ended it, or if the game is too long.
        """
        until = self.positions + positions
        horizons: Iterable[int] = count(1) if self._deepens and not horizon else (horizon or FOREVER,)
        for most in horizons:
            won = self._ask(position, searching.WIN, until, most)
            drawn = self._ask(position, searching.DRAW, until, most) if self._draws and not won else won
            if won or drawn is False:
                return WIN if won else LOSS
            if drawn and won is False:
                return DRAW
            if self.positions >= until or self._ended:
                break
        return None

    def wins_at(self, position: FastPosition, positions: int, horizon: int = FOREVER) -> bool | None:
        """Return whether who acts wins a position, ``None`` if that is not proven within the limits of ``value``."""
        return self._ask(position, searching.WIN, self.positions + positions, horizon)

    def _ask(self, position: FastPosition, need: int, until: int, horizon: int) -> bool | None:
        tables = position.tables.numbers
        if int(position.numbers[USED]) - position.tables.state_size > _SPARE // 2:
            # The game is too long.
            return None
        self._ended = False
        if until - self.positions > _BRIEF:
            # What decided older questions counts for less.
            self._work.heat[:] >>= 2
        searching.begin(self._work, position.numbers, tables, need, horizon)
        while True:
            nodes = min(_SLICE, until - self.positions)
            found = searching.explore(self._work, tables, position.work, nodes)
            if found == TOO_DEEP:
                self._work = searching.deeper(self._work)
            elif found != RUNNING:
                return {YES: True, NO: False}.get(found)
            elif self.positions >= until:
                return None
            elif not self._go_on():
                self._ended = True
                return None


def value_after(position: FastPosition, action: int, value: Callable[[FastPosition], str | None]) -> str | None:
    """Return a legal action's value for the player who chooses it; ``value`` returns that of a position not over."""
    after, mover = position.copy(), position.to_move
    after.apply(action)
    exchanged = notation.swaps_seats(action)
    if after.result is None:
        found = value(after)
        return found and (found if (after.to_move == mover) != exchanged else OPPOSITE[found])
    if after.result == "0":
        return DRAW
    return WIN if (after.result == ("W+" if mover == WHITE else "B+")) != exchanged else LOSS

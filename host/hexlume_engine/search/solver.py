"""The solver as the rest of the host uses it: proves the value of a position with best play."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from hexlume.games import notation
from hexlume.games.game import Game

from . import solver_search as searching
from .compiled import Numbers
from .indices import actions_of
from .pattern_weights import patterns_of
from .position import FastPosition, generator
from .solver_search import DRAW, NO, RUNNING, TOO_DEEP, WIN, YES
from .state import USED
from .transposition_keys import images

WON, DRAWN, LOST = "win", "draw", "loss"
"""The values of a position for the player to act."""
CONTRARY = {WON: LOST, DRAWN: DRAWN, LOST: WON}

DEFAULT_MEMORY_MB = 512
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


@dataclass(frozen=True, slots=True)
class Proven:
    """Proven positions: two words of each one's key, and what is known with the work that it took."""

    keys: Any
    known: Any

    def __len__(self) -> int:
        return len(self.known)


class Solver:
    """Proves the values of positions of one game, board and options. What it has proven helps with what comes next.

    ``go_on`` is called with the solver after every slice of work and returns whether to go on.
    """

    def __init__(
        self,
        game: Game,
        memory_mb: int = DEFAULT_MEMORY_MB,
        go_on: Callable[["Solver"], bool] | None = None,
        symmetric: bool = True,
    ) -> None:
        """``symmetric``: take positions that are each other's images for one, which few are late in a game."""
        self._draws = game.NAME in _DRAWING
        self._deepens = game.NAME in _ENDLESS
        self._images = images(game, symmetric)
        self._position = FastPosition.at_start(game)
        tables = self._position.tables
        self._places = actions_of(tables.compiled())
        entries = 1 << max(10, (memory_mb * 2**20 // _ENTRY_BYTES).bit_length() - 1)
        self._width = 2 * tables.cells + 160
        self._work = searching.make_work(
            tables.state_size + _SPARE, self._width, _DEEP, entries, self._places, patterns_of(game.NAME)
        )
        self._rng = generator(1)
        self._go_on = go_on
        self._ended = False

    @property
    def positions(self) -> int:
        """How many positions were searched."""
        return int(cast(Any, self._work.control)[searching.NODES])

    def progress(self) -> float:
        """Return the share of the question's lines that is done, 0 to 1; an early answer may come at any time."""
        work: Any = self._work
        done, share = 0.0, 1.0
        for depth in range(min(8, int(work.control[searching.DEPTH]) + 1)):
            frame = work.frames[depth * searching.FRAME : (depth + 1) * searching.FRAME]
            count, following = int(frame[0]), int(frame[1])
            if count == 0:
                break
            done += share * max(0, following - 1) / count
            share /= count
        return done

    def value(self, game: Game, positions: int = FOREVER, horizon: int | None = None) -> str | None:
        """Return the value with best play of a game that is not over, for the player to act.

        ``None`` if that is not proven within ``positions`` positions (0: if it was not proven before), or ``horizon``
        actions, or before ``go_on`` ended it.
        """
        if self._deepens and horizon is None:
            return self._value_deepening(game, positions)
        position = FastPosition.of(game)
        left = self.positions + positions
        won = self._ask(position, WIN, left, horizon)
        if won:
            return WON
        if not self._draws:
            return None if won is None else LOST
        drawn = self._ask(position, DRAW, left, horizon)
        if drawn:
            return None if won is None else DRAWN
        return None if drawn is None else LOST

    def wins(self, game: Game, positions: int, horizon: int) -> bool:
        """Return whether it is proven within these limits that the player to act wins a game that is not over."""
        return self.wins_at(FastPosition.of(game), positions, horizon) is True

    def wins_at(self, position: FastPosition, positions: int, horizon: int | None = None) -> bool | None:
        """Return whether who acts wins a position, ``None`` if that is not proven within the limits of ``value``."""
        return self._ask(position, WIN, self.positions + positions, horizon)

    def _value_deepening(self, game: Game, positions: int) -> str | None:
        until = self.positions + positions
        horizon = 1
        while self.positions < until and not self._ended:
            found = self.value(game, until - self.positions, horizon)
            if found is not None:
                return found
            horizon += 1
        return None

    def value_after(self, game: Game, action: int, positions: int = FOREVER, horizon: int | None = None) -> str | None:
        """Return a legal action's value for the player who chooses it, as ``value``; the game is left as it was."""
        mover = game.to_move
        game.push(action)
        try:
            result, to_move = game.result, game.to_move
            found = None if result is not None else self.value(game, positions, horizon)
        finally:
            game.pop()
        exchanged = notation.swaps_seats(action)
        if result is not None:
            if result == "0":
                return DRAWN
            return WON if (result == ("W+" if mover == 1 else "B+")) != exchanged else LOST
        if found is None:
            return None
        return found if (to_move == mover) != exchanged else CONTRARY[found]

    def key(self, game: Game) -> tuple[int, int]:
        """Return what is equal for positions that the solver takes for the same."""
        position = FastPosition.of(game)
        words = np.zeros(2, np.int64)
        searching.key_of(
            cast(Numbers, position.numbers), position.tables.compiled(), self._images, cast(Numbers, words)
        )
        return int(words[0]), int(words[1])

    def proven(self, work: int = 1) -> Proven:
        """Return the proven positions that took at least ``work`` nodes."""
        table = cast(Any, self._work.table).reshape(-1, searching.ENTRY)
        found = table[table[:, 2] >> searching.BITS >= work]
        found = found[np.lexsort((found[:, 0], found[:, 1]))]
        return Proven(found[:, :2].ravel().copy(), found[:, 2].copy())

    def learn(self, proven: Proven) -> None:
        """Take in what was proven before."""
        if len(proven):
            searching.take_in(self._work, cast(Any, proven.keys), cast(Any, proven.known))

    def _ask(self, position: FastPosition, need: int, left: int, horizon: int | None) -> bool | None:
        tables = position.tables.compiled()
        past = int(position.numbers[USED]) - position.tables.state_size
        if past > _SPARE // 2:
            raise ValueError("the game is too long to be solved")
        self._ended = False
        if left - self.positions > _BRIEF:
            searching.cool(self._work)
        searching.begin(self._work, cast(Numbers, position.numbers), tables, need, horizon or FOREVER)
        while True:
            slice_ = min(_SLICE, left - self.positions)
            found = searching.explore(
                self._work,
                tables,
                self._images,
                cast(Numbers, position.work),
                cast(Numbers, position.out),
                self._rng,
                self._draws,
                slice_,
            )
            if found == TOO_DEEP:
                self._work = searching.deeper(self._work)
            elif found != RUNNING:
                return True if found == YES else False if found == NO else None
            elif self.positions >= left:
                return None
            elif self._go_on is not None and not self._go_on(self):
                self._ended = True
                return None

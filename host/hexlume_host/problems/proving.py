"""Proves what every action of a position is worth, with the solver: nothing here is a guess."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hexlume.games.contract import Game

from ..engine.solving import Solver
from .problem import LOSS, Answer, names
from .proof import CHANCE, Proof, ends, same_positions

LONGEST_LINE = 6
"""So many actions of what follows an action are kept."""
DEEPEST = 12
"""Proofs of more actions are not measured."""
_MEMORY_MB = 64
_DEPTH_MEMORY_MB = 4


@dataclass(frozen=True, slots=True)
class Limit:
    """How much is searched to prove one position or action: so many positions or, in their place, so many seconds."""

    positions: int = 50_000
    seconds: float | None = None


class Prover:
    """Proves positions of one game after another; what it has proven of a kind of game helps with the next."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._until = 0.0
        self._kind: tuple[Any, ...] = ()
        self._solver: Solver | None = None

    def worth(self, game: Game) -> str | None:
        """Return what a game that is not over is worth to who acts; ``None`` if that is not proven in time."""
        return self._ask(game, lambda solver: solver.worth(game, self._positions))

    def prove(self, game: Game, alone: bool = True) -> Proof | None:
        """Return a proof of a position that is not lost; ``None`` if not everything is proven in time.

        ``alone``: also ``None`` as soon as a second action is as good as the best, or if there is nothing to choose.
        """
        groups = same_positions(game)
        if alone and len(groups) < 2:
            return None
        worth = self.worth(game)
        if worth is None or worth == LOSS:
            return None
        found: list[tuple[tuple[int, ...], str]] = []
        best = 0
        for group in groups:
            after = self._worth_after(game, group[0])
            best += after == worth
            if after is None or (alone and best > 1):
                return None
            found.append((tuple(group), after))
        return Proof(worth, tuple(found)) if best else None

    def answers(self, game: Game, proof: Proof) -> dict[str, Answer]:
        """Return what a proof says of every action by name, each with best play after it."""
        told = {}
        for group, worth in proof.groups:
            game.apply(group[0])
            line = self._line(game)
            game.undo()
            told.update(dict.fromkeys(names(game, group), Answer(CHANCE[worth], worth, line)))
        return told

    def depth(self, game: Game, worth: str) -> int | None:
        """Return in how many actions best play brings what a position is worth; ``None`` if that is not found."""
        solver = Solver(game, _DEPTH_MEMORY_MB, self._go_on)
        for horizon in range(1, DEEPEST + 1):
            self._begin()
            left = self._positions - solver.positions
            if left <= 0:
                return None
            if solver.worth(game, left, horizon) == worth:
                return horizon
        return None

    def _line(self, game: Game) -> tuple[str, ...]:
        """Return best play from where a game stands; it is as it was afterwards."""
        line: list[str] = []
        try:
            while game.result is None and len(line) < LONGEST_LINE:
                action = self._best(game)
                if action is None:
                    break
                line.append(game.name(action))
                game.apply(action)
        finally:
            for _ in line:
                game.undo()
        return tuple(line)

    def _best(self, game: Game) -> int | None:
        """Return an action that is proven to keep what a position is worth, at best one that ends the game."""
        worth = self.worth(game)
        if worth is None:
            return None
        actions = [group[0] for group in same_positions(game)]
        if worth == LOSS:
            # Nothing is better; one that does not end the game at once shows more.
            return min(actions, key=lambda action: ends(game, action) is not None)
        for action in actions:
            if ends(game, action) == worth:
                return action
        return next((action for action in actions if self._worth_after(game, action) == worth), None)

    def _worth_after(self, game: Game, action: int) -> str | None:
        return self._ask(game, lambda solver: solver.worth_after(game, action, self._positions))

    @property
    def _positions(self) -> int:
        return self._limit.positions if self._limit.seconds is None else 2**62

    def _ask(self, game: Game, question: Callable[[Solver], str | None]) -> str | None:
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())))
        if kind != self._kind or self._solver is None:
            self._kind, self._solver = kind, Solver(game, _MEMORY_MB, self._go_on)
        self._begin()
        try:
            return question(self._solver)
        except ValueError:
            # A game of so many actions is nothing for the solver.
            return None

    def _begin(self) -> None:
        if self._limit.seconds is not None:
            self._until = self._clock() + self._limit.seconds

    def _go_on(self, solver: Solver) -> bool:
        return self._limit.seconds is None or self._clock() < self._until

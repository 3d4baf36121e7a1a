"""Proves what every action of a position is worth, with the solver: nothing here is a guess."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from hexlume.games.game import Game

from ..engine.solving import Solver
from .proof import CHANCE, Proof, ends, same_positions
from .puzzle import DRAW, LATER, LOSS, WIN, Answer, names

LONGEST_LINE = 6
"""So many actions of what follows an action are kept."""
MOST_WITHIN = 3
"""Wins within more actions are not looked for."""
DEEPEST = 12
"""Proofs of more actions are not measured."""
_OTHERS = {WIN: LOSS, DRAW: DRAW, LOSS: WIN, LATER: LATER}
"""What is worth this to one side, to the other."""
_MEMORY_MB = 64
_DEPTH_MEMORY_MB = 4


Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class ProofLimit:
    """How much is searched to prove one position or action: so many positions or, in their place, so many seconds."""

    positions: int = 50_000
    seconds: float | None = None


class Prover:
    """Proves positions of one game after another; what it has proven of a kind of game helps with the next."""

    def __init__(self, limit: ProofLimit, clock: Callable[[], float] = time.monotonic) -> None:
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

    def prove_within(self, game: Game) -> Proof | None:
        """Return a proof that a single action wins within a few, and no other within as many; ``None`` without one.

        For games in which it takes too long to prove that the others do not win at all.
        """
        if not self._wins_within(game, MOST_WITHIN):
            return None
        # The most is enough.
        depth = next((depth for depth in range(1, MOST_WITHIN) if self._wins_within(game, depth)), MOST_WITHIN)
        found = [(tuple(group), self._worth_within(game, group[0], depth)) for group in same_positions(game)]
        known = tuple((group, worth) for group, worth in found if worth is not None)
        alone = len(found) > 1 and sum(worth == WIN for _, worth in known) == 1
        return Proof(WIN, known, depth) if alone and len(known) == len(found) else None

    def answers(self, game: Game, proof: Proof) -> dict[str, Answer]:
        """Return what a proof says of every action by name, each with best play after it."""
        told = {}
        for group, worth in proof.groups:
            if worth == LATER:
                line = self._preventing(game, group[0], proof.depth)
            elif proof.depth and worth == WIN:
                line = self._line_within(game, group[0], proof.depth)
            else:
                line = self._line_after(game, group[0])
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

    def _wins_within(self, game: Game, depth: int) -> bool:
        """Return whether who acts is proven to win within so many actions."""
        return bool(self._ask_afresh(game, lambda solver: solver.wins(game, self._positions, depth)))

    def _within(self, game: Game, depth: int) -> str | None:
        """Return what a position is proven to be worth to who acts within so many actions, ``later`` if nothing is.

        ``None`` if that takes long.
        """

        def worth(solver: Solver) -> str | None:
            found = solver.worth(game, self._positions, depth)
            took_long = solver.positions >= self._positions or not self._go_on(solver)
            return found or (None if took_long else LATER)

        return self._ask_afresh(game, worth)

    def _worth_within(self, game: Game, action: int, depth: int) -> str | None:
        """Return what an action is worth as ``_within`` does, itself among so many."""
        over = ends(game, action)
        if over is not None or depth == 1:
            return over or LATER
        mover = game.to_move
        game.push(action)
        worth = self._within(game, depth - 1)
        same = game.to_move == mover
        game.pop()
        return worth if same or worth is None else _OTHERS[worth]

    def _line_within(self, game: Game, action: int, depth: int) -> tuple[str, ...]:
        """Return how an action wins that is proven to win within so many; the game is as it was afterwards."""
        mover, line = game.to_move, [action]
        game.push(action)
        try:
            while game.result is None:
                left = depth - len(line)
                replies = [group[0] for group in same_positions(game)]
                if game.to_move == mover:
                    replies = [reply for reply in replies if self._worth_within(game, reply, left) == WIN]
                if not replies:
                    break
                # What does not end the game at once shows more.
                line.append(min(replies, key=lambda reply: game.to_move != mover and ends(game, reply) is not None))
                game.push(line[-1])
        finally:
            for _ in line:
                game.pop()
        return names(game, line[1:])

    def _preventing(self, game: Game, action: int, depth: int) -> tuple[str, ...]:
        """Return the enemy's reply after which an action does not win within so many; none if it is not its turn."""
        mover = game.to_move
        game.push(action)
        try:
            if game.to_move != mover and depth > 1:
                for group in same_positions(game):
                    if self._worth_within(game, group[0], depth - 1) not in (LOSS, None):
                        return (game.name(group[0]),)
            return ()
        finally:
            game.pop()

    def _line_after(self, game: Game, action: int) -> tuple[str, ...]:
        """Return best play after an action; the game is as it was afterwards."""
        line: list[str] = []
        game.push(action)
        try:
            while game.result is None and len(line) < LONGEST_LINE:
                best = self._best(game)
                if best is None:
                    break
                line.append(game.name(best))
                game.push(best)
        finally:
            for _ in (action, *line):
                game.pop()
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

    def _ask_afresh(self, game: Game, question: Callable[[Solver], Found]) -> Found | None:
        """Ask a solver that knows nothing: what was proven before could take more actions."""
        solver = Solver(game, _DEPTH_MEMORY_MB, self._go_on)
        self._begin()
        try:
            return question(solver)
        except ValueError:
            return None

    def _begin(self) -> None:
        if self._limit.seconds is not None:
            self._until = self._clock() + self._limit.seconds

    def _go_on(self, solver: Solver) -> bool:
        return self._limit.seconds is None or self._clock() < self._until

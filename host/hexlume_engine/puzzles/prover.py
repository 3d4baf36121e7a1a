"""The prover of puzzles: computes the game value of every action of a position with the solver, without estimates."""

from typing import Any

from hexlume.games.game import Game

from ..search.position import FastPosition
from ..search.solver import Solver, value_after
from ..search.value import LOSS, OPPOSITE, WIN
from .proof import CHANCE, Proof, after, ends, same_positions
from .puzzle import LATER, Answer

LONGEST_LINE = 6
"""The most actions stored of the line after an action."""
MOST_WITHIN = 3
"""The longest win to look for, in actions."""
DEEPEST = 12
"""The longest proof whose length is measured, in actions."""
POSITIONS = 50_000
"""The default of the most positions searched to prove one position or action."""
_MEMORY_MB = 64
_DEPTH_MEMORY_MB = 4


class Prover:
    """Proves positions of one game after another; proofs of one game type help with the next of the same type."""

    def __init__(self, positions: int = POSITIONS) -> None:
        """``positions`` is the most that are searched to prove one position or action."""
        self._positions = positions
        self._kind: tuple[Any, ...] = ()
        self._solver: Solver | None = None

    def value(self, game: Game) -> str | None:
        """Return the value of a game that is not over, for the player to act; ``None`` if it is not proven."""
        return self._shared_solver(game).value(FastPosition.of(game), self._positions)

    def prove(self, game: Game, alone: bool = True) -> Proof | None:
        """Return a proof of a position that is not lost; ``None`` if not everything is proven within the limit.

        ``alone``: also ``None`` as soon as a second action is as good as the best, or if there is nothing to choose.
        """
        groups = same_positions(game)
        if alone and len(groups) < 2:
            return None
        value = self.value(game)
        return None if value is None or value == LOSS else self._proof(game, groups, value, alone)

    def prove_within(self, game: Game) -> Proof | None:
        """Return a proof that exactly one action wins within a few actions; ``None`` without one.

        For games in which it takes too long to prove that the others do not win at all.
        """
        if not self._wins_within(game, MOST_WITHIN):
            return None
        depth = next((depth for depth in range(1, MOST_WITHIN) if self._wins_within(game, depth)), MOST_WITHIN)
        groups = same_positions(game)
        return self._proof(game, groups, WIN, True, depth) if len(groups) > 1 else None

    def _proof(self, game: Game, groups: list[list[int]], value: str, alone: bool, depth: int = 0) -> Proof | None:
        found: list[tuple[tuple[int, ...], str]] = []
        best = 0
        for group in groups:
            its_value = self._value_after(game, group[0], depth)
            best += its_value == value
            if its_value is None or (alone and best > 1):
                return None
            found.append((tuple(group), its_value))
        return Proof(value, tuple(found), depth) if best else None

    def answers(self, game: Game, proof: Proof) -> dict[str, Answer]:
        """Return the value of every action by name, each with best play after it."""
        answers: dict[str, Answer] = {}
        for group, value in proof.groups:
            answer = Answer(CHANCE[value], value, self._line(game, group[0], proof.depth, value))
            answers.update(dict.fromkeys(map(game.name, group), answer))
        return answers

    def depth(self, game: Game, value: str) -> int | None:
        """Return in how many actions best play reaches a position's value; ``None`` if that is not found."""
        solver, position = self._new_solver(game), FastPosition.of(game)
        for horizon in range(1, DEEPEST + 1):
            if solver.value(position, self._positions - solver.positions, horizon) == value:
                return horizon
        return None

    def _wins_within(self, game: Game, depth: int) -> bool:
        """Return whether the player to act is proven to win within a number of actions."""
        return bool(self._new_solver(game).wins_at(FastPosition.of(game), self._positions, depth))

    def _value_after(self, game: Game, action: int, depth: int = 0) -> str | None:
        """Return the proven value of an action for its player; ``None`` if the limit was reached.

        With a ``depth`` it is the value within that number of actions, its own included: ``later`` if none is proven.
        """
        if depth == 1:
            return ends(game, action) or LATER
        solver = self._new_solver(game) if depth else self._shared_solver(game)
        found = value_after(
            FastPosition.of(game),
            action,
            lambda position: solver.value(position, self._positions, max(0, depth - 1)),
        )
        return found or (LATER if depth and 0 < solver.positions < self._positions else None)

    def _line(self, game: Game, action: int, depth: int, value: str) -> tuple[str, ...]:
        """Return best play after an action of a value; of one that wins later only the reply that prevents the win."""
        mover, line = game.to_move, list[int]()
        is_limited = depth > 0 and value in (WIN, LATER)
        with after(game, action):
            while game.result is None and len(line) < (1 if value == LATER else LONGEST_LINE):
                is_own, left = game.to_move == mover, depth - 1 - len(line)
                if is_limited and (not left or (value == LATER and is_own)):
                    break
                reply = self._reply(game, value if is_own else OPPOSITE.get(value, LATER), left if is_limited else 0)
                if reply is None:
                    break
                line.append(reply)
                game.push(reply)
        return tuple(map(game.name, line))

    def _reply(self, game: Game, value: str, depth: int) -> int | None:
        """Return an action that is proven to hold a value (within a depth), preferably one that ends the game."""
        replies = [group[0] for group in same_positions(game)]
        if value == LOSS:
            # All are equal; one that does not end the game at once shows more.
            return min(replies, key=lambda reply: ends(game, reply) is not None)
        replies.sort(key=lambda reply: ends(game, reply) != value)
        return next((reply for reply in replies if self._holds(game, reply, value, depth)), None)

    def _holds(self, game: Game, action: int, value: str, depth: int) -> bool:
        found = self._value_after(game, action, depth)
        return found is not None and CHANCE[found] >= CHANCE[value]

    def _shared_solver(self, game: Game) -> Solver:
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())))
        if kind != self._kind or self._solver is None:
            self._kind, self._solver = kind, Solver(game, _MEMORY_MB)
        return self._solver

    def _new_solver(self, game: Game) -> Solver:
        """Return a solver without earlier proofs, whose wins could take more actions."""
        return Solver(game, _DEPTH_MEMORY_MB)

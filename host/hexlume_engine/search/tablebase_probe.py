"""Tablebase probe: looks positions of solved games up, and proves what is below the stored ones with a solver."""

from collections.abc import Callable
from typing import Any
from weakref import proxy

from hexlume.games.game import Game

from . import tablebase
from .solver import LOST, Solver
from .turn_solver import TurnSolver

_MEMORY_MB = 64
_POSITIONS = 60_000
"""For one question: a fraction of a second. Every position below a file's ones takes far fewer."""
_AT_ONCE = 500


class TablebaseProbe:
    """Values of positions of solved games; the files are read when a game is first asked about."""

    def __init__(self) -> None:
        self._kind: tuple[Any, ...] = ()
        self._solver: Solver | None = None
        self._go_on: Callable[[], bool] = bool

    def action_values(self, game: Game, go_on: Callable[[], bool], all_actions: bool) -> dict[int, str]:
        """Return legal actions with their values for the player to act: ``win``, ``draw`` or ``loss``.

        What could not be proven at once, or before ``go_on`` said no, is not among them. Without ``all_actions`` it
        ends with the first best action. Nothing is proven of games that were not solved.
        """
        solver = self._take_up(game)
        if solver is None:
            return {}
        self._go_on = go_on
        value = solver.value(game, _POSITIONS)
        return action_values_by(solver, game, value, go_on, all_actions, (_AT_ONCE, _POSITIONS))

    def _take_up(self, game: Game) -> Solver | None:
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())))
        if kind != self._kind:
            self._kind = kind
            self._solver = None
            if tablebase.known_result(game) is not None:
                # The solver's table is freed with the engine: a reference back would leave it to the garbage collector.
                own = proxy(self)
                self._solver = Solver(game, _MEMORY_MB, lambda solver: own._go_on())
                for proven in tablebase.proven_positions(game):
                    self._solver.learn(proven)
        return self._solver


def action_values_by(
    solver: Solver | TurnSolver,
    game: Game,
    value: str | None,
    go_on: Callable[[], bool],
    all_actions: bool,
    rounds: tuple[int, ...],
) -> dict[int, str]:
    """Return a solver's values of the legal actions of a position whose value is ``value``.

    ``rounds`` are the positions that may be searched for each action, first and then again.
    """
    if value is None:
        return {}
    legal = sorted(game.legal_actions())
    if value == LOST:
        # Nothing is better than a loss.
        return dict.fromkeys(legal, LOST)
    found: dict[int, str] = {}
    # Where a position is won, an action that wins is in the table or quickly proven: other actions may take long.
    for positions in rounds:
        for action in legal:
            if action in found:
                continue
            after = solver.value_after(game, action, positions)
            if after is not None:
                found[action] = after
            if (after == value and not all_actions) or not go_on():
                return found if value in found.values() else {}
    return found if value in found.values() else {}

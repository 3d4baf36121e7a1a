"""Exact play near a game's end: an alpha-beta search proves positions some turns before the tree search could."""

from collections.abc import Callable
from typing import Any
from weakref import proxy

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY

from .position import FastPosition
from .pv_proof import prove_pv
from .solver import Solver, value_after
from .tree import Tree
from .turn_solver import MOST_CELLS, TurnSolver
from .value import LOSS

_EMPTY_CELLS = {"orochi": 14, "sibling": 22}
"""The numbers of empty cells from which on some positions are proven in half a second; that helps with the next ones.

In Orcoon the tree search proves as much; Organica and Droched do not end by a full board.
"""
_PV_PROOF = {"sibling": (28, 18, 400_000)}
"""The number of empty cells from which on the principal variation is proven, the number of empty cells where it is
proven, and the max number of positions that this may take."""
_AT_ONCE = 500


class Endgame:
    """Proves the values of late positions, of one game after another; what was proven helps as the game goes on."""

    def __init__(self, memory_mb: int) -> None:
        self._memory_mb = memory_mb
        self._kind: tuple[Any, ...] = ()
        self._solver: Solver | TurnSolver | None = None
        self._go_on: Callable[[], bool] = bool
        self._tried: set[tuple[int, ...]] = set()
        self._pv_root: list[int] = []

    @staticmethod
    def has_come(game: Game) -> bool:
        """Return whether few enough cells are empty to try."""
        most = _EMPTY_CELLS.get(game.NAME, -1)
        return sum(piece == EMPTY for piece in game.board) <= most

    def prove_pv(self, tree: Tree, game: Game, go_on: Callable[[], bool]) -> None:
        """Prove a position of the principal variation near the end, unless ``go_on`` ends it; note it in the tree."""
        begins_at, most_empty, positions = _PV_PROOF.get(game.NAME, (-1, 0, 0))
        if game.board.count(EMPTY) > begins_at:
            return
        solver = self._take_up(game)
        self._go_on = go_on
        if self._pv_root != game.codes[: len(self._pv_root)]:
            self._tried.clear()
        self._pv_root = list(game.codes)

        def wins(found: Game) -> bool | None:
            return solver.wins_at(FastPosition.of(found), positions)

        prove_pv(tree, game, most_empty, self._tried, wins)

    def action_values(self, game: Game, positions: int, go_on: Callable[[], bool], all_actions: bool) -> dict[int, str]:
        """Return legal actions with their values for the player to act: ``win``, ``draw`` or ``loss``.

        If the position is proven within ``positions`` positions, before ``go_on`` said no, the best is among them;
        without ``all_actions`` it then ends with the first best one. Else only actions proven to lose are among them.
        """
        solver, position = self._take_up(game), FastPosition.of(game)
        self._go_on = go_on
        value = solver.value(position, positions)
        if value == LOSS:
            return dict.fromkeys(sorted(game.legal_actions()), LOSS)
        if value is not None:
            self._go_on = lambda: True
        found: dict[int, str] = {}
        for action in sorted(game.legal_actions()):
            after = value_after(position, action, lambda after: solver.value(after, _AT_ONCE if value else 0))
            if after is not None and (value or after == LOSS):
                found[action] = after
            if value and after == value and not all_actions:
                break
        return found if value in (None, *found.values()) else {}

    def _take_up(self, game: Game) -> Solver | TurnSolver:
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())))
        if self._solver is None or kind != self._kind:
            self._kind = kind
            # The solver's table is freed with the engine: a reference back would leave it to the garbage collector.
            own: Endgame = proxy(self)

            def goes_on() -> bool:
                return own._go_on()

            if game.NAME == "sibling" and game.grid.cells <= MOST_CELLS:
                self._solver = TurnSolver(game, self._memory_mb, goes_on)
            else:
                self._solver = Solver(game, self._memory_mb, goes_on)
        return self._solver

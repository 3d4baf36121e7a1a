"""The search of compiled positions: the tree, its threads, and the game's position at its root."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from hexlume.games import notation
from hexlume.games.game import Game

from . import search as searching
from . import tree as trees
from .analysis import FEWEST_IN_VARIATION, LONGEST_VARIATION, Candidate, candidate
from .indices import actions_of
from .level import Settings
from .pattern_weights import patterns_of
from .position import FastPosition, generator
from .reroot import reroot
from .tree import WHOLE

_MAST_DECAY = 0.3


@dataclass(slots=True)
class _Hands:
    """What one thread needs for itself."""

    position: FastPosition
    rng: Any
    path: Any
    trace: Any


class CompiledSearch:
    """Searches positions of one game after another; ``take_up`` comes first."""

    def __init__(self, seed: int, memory_mb: int, threads: int) -> None:
        self.tree: Any = None
        self._seed = seed
        self._memory_mb = memory_mb
        self._threads = threads
        self._kind: tuple[Any, ...] = ()
        self._codes: list[int] = []
        self._root: Any = None
        self._mover = 0
        self._hands: list[_Hands] = []
        self._mast: Any = None
        self._patterns = patterns_of("")
        self._moved: Any = None
        self._settings = Settings()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def take_up(self, game: Game, settings: Settings, backwards: bool) -> None:
        """Take the game's position as the root: what was found before stays if the game goes on.

        ``backwards``: also if it goes one action back.
        """
        codes = list(game.codes)
        learned = settings.learned if len(patterns_of(game.NAME).weights) else 0.0
        self._settings = settings._replace(learned=learned)
        # The level may have changed.
        tables = settings.reference > 0
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())), tables)
        position = FastPosition.of(game)
        actions = actions_of(position.tables.numbers)
        behind = None
        if self.tree is None or kind != self._kind:
            self._kind = kind
            self._patterns = patterns_of(game.NAME)
            self.tree = trees.make_tree(actions, self._memory_mb, tables)
            trees.clear_tree(self.tree)
            self._moved = np.zeros(len(self.tree.first), np.int32)
            self._mast = np.zeros(4 * actions, np.float64)
        elif codes != self._codes:
            known = self._descendant(codes)
            if backwards and codes == self._codes[:-1] and self.tree.first[0] >= 0:
                behind = self._codes[-1]
            elif known is None:
                trees.clear_tree(self.tree)
            else:
                trees.keep_below(self.tree, known, self._moved, actions)
            self._mast *= _MAST_DECAY
        self._codes, self._mover = codes, game.to_move
        self._root = position
        own = self._hands[0].position if self._hands else None
        if own is None or own.tables is not position.tables or len(own.numbers) < len(position.numbers):
            self._hands = [self._make_hands(position, at) for at in range(self._threads)]
        if behind is not None and not reroot(self.tree, len(position.legal()), behind, self._mover, self._expand):
            trees.clear_tree(self.tree)

    def leave_out(self, lost: set[int]) -> None:
        """Spare the search actions of the root that are proven to lose."""
        tree = self.tree
        if tree.first[0] < 0:
            self._expand()
        winner = 3 - self._mover
        for child in trees.children_of(self.tree, 0):
            action = int(tree.code[child])
            if action in lost and tree.proven[child] == 0:
                tree.proven[child] = 3 - winner if notation.swaps_seats(action) else winner

    @property
    def proven(self) -> int:
        """The position's proven result."""
        return int(self.tree.proven[0])

    def search(self, playouts: int, go_on: Callable[[], bool]) -> int:
        """Run ``playouts`` playouts, in all threads; return how many were made."""
        tree, root = self.tree, self._root

        def work(hands: _Hands, share: int) -> int:
            own = hands.position
            return searching.search(
                tree,
                root.numbers,
                own.numbers,
                own.tables.numbers,
                own.work,
                own.out,
                hands.rng,
                self._settings,
                hands.path,
                hands.trace,
                self._mast,
                self._patterns,
                share,
            )

        if self._pool is None:
            return work(self._hands[0], playouts)
        share = max(1, playouts // self._threads)
        return sum(self._pool.map(work, self._hands, [share] * self._threads))

    def visits(self) -> list[int]:
        """Return the playouts through each action."""
        return [int(self.tree.visits[child]) for child in trees.children_of(self.tree, 0)]

    def candidates(self) -> list[Candidate]:
        """Return all legal actions, in any order."""
        return [self._candidate(child) for child in trees.children_of(self.tree, 0)]

    def _expand(self) -> None:
        """Give a root that stands alone its children."""
        self.search(1, bool)

    def _make_hands(self, position: FastPosition, at: int) -> _Hands:
        depth = searching.MOST_DEPTH + 1
        own = position.copy()
        own.numbers = np.zeros(len(position.numbers) + 256, np.int64)
        own.work = np.zeros(own.tables.work_size + len(own.numbers), np.int64)
        rng = self._hands[at].rng if at < len(self._hands) else generator(self._seed + at)
        return _Hands(own, rng, np.zeros(depth, np.int64), np.zeros(depth, np.int64))

    def _descendant(self, codes: list[int]) -> int | None:
        """Return the node of a position that follows the root's, ``None`` if there is none."""
        before = len(self._codes)
        if codes[:before] != self._codes:
            return None
        node = 0
        for action in codes[before:]:
            found = [child for child in trees.children_of(self.tree, node) if self.tree.code[child] == action]
            if not found:
                return None
            node = found[0]
        return node

    def _candidate(self, child: int) -> Candidate:
        tree = self.tree
        visits = int(tree.visits[child])
        white = int(tree.score[child]) / (WHOLE * visits) if visits else 0.5
        action, proven = int(tree.code[child]), int(tree.proven[child])
        return candidate(
            action, self._mover, visits, white, proven, tuple(self._variation(child)), self._settings.calibration
        )

    def _variation(self, node: int) -> list[int]:
        tree = self.tree
        found: list[int] = []
        while len(found) < LONGEST_VARIATION:
            children = trees.children_of(self.tree, node)
            if not children:
                break
            node = max(children, key=lambda child: int(tree.visits[child]))
            if tree.visits[node] < FEWEST_IN_VARIATION:
                break
            found.append(int(tree.code[node]))
        return found

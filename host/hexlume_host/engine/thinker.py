"""The engine as the rest of the host uses it: asked for an action or for what it thinks of a position."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

from ..signals import held_back
from . import search as searching
from . import tree as trees
from .endgame import Endgame
from .grafting import graft
from .indices import actions_of
from .kept_code import compiling_once
from .learned import patterns_of
from .level import LEVELS, STRONGEST, Level, Limit, told
from .perfect import CHANCES, Perfect
from .position import FastPosition, generator
from .solving import FOREVER
from .solving_sibling import TurnSolver
from .tree import WHOLE, Tree

DEFAULT_MEMORY_MB = 384
_ENDGAME_MEMORY = 6
"""The part of the memory that is for proving late positions: one in so many."""
_ENDGAME_TIME = 0.4
"""The part of the time for an action that may go into proving its position."""
_PROVING_TIME = 0.6
"""The part of the time for a search that may go into proving what it expects."""
_ENDGAME_S = 2.0
_ENDGAME_POSITIONS = 20
"""As many positions for each of the level's games."""
_READY_MB = 8
_SLICE_S = 0.02
_FIRST_SLICE = 8
_MOST_SLICE = 4096
_CHECKED = 32
"""After so many games at a time it is asked whether more could change the best action, where no time is given."""
_HABITS_KEPT = 0.3
_LONGEST_VARIATION = 12
_FEWEST_IN_VARIATION = 8
_DRAW = 3
_SETTLED = 1e9
NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the engine thinks of a legal action.

    ``visits`` are the games searched through it; ``chance`` is the chance to win of who chooses it, a draw counting
    half, 0 to 1; ``proven`` is ``"win"``, ``"loss"`` or ``"draw"`` for that player where it is certain, else
    ``None``; ``variation`` the actions expected from it on, itself the first. ``mean`` is what these games brought that
    player in the mean, 0 to 1: the chance before it is told as sure as it may be (``sureness``).
    """

    action: int
    visits: int
    chance: float
    proven: str | None
    variation: tuple[int, ...]
    mean: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the engine thinks of a position: its actions, the best first, and how many games that rests on.

    ``chance`` is that of the player to act; ``proven`` as a candidate's.
    """

    candidates: tuple[Candidate, ...]
    playouts: int
    chance: float
    proven: str | None


@dataclass(slots=True)
class _Hands:
    """What one thread needs for itself."""

    position: FastPosition
    rng: Any
    path: Any
    trace: Any


class Engine:
    """Thinks about positions of one game after another; the tree is kept from one action to the next.

    With a level that counts playouts and one thread, the same seed and the same questions give the same answers.
    ``clock`` counts the seconds that are given to it. All methods are called from one thread at a time.
    """

    _preparing = threading.RLock()
    _is_ready = False

    def __init__(
        self,
        level: Level = STRONGEST,
        seed: int | None = None,
        memory_mb: int = DEFAULT_MEMORY_MB,
        threads: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.level = level
        self.last: Analysis | None = None
        """What was thought last."""
        self._random = Random(seed)
        self._seed = self._random.getrandbits(62)
        self._memory_mb = memory_mb - memory_mb // _ENDGAME_MEMORY
        self._threads = threads
        self._clock = clock
        self._tree: Tree | None = None
        self._kind: tuple[Any, ...] = ()
        self._codes: list[int] = []
        self._root: FastPosition | None = None
        self._hands: list[_Hands] = []
        self._habits: Any = None
        self._patterns = patterns_of("")
        self._moved: Any = None
        self._perfect = Perfect()
        self._endgame = Endgame(memory_mb // _ENDGAME_MEMORY)
        self._worths: dict[int, str] = {}
        self._sureness = 1.0
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @staticmethod
    def make_ready() -> None:
        """Load all that thinking needs, or compile it: no thought takes longer for that any more."""
        with Engine._preparing:
            if Engine._is_ready:
                return
            # For this thread, which comes by here again; others wait until it is done.
            Engine._is_ready = True
            try:
                with compiling_once(), held_back():
                    game = games.start("sibling", 3)
                    # Known to be lost, it is solved and searched as well.
                    Engine(STRONGEST, 1, _READY_MB).analyse(game, Limit(playouts=1))
                    TurnSolver(game, 1).worth(game, 1)
                    # Where nothing is known, what was found goes along with the game.
                    engine = Engine(LEVELS[0], 1, _READY_MB)
                    for action in game.legal_actions()[:2]:
                        engine.analyse(game, Limit(playouts=1))
                        game.push(action)
            except BaseException:
                Engine._is_ready = False
                raise

    def choose(self, game: Game, limit: Limit = NO_LIMIT, go_on: Callable[[], bool] | None = None) -> int:
        """Return the code of the action to play in a game that is not over.

        It thinks until ``limit`` or the level's playouts are used up; at least one of them must be limited. ``go_on``
        is as in ``analysis``.
        """
        self.last = None
        legal = game.legal_actions()
        if not self.level.searches:
            return self._random.choice(sorted(legal))
        if len(legal) == 1:
            return legal[0]
        analysis = self.analyse(game, limit, hurried=True, go_on=go_on)
        if self.level.whim and self._random.random() < self.level.whim:
            weights = [1 + candidate.visits for candidate in analysis.candidates]
            return self._random.choices(analysis.candidates, weights)[0].action
        return analysis.candidates[0].action

    def analyse(
        self,
        game: Game,
        limit: Limit = NO_LIMIT,
        *,
        hurried: bool = False,
        free: bool = False,
        backwards: bool = False,
        go_on: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Think about a game that is not over and return the last result of ``analysis``; one limit must be set."""
        own = None if free else self.level.most_playouts(game.NAME)
        if limit == NO_LIMIT and own is None:
            raise ValueError("the engine needs a limit: seconds or playouts")
        results = self.analysis(game, limit, every=None, hurried=hurried, free=free, backwards=backwards, go_on=go_on)
        return deque(results, maxlen=1).pop()

    def analysis(
        self,
        game: Game,
        limit: Limit = NO_LIMIT,
        *,
        every: float | None = 0.5,
        hurried: bool = False,
        free: bool = False,
        backwards: bool = False,
        go_on: Callable[[], bool] | None = None,
    ) -> Iterator[Analysis]:
        """Think about a game that is not over, and yield what is thought of its actions: improving results.

        One comes every ``every`` seconds (``None``: none of these), and the last one when ``limit`` or the level's
        playouts are used up. Without a limit it goes on until the iterator is closed, which stops the search at any
        time. The search runs while the next result is asked for; ``go_on`` is asked meanwhile, every few hundredths of
        a second, whether to go on to the last result.

        In solved games the levels that are ``perfect`` return what is proven instead of searching, and ``hurried`` so
        do they where they prove it near a game's end; lost positions are searched all the same, for the most stubborn
        action. ``free``: without the level's playouts. ``hurried``: end as soon as no further thought could change the
        best action. ``backwards``: keep what was found also if the game is the one before with its last action taken
        back.
        """
        own = None if free else self.level.most_playouts(game.NAME)
        bounds = [bound for bound in (limit.playouts, own) if bound is not None]
        playouts, seconds = min(bounds) if bounds else None, limit.seconds
        self.make_ready()
        began = yielded = self._clock()
        parameters = self._parameters(game)

        # The solvers keep what they ask: it must not hold the engine, whose tables are freed with the last use of it.
        clock = self._clock

        def in_time() -> bool:
            return (go_on is None or go_on()) and (seconds is None or clock() - began < seconds)

        if self._prove(game, playouts, seconds, hurried, in_time):
            self.last = self._solved()
            yield self.last
            return
        tree = self._take_up(game, backwards)
        self._note_lost(tree, game, parameters)
        made, size, since = 0, _FIRST_SLICE, self._clock()
        # What is proven in so many seconds must not decide where the machine's speed is not to.
        prove_more = self._expecting(tree, game, in_time, hurried and seconds is not None and playouts is None)
        while True:
            wanted = size if playouts is None else min(size, playouts - made)
            if hurried and seconds is None:
                # Where it ends must not follow from how fast the machine is.
                wanted = min(wanted, _CHECKED - made % _CHECKED)
            before = self._clock()
            done = self._slice(tree, parameters, max(1, wanted))
            now = self._clock()
            made += done
            if now - before < _SLICE_S / 2:
                size = min(_MOST_SLICE, 2 * size)
            elif now - before > 2 * _SLICE_S:
                size = max(1, size // 2)
            now += prove_more(now - since)
            if tree.proven[0] or (playouts is not None and made >= playouts):
                break
            if seconds is not None and now - began >= seconds:
                break
            if go_on is not None and not go_on():
                break
            left = None if seconds is None else seconds - (now - began)
            checked = seconds is not None or made % _CHECKED == 0
            if hurried and checked and self._is_settled(tree, made, playouts, now - since, left):
                break
            if every is not None and now - yielded >= every:
                yielded = now
                self.last = self._read(tree, game.to_move, made)
                yield self.last
        self.last = self._read(tree, game.to_move, made)
        yield self.last

    def _prove(
        self, game: Game, limit: int | None, seconds: float | None, hurried: bool, in_time: Callable[[], bool]
    ) -> bool:
        """Note what actions are proven to be worth; return whether no search is needed any more."""
        self._worths = {}
        if not self.level.perfect:
            return False
        self._worths = self._perfect.worths(game, in_time, not hurried)
        solved = bool(self._worths)
        if not solved and Endgame.has_come(game):
            until = self._clock() + (_ENDGAME_S if seconds is None else _ENDGAME_TIME * seconds)
            positions = FOREVER if limit is None else _ENDGAME_POSITIONS * limit
            clock = self._clock

            def go_on() -> bool:
                return in_time() and (limit is not None or clock() < until)

            self._worths = self._endgame.worths(game, positions, go_on, not hurried)
        return (hurried or solved) and any(worth != "loss" for worth in self._worths.values())

    def _expecting(self, tree: Tree, game: Game, in_time: Callable[[], bool], wanted: bool) -> Callable[[float], float]:
        """Return what proves expected positions near a game's end while that has not taken too much of some seconds.

        It returns how long it has taken.
        """
        spent = 0.0

        def prove(used: float) -> float:
            nonlocal spent
            if not wanted or not self.level.perfect or spent > _PROVING_TIME * used:
                return 0.0
            began = self._clock()
            self._endgame.prove_expected(tree, game, in_time)
            took = self._clock() - began
            spent += took
            return took

        return prove

    def _take_up(self, game: Game, backwards: bool) -> Tree:
        """Return the tree with the game's position at its root: what was found before is kept if the game goes on.

        ``backwards``: also if it goes one action back.
        """
        codes = list(game.codes)
        # The level may have changed.
        settings = self.level.settings(game.NAME)
        tables, self._sureness = settings.reference > 0, settings.sureness
        kind = (game.NAME, game.size, tuple(sorted(game.options.items())), tables)
        position = FastPosition.of(game)
        actions = actions_of(position.tables.compiled())
        behind = None
        if self._tree is None or kind != self._kind:
            self._kind = kind
            self._patterns = patterns_of(game.NAME)
            self._tree = trees.make_tree(actions, self._memory_mb, tables)
            trees.clear_tree(self._tree)
            self._moved = np.zeros(len(self._tree.first), np.int32)
            self._habits = np.zeros(4 * actions, np.float64)
        elif codes != self._codes:
            known = self._descendant(codes)
            if backwards and codes == self._codes[:-1] and self._tree.first[0] >= 0:
                behind = self._codes[-1]
            elif known is None:
                trees.clear_tree(self._tree)
            else:
                trees.keep_below(self._tree, known, self._moved, actions)
            searching.age_habits(self._habits, _HABITS_KEPT)
        self._codes = codes
        self._root = position
        own = self._hands[0].position if self._hands else None
        if own is None or own.tables is not position.tables or len(own.numbers) < len(position.numbers):
            self._hands = [self._make_hands(position, at) for at in range(self._threads)]
        if behind is not None:
            self._go_back(game, position, behind)
        return self._tree

    def _note_lost(self, tree: Tree, game: Game, parameters: Any) -> None:
        """Spare the search those of the root's actions that are proven to lose, unless all of them are."""
        if not 0 < sum(worth == "loss" for worth in self._worths.values()) < len(game.legal_actions()):
            return
        if tree.first[0] < 0:
            self._slice(tree, parameters, 1)
        lost = 3 - game.to_move
        for child in self._children(tree, 0):
            action = int(tree.code[child])
            if self._worths.get(action) == "loss" and tree.proven[child] == 0:
                proven: Any = tree.proven
                proven[child] = 3 - lost if notation.swaps_seats(action) else lost

    def _go_back(self, game: Game, position: FastPosition, played: int) -> None:
        """Take the tree along to the position before its root, from which ``played`` leads there."""
        tree, parameters = self._tree, self._parameters(game)
        assert tree is not None

        def expand() -> None:
            self._slice(tree, parameters, 1)

        if not graft(tree, len(position.legal()), played, game.to_move, expand):
            trees.clear_tree(tree)

    def _parameters(self, game: Game) -> Any:
        parameters: Any = self.level.settings(game.NAME).numbers()
        if not len(patterns_of(game.NAME).weights):
            parameters[searching.LEARNED] = 0
        return parameters

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
        if self._tree is None or codes[:before] != self._codes:
            return None
        node = 0
        for action in codes[before:]:
            found = [child for child in self._children(self._tree, node) if self._tree.code[child] == action]
            if not found:
                return None
            node = found[0]
        return node

    @staticmethod
    def _children(tree: Tree, node: int) -> range:
        first = int(tree.first[node])
        return range(first, first + int(tree.children[node])) if first >= 0 else range(0)

    def _slice(self, tree: Tree, parameters: Any, iterations: int) -> int:
        """Search for so many iterations, in all threads; return how many were made."""
        assert self._root is not None
        root = self._root.numbers

        def work(hands: _Hands, share: int) -> int:
            own = hands.position
            return searching.search(
                tree,
                root,
                own.numbers,
                own.tables.compiled(),
                own.work,
                own.out,
                hands.rng,
                parameters,
                hands.path,
                hands.trace,
                self._habits,
                self._patterns,
                share,
            )

        if self._pool is None:
            return work(self._hands[0], iterations)
        share = max(1, iterations // self._threads)
        return sum(self._pool.map(work, self._hands, [share] * self._threads))

    def _is_settled(self, tree: Tree, made: int, limit: int | None, used: float, seconds: float | None) -> bool:
        """Return whether the games that are left could not make another action the most searched one.

        ``made`` were made in ``used`` seconds; ``seconds`` are left.
        """
        left = _SETTLED
        if limit is not None:
            left = limit - made
        if seconds is not None and used > 0:
            left = min(left, made * seconds / used)
        visits = sorted((int(tree.visits[child]) for child in self._children(tree, 0)), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def _read(self, tree: Tree, mover: int, made: int) -> Analysis:
        """Return what the tree says."""
        candidates = [self._candidate(tree, child, mover) for child in self._children(tree, 0)]
        rank = {"win": 2, None: 1, "draw": 1, "loss": 0}
        candidates.sort(key=lambda found: (-rank[found.proven], -found.visits, found.action))
        best = candidates[0]
        drawn = [found for found in candidates if found.proven == "draw"]
        if drawn and best.proven is None and tree.proven[0]:
            best = drawn[0]
        proven = _words(int(tree.proven[0]), mover)
        worths = self._worths.values()
        if proven is None and (set(worths) - {"loss"} or 0 < len(worths) == len(candidates)):
            proven = max(worths, key=CHANCES.__getitem__)
        return Analysis(tuple(candidates), made, best.chance, proven)

    def _solved(self) -> Analysis:
        """Return what is proven, without a search: the best actions first."""
        candidates = [
            Candidate(action, 0, CHANCES[worth], worth, (action,), CHANCES[worth])
            for action, worth in self._worths.items()
        ]
        candidates.sort(key=lambda found: (-found.chance, found.action))
        return Analysis(tuple(candidates), 0, candidates[0].chance, candidates[0].proven)

    def _candidate(self, tree: Tree, child: int, mover: int) -> Candidate:
        action = int(tree.code[child])
        owner = 3 - mover if notation.swaps_seats(action) else mover
        visits = int(tree.visits[child])
        score = int(tree.score[child]) / (WHOLE * visits) if visits else 0.5
        proven = self._worths.get(action) or _words(int(tree.proven[child]), owner)
        mean = score if owner == WHITE else 1 - score
        chance = told(mean, self._sureness) if proven is None else CHANCES[proven]
        return Candidate(action, visits, chance, proven, (action, *self._variation(tree, child)), mean)

    def _variation(self, tree: Tree, node: int) -> list[int]:
        found: list[int] = []
        while len(found) < _LONGEST_VARIATION:
            children = self._children(tree, node)
            if not children:
                break
            node = max(children, key=lambda child: int(tree.visits[child]))
            if tree.visits[node] < _FEWEST_IN_VARIATION:
                break
            found.append(int(tree.code[node]))
        return found


def _words(proven: int, mover: int) -> str | None:
    """Return what a proven result is for a colour."""
    if proven == 0:
        return None
    return "draw" if proven == _DRAW else "win" if proven == mover else "loss"

"""The engine as the rest of the host uses it: chooses an action, or analyses a position."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.signals import held_back

from . import positions
from .analysis import Analysis, Candidate, outcome_word
from .compile_cache import compile_lock
from .compiled_search import CompiledSearch
from .endgame import Endgame
from .level import LEVELS, STRONGEST, Level, Limit
from .position import FastPosition
from .rules_search import RulesSearch, starts_usually
from .solver import FOREVER, Solver
from .turn_solver import TurnSolver
from .value import CHANCE, DRAW, LOSS, WIN

DEFAULT_MEMORY_MB = 384
_ENDGAME_MEMORY = 6
"""The memory's share for proving late positions: one in six."""
_ENDGAME_TIME = 0.4
"""The share of the time for an action that may go into proving its position."""
_PV_TIME = 0.6
"""The share of the time for a search that may go into proving its principal variation."""
_ENDGAME_S = 2.0
_ENDGAME_POSITIONS = 20
"""The max number of positions for each of the level's playouts."""
_READY_MB = 8
_SLICE_S = 0.02
_MOST_SLICE = 4096
_CHECKED = 32
"""Playouts after which it is checked again whether more could change the best action, where no time is given."""
_SETTLED = 1e9
NO_LIMIT = Limit()


class Engine:
    """Thinks about positions of one game after another; the tree stays from one action to the next.

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
        """The last result."""
        self._random = Random(seed)
        seed_of_search = self._random.getrandbits(62)
        endgame_mb = memory_mb // _ENDGAME_MEMORY
        self._clock = clock
        memory_mb -= endgame_mb
        self._compiled = CompiledSearch(seed_of_search, memory_mb, threads)
        self._rules = RulesSearch(seed_of_search, memory_mb)
        self._endgame = Endgame(endgame_mb)
        self._proven_values: dict[int, str] = {}

    @staticmethod
    def make_ready() -> None:
        """Load all that thinking needs, or compile it: no thought takes longer for that any more."""
        with Engine._preparing:
            if Engine._is_ready:
                return
            # For this thread, which comes by here again; others wait until it is done.
            Engine._is_ready = True
            try:
                with compile_lock(), held_back():
                    game = games.start("sibling", 3)
                    Engine(STRONGEST, 1, _READY_MB).analyse(game, Limit(playouts=1))
                    for solver in (Solver(game, 1), TurnSolver(game, 1)):
                        solver.value(FastPosition.of(game), 1)
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
        if len(legal) == 1:
            return legal[0]
        analysis = self.analyse(game, limit, hurried=True, go_on=go_on)
        if self.level.softening and self._random.random() < self.level.softening:
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

        ``hurried``: end as soon as no further thought could change the best action; levels with ``exact_endgames`` then
        return what they prove near a game's end without searching, except for lost positions, where the search finds
        the most stubborn action. ``free``: without the level's playouts. ``backwards``: keep the tree also if the game
        is the one before with its last action taken back.
        """
        own = None if free else self.level.most_playouts(game.NAME)
        bounds = [bound for bound in (limit.playouts, own) if bound is not None]
        playouts, seconds = min(bounds) if bounds else None, limit.seconds
        if _is_compiled(game):
            self.make_ready()
        began = last_result_at = self._clock()

        # The solvers keep what they ask: it must not hold the engine, whose tables are freed with the last use of it.
        clock = self._clock

        def in_time() -> bool:
            return (go_on is None or go_on()) and (seconds is None or clock() - began < seconds)

        if self._prove(game, playouts, seconds, hurried, in_time):
            self.last = self._solved()
            yield self.last
            return
        # What is proven in some seconds must not decide where the machine's speed is not to.
        search = self._take_up(game, backwards)
        proves_pv = hurried and seconds is not None and playouts is None and self.level.exact_endgames
        made, size, since, proving = 0, 1, self._clock(), 0.0
        while True:
            wanted = size if playouts is None else min(size, playouts - made)
            if hurried and seconds is None:
                # Where it ends must not follow from how fast the machine is.
                wanted = min(wanted, _CHECKED - made % _CHECKED)
            before = self._clock()
            done = search.search(max(1, wanted), in_time)
            now = self._clock()
            made += done
            if now - before < _SLICE_S / 2:
                size = min(_MOST_SLICE, 2 * size)
            elif now - before > 2 * _SLICE_S:
                size = max(1, size // 2)
            if proves_pv and _is_compiled(game) and proving <= _PV_TIME * (now - since):
                self._endgame.prove_pv(self._compiled.tree, game, in_time)
                proving -= now
                now = self._clock()
                proving += now
            if search.proven or (playouts is not None and made >= playouts):
                break
            if seconds is not None and now - began >= seconds:
                break
            if go_on is not None and not go_on():
                break
            left = None if seconds is None else seconds - (now - began)
            checked = seconds is not None or made % _CHECKED == 0
            if hurried and checked and self._is_settled(search, made, playouts, now - since, left):
                break
            if every is not None and now - last_result_at >= every:
                last_result_at = now
                self.last = self._read(search, game.to_move, made)
                yield self.last
        self.last = self._read(search, game.to_move, made)
        yield self.last

    def _prove(
        self, game: Game, limit: int | None, seconds: float | None, hurried: bool, in_time: Callable[[], bool]
    ) -> bool:
        """Note the actions' proven values; return whether no search is needed any more."""
        self._proven_values = {}
        if self.level.exact_endgames and _is_compiled(game) and Endgame.has_come(game):
            until = self._clock() + (_ENDGAME_S if seconds is None else _ENDGAME_TIME * seconds)
            most = FOREVER if limit is None else _ENDGAME_POSITIONS * limit
            clock = self._clock

            def go_on() -> bool:
                return in_time() and (limit is not None or clock() < until)

            self._proven_values = self._endgame.action_values(game, most, go_on, not hurried)
        return hurried and any(value != LOSS for value in self._proven_values.values())

    def _take_up(self, game: Game, backwards: bool) -> CompiledSearch | RulesSearch:
        """Return a search of the game's position."""
        settings = self.level.settings(game.NAME)
        if not _is_compiled(game):
            self._rules.take_up(game, settings, backwards)
            return self._rules
        self._compiled.take_up(game, settings, backwards)
        lost = {action for action, value in self._proven_values.items() if value == LOSS}
        if 0 < len(lost) < len(game.legal_actions()):
            self._compiled.leave_out(lost)
        return self._compiled

    def _is_settled(
        self, search: CompiledSearch | RulesSearch, made: int, limit: int | None, used: float, seconds: float | None
    ) -> bool:
        """Return whether the playouts that are left could not make another action the most searched one.

        ``made`` were made in ``used`` seconds; ``seconds`` are left.
        """
        left = _SETTLED
        if limit is not None:
            left = limit - made
        if seconds is not None and used > 0:
            left = min(left, made * seconds / used)
        visits = sorted(search.visits(), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left

    def _read(self, search: CompiledSearch | RulesSearch, mover: int, made: int) -> Analysis:
        """Return what the search has found, with what is proven otherwise."""
        candidates = [
            replace(found, proven=value, chance=CHANCE[value])
            if (value := self._proven_values.get(found.action))
            else found
            for found in search.candidates()
        ]
        rank = {WIN: 2, None: 1, DRAW: 1, LOSS: 0}
        candidates.sort(key=lambda found: (-rank[found.proven], -found.visits, found.action))
        best = candidates[0]
        drawn = [found for found in candidates if found.proven == DRAW]
        if drawn and best.proven is None and search.proven:
            best = drawn[0]
        proven = outcome_word(search.proven, mover)
        values = self._proven_values.values()
        if proven is None and (set(values) - {LOSS} or 0 < len(values) == len(candidates)):
            proven = max(values, key=CHANCE.__getitem__)
        return Analysis(tuple(candidates), made, best.chance, proven)

    def _solved(self) -> Analysis:
        """Return what is proven, without a search: the best actions first."""
        candidates = [
            Candidate(action, 0, CHANCE[value], value, (action,), CHANCE[value])
            for action, value in self._proven_values.items()
        ]
        candidates.sort(key=lambda found: (-found.chance, found.action))
        return Analysis(tuple(candidates), 0, candidates[0].chance, candidates[0].proven)


def _is_compiled(game: Game) -> bool:
    """Return whether compiled rules can play the game: they know a position by the actions from the usual start."""
    return positions.is_compiled(game.NAME) and starts_usually(game)

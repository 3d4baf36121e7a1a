"""Base class of the board's engines: thinks about a copy of the running game, a little in each pass."""

from .. import games
from ..const import const, elapsed
from ..games import notation
from ..games.game import NOTHING, Game

if False:  # for type checkers only
    from typing import Any, Callable, Iterator

PASS_MS = const(8)
"""Time in ms after which a pass goes on with the board's other work."""
_THINK_MS = const((1000, 2500, 4500))
"""Time after which what seems best so far is played, in ms, by the level."""
_BEST = const((4, 2, 1))
"""From how many of the best actions the one to play is drawn, by the level."""
STRONG = 2
"""The highest level."""
_GOING_ON = const(3)
"""Divisor of the thinking time once a turn may end: a turn's first action matters most."""
_WORTH_A_STEP = const(4)
"""How much better than ending the turn a further step must seem: the players carry out each one by hand."""
_END = const(12 << 20)
"""The code of ``end``, as ``notation`` has it."""


class Engine:
    """Thinks about one position at a time. ``action`` is what it chose, ``NO_ACTION`` until it has.

    It plays on a copy of the game, so nothing of the running one is touched. ``_candidates`` are the actions compared;
    once they are all there, ``_ready``, it can be made to choose at any time.
    """

    def __init__(
        self, game: Game, random: "Callable[[int], int]", now: "Callable[[], int]", level: int, evaluation: "Any"
    ) -> None:
        """Take what ``start`` takes, and the game's own ``evaluation``, ``None`` if it has none."""
        self.action = notation.NO_ACTION
        self._evaluation = evaluation
        self._level = level
        self._random = random
        self._think_ms = _THINK_MS[level] // (_GOING_ON if game.is_legal(_END) else 1)
        began = now()
        # For how long it has been thinking, in ms.
        self._spent: "Callable[[], int]" = lambda: elapsed(began, now())
        self._game = games.start(game.NAME, game.size, game.options)
        self._game.copy_from(game)
        self._me = game.to_move
        self._candidates: list[int] = []
        self._ready = False
        self._steps = self._search()

    def think(self) -> bool:
        """Do one pass's share of thinking; return whether ``action`` is chosen."""
        began = self._spent()
        for _ in self._steps:
            spent = self._spent()
            if self._ready and spent >= self._think_ms:
                break
            if spent - began >= PASS_MS:
                return False
        best = self.best(_BEST[self._level])
        self.action = best[self._random(len(best))] if len(best) > 1 else best[0]
        if _END in self._candidates and self._chance(self.action) - self._chance(_END) < _WORTH_A_STEP:
            self.action = _END
        return True

    def _search(self) -> "Iterator[None]":
        """Compare the candidates; a generator that yields after every small part of the thinking."""
        raise NotImplementedError

    def _chance(self, code: int) -> float:
        """Return what a candidate seems to be worth, from all that is known of it."""
        raise NotImplementedError

    def _gather(self) -> "Iterator[int]":
        """Yield the legal actions, ``NOTHING`` in between, and take them as candidates in random order."""
        for code in self._game.iter_legal():
            if code != NOTHING:
                self._candidates.insert(self._random(len(self._candidates) + 1), code)
            yield code

    def best(self, count: int) -> list[int]:
        """Return up to ``count`` of the best actions, the best first."""
        # MicroPython calls a sort key at every comparison.
        order = sorted([(self._chance(code), at) for at, code in enumerate(self._candidates)], reverse=True)
        return [self._candidates[at] for _, at in order[:count]]

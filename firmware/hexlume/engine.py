"""The board's own opponent: chooses an action by random games from the position, a little in each pass.

A bandit (UCB1: Auer, Cesa-Bianchi, Fischer, 2002) shares the random games out among candidate actions: those that
do well are tried more often, and the one tried most is played. It plays on a copy of the game, so
nothing of the running one is touched while it thinks.
"""

import math

from . import games, notation
from .constant import const
from .games.contract import NOTHING
from .pieces import WHITE, leader

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from .games.contract import Game

_MOST_CANDIDATES = const(24)
"""Actions compared; of more a random choice is taken."""
_PLIES_A_PASS = const(48)
"""Actions of random games in one pass of the loop, at most."""
PASS_MS = const(8)
"""Time in ms after which a pass goes on with the board's other work."""
PLAYOUTS = 240
"""Random games after which it has thought enough."""
_THINK_MS = const(4500)
"""Time after which it plays what has done best so far, in ms."""
REPLAYED = const(20)
"""Actions of the running game that are played on the copy in one pass."""
TRIES = 12
"""Cells at which a random legal action is looked for, before all legal actions are listed."""
EXPLORE = 0.7

_COPYING = const(0)
_GATHERING = const(1)
_PLAYING = const(2)
DONE = const(3)


class Engine:
    """Thinks about one position at a time. ``action`` is what it chose, ``NO_ACTION`` until it has."""

    def __init__(self, game: "Game", random: "Callable[[int], int]", now: "Callable[[], int]") -> None:
        """Take a running game, whose position must stay as it is, a source of random numbers below a limit,
        and the board's time in ms."""
        self.action = notation.NO_ACTION
        self._random = random
        self._now = now
        self._until = now() + _THINK_MS
        self._codes = list(game.codes)
        self._game = games.start(game.NAME, game.size, game.options)
        self._me = game.to_move
        self._stage = _COPYING
        self._candidates: list[int] = []
        self._seen = 0
        self._wins: list[int] = []
        self._tries: list[int] = []
        self._playouts = 0
        self._tried = -1
        self._plies = 0
        self._most_plies = 2 * game.grid.cells + 40

    def think(self) -> bool:
        """Do one pass's share of thinking; return whether ``action`` is chosen."""
        if self._stage == _COPYING:
            self._copy()
        elif self._stage == _GATHERING:
            self._gather()
        elif self._stage == _PLAYING:
            self._play_on()
        return self._stage == DONE

    def _copy(self) -> None:
        for code in self._codes[:REPLAYED]:
            self._game.apply(code)
        self._codes = self._codes[REPLAYED:]
        if not self._codes:
            self._rest = self._game.scan_legal()
            self._stage = _GATHERING

    def _gather(self) -> None:
        """List the candidates: all legal actions, or as many of them as are compared, each with the same chance."""
        began = self._now()
        while self._now() - began < PASS_MS:
            code = next(self._rest, None)
            if code is None:
                self._wins = [0] * len(self._candidates)
                self._tries = [0] * len(self._candidates)
                self._stage = _PLAYING
                if len(self._candidates) == 1:
                    self._choose()
                return
            if code == NOTHING:
                continue
            self._seen += 1
            if len(self._candidates) < _MOST_CANDIDATES:
                self._candidates.append(code)
            else:
                at = self._random(self._seen)
                if at < _MOST_CANDIDATES:
                    self._candidates[at] = code

    def _play_on(self) -> None:
        """Go on with random games."""
        game = self._game
        began = self._now()
        for _ in range(_PLIES_A_PASS):
            if self._tried < 0:
                self._tried = self._next_candidate()
                game.apply(self._candidates[self._tried])
                self._plies = 1
            elif game.result is not None or self._plies >= self._most_plies:
                self._count(game)
                if self._playouts >= PLAYOUTS or self._now() >= self._until:
                    self._choose()
                    return
            else:
                game.apply(self._random_code(game))
                self._plies += 1
            if self._now() - began >= PASS_MS:
                return

    def _next_candidate(self) -> int:
        """Return the candidate to try: one not tried yet, else the one with the highest upper bound."""
        best, most = 0, -1.0
        log = math.log(self._playouts + 1)
        for at in range(len(self._candidates)):
            tries = self._tries[at]
            if tries == 0:
                return at
            bound = self._wins[at] / (2 * tries) + EXPLORE * math.sqrt(log / tries)
            if bound > most:
                best, most = at, bound
        return best

    def _count(self, game: "Game") -> None:
        """Count a random game's end, two for a win and one for a draw or none, and take it back."""
        won = "W+" if self._me == WHITE else "B+"
        if game.result == won:
            self._wins[self._tried] += 2
        elif game.result is None or game.result == "0":
            self._wins[self._tried] += 1
        self._tries[self._tried] += 1
        self._playouts += 1
        for _ in range(self._plies):
            game.undo()
        self._tried = -1

    def _random_code(self, game: "Game") -> int:
        """Return a random legal action: one on a random cell, or any of all where cells offer none."""
        grid = game.grid
        for _ in range(TRIES):
            cell = self._random(grid.cells)
            if game.NAME == "orochi":
                piece = WHITE + self._random(2)
            elif game.NAME == "organica" and self._random(4) == 0:
                piece = leader(game.to_move)
            else:
                piece = game.to_move
            codes = game.codes_at(cell, piece)
            if codes:
                return codes[self._random(len(codes))]
        found, seen = notation.NO_ACTION, 0
        word = notation.NO_ACTION
        for code in game.scan_legal():
            if code == NOTHING:
                continue
            if notation.is_word(code):
                word = code
                continue
            seen += 1
            if self._random(seen) == 0:
                found = code
        return found if seen else word

    def best(self, count: int) -> list[int]:
        """Return so many of the actions that did best, the best first; fewer where there are not so many."""
        # MicroPython's sort leaves equals in any order.
        order = sorted(range(len(self._candidates)), key=lambda at: at - _MOST_CANDIDATES * self._tries[at])
        return [self._candidates[at] for at in order[:count]]

    def _choose(self) -> None:
        self.action = self.best(1)[0]
        self._stage = DONE

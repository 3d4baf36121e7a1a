"""The board's own opponent: chooses an action by random games from the position.

First it looks one action ahead. Then it plays random games. Each counts for all candidates that its own side played in
it, not only for the first (all moves as first: Bruegmann, 1993), since a chip has time for few games. Candidates that
did well so far begin more games.
"""

from ..const import const
from ..games import notation
from ..games.game import FILLING, NOTHING, PLACING, Game
from ..games.pieces import EMPTY, other
from .engine import Engine

if False:  # for type checkers only
    from typing import Any, Callable, Generator, Iterator

_MOST_CANDIDATES = const(128)
"""Actions compared; of more a random choice is taken."""
_PLAYOUTS = const(240)
"""Random games after which it has thought enough."""
_FEWEST_PLAYOUTS = const(24)
"""Random games that fit the time, about: where a position shows who leads, they are cut off early."""
_FEWEST_PLIES = const(2)
"""Plies that they are not cut below."""
_DRAWN = const(4)
"""The next random game begins with the best of a random sample: one of this many candidates is in it."""

_EVEN = const(50)
_WIN = const(100)
"""What positions are worth, in hundredths of a chance to win."""
_MOST_LEAD = const(45)
_LOOK = const(2)
"""The weight of looking one action ahead, in random games."""
_MEANWHILE = const(6)
"""The weight of a candidate's success later in random games, in games that begin with it."""


class Playouts(Engine):
    """Thinks about a position of any game by random games."""

    def __init__(
        self, game: Game, random: "Callable[[int], int]", now: "Callable[[], int]", level: int, evaluation: "Any"
    ) -> None:
        """Take what ``start`` takes, and the game's own ``evaluation`` if it has one.

        Of that, ``lead(game, colour)`` returns by how much a colour seems to be ahead, in hundredths of a chance to
        win, and ``random_piece(game, random)`` which piece is tried in a random game.
        """
        super().__init__(game, random, now, level, evaluation)
        self._lead_of = getattr(evaluation, "lead", None)
        self._random_piece = getattr(evaluation, "random_piece", None)
        self._mine = self._me
        self._lead = self._lead_now()
        self._most_plies = 2 * game.grid.cells + 40

    def _search(self) -> "Iterator[None]":
        game, candidates = self._game, self._candidates
        for _ in self._gather():
            yield
        del candidates[_MOST_CANDIDATES:]
        self._points = dict.fromkeys(candidates, 0)
        self._tries = dict.fromkeys(candidates, 0)
        self._later_points = dict.fromkeys(candidates, _EVEN)
        self._later_tries = dict.fromkeys(candidates, 1)
        self._ready = True
        if len(candidates) == 1:
            return
        began = self._spent()
        for at in range(len(candidates)):
            self._begin(candidates[at])
            yield
            worth = self._worth()
            game.pop()
            self._points[candidates[at]] = _LOOK * worth
            self._tries[candidates[at]] = _LOOK
            if worth == _WIN:
                return
            if self._spent() >= self._think_ms // 2:
                # Half of the time is kept for what comes after looking one action ahead.
                del candidates[at + 1 :]
                break
            yield
        took = self._spent() - began
        if took and self._lead_of is not None:
            plies = (self._think_ms - began - took) * len(candidates) // took // _FEWEST_PLAYOUTS
            self._most_plies = max(_FEWEST_PLIES, min(self._most_plies, plies))
        for _ in range(_PLAYOUTS):
            yield from self._play_out()

    def _play_out(self) -> "Iterator[None]":
        """Play a random game that begins with the best of some candidates, count it and take it back."""
        game, count = self._game, len(self._candidates)
        drawn = [self._candidates[self._random(count)] for _ in range(count // _DRAWN + 1)]
        begun = max(drawn, key=self._chance)
        self._begin(begun)
        own: list[int] = []
        plies = 1
        while game.result is None and plies < self._most_plies:
            yield
            code = yield from self._draw()
            if game.to_move == self._mine and code in self._later_tries:
                own.append(code)
            game.push(code)
            plies += 1
        yield
        worth = self._worth()
        self._points[begun] += worth
        self._tries[begun] += 1
        for code in own:
            self._later_points[code] += worth
            self._later_tries[code] += 1
        for _ in range(plies):
            game.pop()
        yield

    def _begin(self, code: int) -> None:
        """Play a candidate; after a swap its player has the other colour (ACT-3)."""
        self._mine = other(self._me) if notation.swaps_seats(code) else self._me
        self._game.push(code)

    def _draw(self) -> "Generator[None, None, int]":
        """Return an action on the first of some random cells that offers any to a random piece."""
        game = self._game
        cells = game.grid.cells
        for _ in range(cells):
            cell = self._random(cells)
            if game.phase in (PLACING, FILLING):
                # The next empty cell, around the end: most are taken before a game is over.
                cell = (bytes(game.board) * 2).find(b"\0", cell) % cells
            piece = game.to_move if self._random_piece is None else self._random_piece(game, self._random)
            codes = game.codes_at(cell, piece)
            if codes:
                return codes[self._random(len(codes))]
            yield
        # Perhaps only words are left.
        listed = game.iter_legal()
        code = next(listed)
        while code == NOTHING:
            yield
            code = next(listed)
        return code

    def _chance(self, code: int) -> float:
        later = self._later_points[code] / self._later_tries[code]
        return (self._points[code] + _MEANWHILE * later) / (self._tries[code] + _MEANWHILE)

    def _worth(self) -> int:
        """Return what a position is worth, in hundredths of a chance to win if chances are even now."""
        game = self._game
        if game.outcome is None:
            before = self._lead if self._mine == self._me else -self._lead
            return _EVEN + max(-_MOST_LEAD, min(_MOST_LEAD, self._lead_now() - before))
        if game.outcome.winner == EMPTY:
            return _EVEN
        return _WIN if game.outcome.winner == self._mine else 0

    def _lead_now(self) -> int:
        return 0 if self._lead_of is None else int(self._lead_of(self._game, self._mine))

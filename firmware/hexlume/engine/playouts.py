"""The board's own opponent: chooses an action by random games from the position.

First it looks one action ahead. Then it plays random games, in each of which all of its own actions count for the
candidates that they are, whenever they were played (all moves as first: Bruegmann, 1993): a chip has time
for few games. Those that did well so far begin more of them.
"""

from array import array

from ..const import const
from ..games import notation
from ..games.game import FILLING, NOTHING, PLACING
from ..games.pieces import EMPTY, other
from .engine import Engine, has_won, next_code

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from ..games.game import Game

_MOST_CANDIDATES = const(128)
"""Actions compared; of more a random choice is taken."""
PLAYOUTS = 240
"""Random games after which it has thought enough."""
_TRIES = const(12)
"""Cells at which a random legal action is looked for, before all legal actions are listed."""

_EVEN = const(50)
_WIN = const(100)
"""What positions are worth, in hundredths of a chance to win."""
_MOST_LEAD = const(45)
_LOOK = const(2)
"""What looking one action ahead counts, in random games."""
_MEANWHILE = const(6)
"""What a candidate's success later in random games counts, in random games that begin with it."""
_FEWEST_GAMES = const(24)
"""Playouts that fit the time, about: where a position shows who leads, they are cut off early."""
_FEWEST_PLIES = const(2)
"""Plies that they are not cut below."""
_DRAWN = const(4)
"""Candidates that are drawn at random; the best of them begins the next playout."""


class Playouts(Engine):
    """Thinks about a position of any game by random games."""

    def __init__(
        self,
        game: "Game",
        random: "Callable[[int], int]",
        now: "Callable[[], int]",
        level: int,
        evaluation: "Any" = None,
    ) -> None:
        """Take what ``start`` takes, and the game's own ``evaluation`` if it has one.

        Of that, ``lead(game, colour)`` returns by how much a colour seems to be ahead, in hundredths of a chance to
        win, and ``random_piece(game, random)`` which piece is tried in a random game.
        """
        super().__init__(game, random, now, level)
        self._lead_of = getattr(evaluation, "lead", None)
        self._random_piece = getattr(evaluation, "random_piece", None)
        self._mine = self._me
        self._seen = 0
        self._at = 0
        self._playouts = 0
        self._tried = -1
        self._plies = 0
        self._listed: "Iterator[int] | None" = None
        self._own: list[int] = []
        self._most_plies = 2 * game.grid.cells + 40

    def _step(self) -> None:
        if not self._ready:
            self._gather()
        elif self._at < len(self._candidates):
            self._look()
        else:
            self._play_on()

    def _gather(self) -> None:
        """Take the next legal action as a candidate, in random order; of too many each has the same chance."""
        code = next_code(self._legal)
        candidates = self._candidates
        if code is None:
            count = len(candidates)
            self._tries = bytearray(count)
            self._points = array("H", bytes(2 * count))
            self._later_tries = array("H", self._points)
            self._later_points = array("H", self._points)
            self._looks = bytearray(count)
            self._lead = self._lead_now()
            self._began_looking = self._now()
            self._ready = True
            if count == 1:
                self._choose()
        elif code != NOTHING:
            self._seen += 1
            at = self._random(self._seen)
            if len(candidates) < _MOST_CANDIDATES:
                candidates.append(code)
                candidates[-1] = candidates[at]
                candidates[at] = code
            elif at < _MOST_CANDIDATES:
                candidates[at] = code

    def _look(self) -> None:
        """Play the next candidate or, then, look at what came of it and take it back; a win is chosen."""
        game = self._game
        if not self._plies:
            self._begin(self._at)
            return
        look = self._looks[self._at] = self._worth(game)
        game.pop()
        self._plies = 0
        self._at += 1
        if look == _WIN:
            self._choose()
        elif self._at == len(self._candidates) or self._now() >= self._until - self._think_ms // 2:
            # Half of the time is kept for what comes after looking one action ahead.
            del self._candidates[self._at :]
            if self._lead_of is not None:
                self._shorten()

    def _shorten(self) -> None:
        """Have random games broken off so early that enough of them fit into the time."""
        now = self._now()
        took = now - self._began_looking
        if took:
            fitting = (self._until - now) * len(self._candidates) // took // _FEWEST_GAMES
            self._most_plies = min(self._most_plies, max(_FEWEST_PLIES, fitting))

    def _take_back(self) -> None:
        """Go back to the position that is thought about."""
        for _ in range(self._plies):
            self._game.pop()
        self._plies = 0
        self._tried = -1

    def _play_on(self) -> None:
        """Go on with a random game by an action, or count it and take it back."""
        game = self._game
        if self._listed is not None:
            self._list_on(self._listed)
        elif self._tried < 0:
            self._tried = self._promising()
            self._begin(self._tried)
        elif game.result is not None or self._plies >= self._most_plies:
            self._count(game)
            if self._playouts >= PLAYOUTS:
                self._choose()
        else:
            code = self._drawn(game)
            if code == notation.NO_ACTION:
                self._listed = game.iter_legal()
                self._found = self._word = notation.NO_ACTION
                self._seen = 0
            else:
                self._go_on(code)

    def _begin(self, at: int) -> None:
        """Play a candidate; after a swap its player has the other colour (ACT-3)."""
        code = self._candidates[at]
        self._mine = other(self._me) if notation.swaps_seats(code) else self._me
        self._game.push(code)
        self._plies = 1

    def _go_on(self, code: int) -> None:
        if self._game.to_move == self._mine:
            self._own.append(code)
        self._game.push(code)
        self._plies += 1

    def _list_on(self, codes: "Iterator[int]") -> None:
        """Go on listing the legal actions, of which a random one is played; a word only if there is nothing else."""
        code = next_code(codes)
        if code is None:
            self._listed = None
            self._go_on(self._found if self._seen else self._word)
        elif code != NOTHING:
            if notation.is_word(code):
                self._word = code
            else:
                self._seen += 1
                if self._random(self._seen) == 0:
                    self._found = code

    def _promising(self) -> int:
        """Return the candidate that seems best of some drawn at random."""
        count = len(self._candidates)
        best = self._random(count)
        most = self._chance(best)
        for _ in range(count // _DRAWN):
            at = self._random(count)
            chance = self._chance(at)
            if chance > most:
                best, most = at, chance
        return best

    def _chance(self, at: int) -> float:
        """Return what a candidate seems to be worth, from all that is known of it."""
        later = (self._later_points[at] + _EVEN) / (self._later_tries[at] + 1)
        points = self._points[at] + _LOOK * self._looks[at] + _MEANWHILE * later
        return points / (self._tries[at] + _LOOK + _MEANWHILE)

    def _worth(self, game: "Game") -> int:
        """Return what a position is worth, in hundredths of a chance to win if chances are even now."""
        if game.outcome is None:
            before = self._lead if self._mine == self._me else -self._lead
            return _EVEN + max(-_MOST_LEAD, min(_MOST_LEAD, self._lead_now() - before))
        if game.outcome.winner == EMPTY:
            return _EVEN
        return _WIN if has_won(game, self._mine) else 0

    def _lead_now(self) -> int:
        return 0 if self._lead_of is None else int(self._lead_of(self._game, self._mine))

    def _count(self, game: "Game") -> None:
        """Count what a random game came to, and take it back."""
        worth = self._worth(game)
        self._points[self._tried] += worth
        self._tries[self._tried] += 1
        for code in self._own:
            if code in self._candidates:
                at = self._candidates.index(code)
                self._later_points[at] += worth
                self._later_tries[at] += 1
        self._own.clear()
        self._playouts += 1
        self._take_back()

    def _drawn(self, game: "Game") -> int:
        """Return a random legal action on a random cell, ``NO_ACTION`` if some cells drawn offer none."""
        grid = game.grid
        for _ in range(_TRIES):
            cell = self._random(grid.cells)
            if game.phase in (PLACING, FILLING):
                # The next empty cell: most are taken before the end.
                for _ in range(grid.cells):
                    if not game.board[cell]:
                        break
                    cell = (cell + 1) % grid.cells
            if self._random_piece is not None:
                piece = self._random_piece(game, self._random)
            else:
                piece = game.to_move
            codes = game.codes_at(cell, piece)
            if codes:
                return codes[self._random(len(codes))]
        return notation.NO_ACTION

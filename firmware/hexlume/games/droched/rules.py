"""Droched (Saïd Galdseid, 2024): keep every group in reach of two sides of the board.

Clauses DRO-1 to DRO-12 of seeds/droched.md; what groups reach is in ``reach``.
"""

from ...const import const
from .. import notation
from ..game import NOTHING, OVER, PLACING, SETTING_UP
from ..outcome import NO_MOVES
from ..pieces import BLACK, EMPTY, WHITE, other
from ..repetition import RepetitionGame
from .reach import Reach

if False:  # for type checkers only
    from typing import Callable, Iterator, Sequence

    from ..grid import HexGrid

_FREE = const(13 << 20)
_TAKE_BLACK = const(15 << 20)
_TAKE_WHITE = const(16 << 20)
"""The codes of ``free``, ``take=black`` and ``take=white``, as ``notation`` has them."""

_GLANCES = const(12)
_STRIDE = const(8)
"""Cells that are glanced at before the whole board is studied, all over it: neighbours are often alike. A hexagon has
an odd number of cells, so each is met once."""

_MOST_KOMI = const(20)
"""The largest komi (DRO-11)."""

_MOST_HANDICAP = const(20)
"""The most handicap stones (DRO-12)."""


class Droched(RepetitionGame):
    """A game of Droched.

    ``reach`` knows what placements remove, and whether all groups on the board are on bridges. ``in_prison[colour]``
    counts stones in prison.
    """

    FIRST = BLACK
    grid: "HexGrid"
    DEFAULTS = {"komi": 0, "pie": False, "handicap": 0}
    CHOICES = {
        "komi": tuple(range(_MOST_KOMI + 1)),
        "handicap": (0,) + tuple(range(2, _MOST_HANDICAP + 1)),
    }

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board; black acts first (DRO-1), with ``pie`` by naming the komi (DRO-11)."""
        super().__init__(size, options)
        self.reach = Reach(self.grid)
        self.in_prison = bytearray((0, 0, int(options["komi"])))
        self.phase = SETTING_UP if options["pie"] or options["handicap"] else PLACING

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes: komi, take, or placements and ``free`` (DRO-6, DRO-11, DRO-12)."""
        if self.phase == OVER:
            return
        choices = self._choices()
        if choices:
            yield from choices
            return
        if self._free_forbidden_by() is None:
            yield _FREE
        reach = self.reach
        unclear = []
        for cell in range(self.grid.cells):
            if self.board[cell] != EMPTY:
                continue
            if reach.is_clear(self.board, cell, self.to_move):
                yield notation.code(notation.PLACE, cell) if self._forbidden_by(cell) is None else NOTHING
            else:
                unclear.append(cell)
                yield NOTHING
            # Often the first cell answers whether there is anything to do at all, without a survey.
            while not reach.surveyed:
                yield from self._undisturbed(reach.survey, ())
        # Trials take long.
        for cell in unclear:
            yield from self._undisturbed(reach.run, (cell, self.to_move))
            yield notation.code(notation.PLACE, cell) if self._forbidden_by(cell) is None else NOTHING

    def _undisturbed(self, study: "Callable[..., Iterator[None]]", of: tuple[int, ...]) -> "Iterator[int]":
        """Yield ``NOTHING`` after every slice of a study; begin it again where another question came in between."""
        mine = -1
        while self.reach.used != mine:
            mine = self.reach.used + 1
            for _ in study(self.board, *of):
                yield NOTHING
                if self.reach.used != mine:
                    break

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code, or ``None``."""
        if self.phase == OVER:
            return "ACT-2"
        first, choices = notation.first(action), self._choices()
        if choices or action in (_TAKE_BLACK, _TAKE_WHITE, notation.code(notation.KOMI, first)):
            return None if action in choices else "DRO-11"
        if action == _FREE:
            return self._free_forbidden_by()
        if first >= self.grid.cells or action != notation.code(notation.PLACE, first):
            return "ACT-1"
        return self._forbidden_by(first)

    def _choices(self) -> "Sequence[int]":
        """Return the codes of which one is due before all placing with ``pie`` (DRO-11): first a komi, then a seat."""
        if not self.options["pie"] or len(self.codes) > 1:
            return ()
        if self.codes:
            return _TAKE_BLACK, _TAKE_WHITE
        return [notation.code(notation.KOMI, komi) for komi in range(_MOST_KOMI + 1)]

    def _free_forbidden_by(self) -> str | None:
        """Return the clause by which no enemy stone may leave the prison: none is there, or the board repeats."""
        if self.phase != PLACING:
            return "DRO-12"
        if not self.in_prison[other(self.to_move)]:
            return "DRO-6"
        return "DRO-8" if self._stood(self.board, self.to_move) else None

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids the player to act a stone on a cell.

        A handicap stone removes nothing, but may leave broken bridges to the next placement (DRO-12).
        """
        if self.board[cell] != EMPTY:
            return "DRO-1"
        if self.phase == SETTING_UP:
            return None
        reach = self.reach
        reach.place(self.board, cell, self.to_move)
        if len(reach.removed) == 1 and reach.removed[0] == cell:
            return "DRO-7"
        return "DRO-8" if self._stood(reach.board, self.to_move) else None

    def _write(self, cell: int, piece: int) -> None:
        """Set a cell on a board that is to be studied anew."""
        self.board[cell] = piece
        self.reach.forget()

    def _save(self) -> tuple[int, ...]:
        return self.in_prison[WHITE], self.in_prison[BLACK], int(self.reach.settled)

    def _restore(self, state: "Sequence[int]") -> None:
        self.in_prison[WHITE], self.in_prison[BLACK], settled = state
        self.reach.settled = bool(settled)

    def _do(self, action: int) -> None:
        what = notation.kind(action)
        if what == notation.KOMI:
            self.in_prison[BLACK] = notation.first(action)
            self.to_move = WHITE
        elif what == notation.TAKE_BLACK or what == notation.TAKE_WHITE:
            # Who plays black is the seats' affair; black starts in either case (DRO-11).
            self.to_move = BLACK
            self.phase = SETTING_UP if self.options["handicap"] else PLACING
        elif what == notation.FREE:
            self.in_prison[other(self.to_move)] -= 1
            self._end_turn()
        elif self.phase == PLACING:
            self._do_place(notation.first(action))
        else:
            self._put(notation.first(action), BLACK)
            stones = self._count(BLACK)
            # Only the last handicap stone ends the turn (DRO-12).
            if stones == self.options["handicap"]:
                self.phase = PLACING
                self.reach.settled = False
                self._end_turn()
            elif stones == self.grid.cells:
                self._finish(WHITE, NO_MOVES)

    def _do_place(self, cell: int) -> None:
        """Place a stone, send broken bridges to the prison and cancel it out (DRO-4, DRO-5)."""
        player, enemy = self.to_move, other(self.to_move)
        self.reach.place(self.board, cell, player)
        self._put(cell, player)
        lost = [self.board[gone] for gone in self.reach.removed]
        for gone in self.reach.removed:
            self.in_prison[self.board[gone]] += 1
            self._put(gone, EMPTY)
        pairs = min(self.in_prison[WHITE], self.in_prison[BLACK])
        self.in_prison[WHITE] -= pairs
        self.in_prison[BLACK] -= pairs
        self.reach.settled = True
        # The enemy is judged first (DRO-9).
        for side in (enemy, player):
            if side in lost and not self._count(side):
                self._finish(other(side), "eliminated")
                return
        self._end_turn()

    def _end_turn(self) -> None:
        """Remember the board for DRO-8 and give the turn away; without a legal action a player loses (DRO-10)."""
        self._remember(self.to_move, len(self.codes) + 1)
        self.to_move = other(self.to_move)
        if not self._can_act():
            self._finish(other(self.to_move), NO_MOVES)

    def _can_act(self) -> bool:
        """Return whether any action is legal, after a glance at some cells: listing studies the whole board."""
        cells, cell = self.grid.cells, self.reach.legal[self.to_move]
        glances = _GLANCES
        for _ in range(cells):
            if self.board[cell] == EMPTY and glances:
                glances -= 1
                if self.reach.is_clear(self.board, cell, self.to_move) and self._forbidden_by(cell) is None:
                    self.reach.legal[self.to_move] = cell
                    return True
            cell = (cell + _STRIDE) % cells
        return any(code != NOTHING for code in self.iter_legal())


GAME = Droched

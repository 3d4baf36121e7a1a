"""Droched (Saïd Galdseid, 2024): keep every group in reach of two sides of the board.

Clauses DRO-1 to DRO-12 of seeds/droched.md; what groups reach is in ``reach``.
"""

from array import array

from ...const import const
from .. import notation
from ..game import NOTHING, OVER, PLACING, SETTING_UP
from ..outcome import NO_MOVES
from ..pieces import BLACK, EMPTY, WHITE, other
from ..repetition import RepetitionGame
from . import SIZES
from .reach import HARMLESS, LONE, UNCLEAR, Reach

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Iterator, Sequence

    from ..grid import HexGrid

_FREE = notation.code(notation.FREE)
_TAKE_BLACK = notation.code(notation.TAKE_BLACK)
_TAKE_WHITE = notation.code(notation.TAKE_WHITE)

_GLANCES = const(6)
"""Cells that are glanced at before a survey is worth its time."""

_MOST_KOMI = const(20)
"""The largest komi (DRO-11)."""

_MOST_HANDICAP = const(20)
"""The most handicap stones (DRO-12)."""


class Droched(RepetitionGame):
    """A game of Droched.

    ``reach`` knows what a placement that was just listed or allowed removes, ``stones[colour]`` counts stones on the
    board and ``_prison[colour]`` those in prison. ``_settled``
    tells that no group on the board is on a broken bridge, ``_due`` how many handicap stones are
    still to come. ``_hash`` is the board's hash: all its stones' together, by exclusive or. Stones have theirs from
    ``_chance``, numbers without a pattern.
    """

    NAME = "droched"
    FIRST = BLACK
    grid: "HexGrid"
    MIN_SIZE, MAX_SIZE, DEFAULT_SIZE = SIZES
    DEFAULTS = {"komi": 0, "pie": False, "handicap": 0}
    CHOICES = {
        "komi": tuple(range(_MOST_KOMI + 1)),
        "handicap": (0,) + tuple(range(2, _MOST_HANDICAP + 1)),
    }
    judges_acting = True
    """Whether a player without a legal action has lost (DRO-10); ``False`` on a copy whose user lists them anyway."""

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with an empty board; black acts first (DRO-1), with ``pie`` by naming the komi (DRO-11)."""
        super().__init__(size, options)
        self.reach = Reach(self.grid)
        self._surveyed = False
        self._settled = True
        self._prison = bytearray((0, 0, int(options["komi"])))
        self.stones = array("H", (0, 0, 0))
        self._due = int(options["handicap"])
        self._chance = _chance(self.grid.cells + 1)
        self._hash = 0
        self.phase = SETTING_UP if options["pie"] or self._due else PLACING

    def prison(self) -> dict[str, int]:
        """Return the stones in prison by colour."""
        return {"white": self._prison[WHITE], "black": self._prison[BLACK]}

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes: komi, take, or placements and ``free`` (DRO-6, DRO-11, DRO-12)."""
        if self.phase == OVER:
            return
        if self._names_komi():
            for komi in range(_MOST_KOMI + 1):
                yield notation.code(notation.KOMI, komi)
        elif self._takes_seat():
            yield _TAKE_BLACK
            yield _TAKE_WHITE
        else:
            while not self._surveyed:
                mine = self.reach.used + 1
                for _ in self.reach.survey(self.board):
                    yield NOTHING
                    # Other questions may come in between.
                    if self.reach.used != mine:
                        break
                else:
                    self._surveyed = True
            for cell in range(self.grid.cells):
                if self.board[cell] != EMPTY:
                    yield NOTHING
                    continue
                verdict = self.verdict(cell)
                if verdict == UNCLEAR:
                    mine = 0
                    while self.reach.used != mine:
                        mine = self.reach.used + 1
                        for _ in self.reach.run(self.board, cell, self.to_move):
                            yield NOTHING
                            if self.reach.used != mine:
                                break
                    clause = self._tried_forbidden_by(cell)
                else:
                    clause = self._untried_forbidden_by(cell, verdict)
                yield notation.code(notation.PLACE, cell) if clause is None else NOTHING
            if self._free_forbidden_by() is None:
                yield _FREE

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code, or ``None``."""
        first = notation.first(action)
        if self.phase == OVER:
            return "ACT-2"
        names, takes = self._names_komi(), self._takes_seat()
        if action == _TAKE_BLACK or action == _TAKE_WHITE:
            return None if takes else "DRO-11"
        if action == notation.code(notation.KOMI, first):
            return None if names and first <= _MOST_KOMI else "DRO-11"
        if names or takes:
            return "DRO-11"
        if action == _FREE:
            return self._free_forbidden_by()
        if first >= self.grid.cells or action != notation.code(notation.PLACE, first):
            return "ACT-1"
        return self._forbidden_by(first)

    def codes_at(self, cell: int, piece: int) -> list[int]:
        """Return the legal codes that leave a piece on a cell."""
        if piece != self.to_move or self._names_komi() or self._takes_seat() or self._forbidden_by(cell) is not None:
            return []
        return [notation.code(notation.PLACE, cell)]

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the winner's stones and the loser's, if any are left (DRO-9, DRO-10)."""
        if self.outcome is None:
            return [], [], []
        winner = self.outcome.winner
        of_winner = [cell for cell in range(self.grid.cells) if self.board[cell] == winner]
        of_loser = [cell for cell in range(self.grid.cells) if self.board[cell] == other(winner)]
        return of_winner, of_loser, []

    def _names_komi(self) -> bool:
        """Return whether the first seat's ``komi=`` is due (DRO-11)."""
        return bool(self.options["pie"]) and not self.codes

    def _takes_seat(self) -> bool:
        """Return whether the second seat's ``take=`` is due (DRO-11)."""
        return bool(self.options["pie"]) and len(self.codes) == 1

    def _free_forbidden_by(self) -> str | None:
        """Return the clause by which no enemy stone may leave the prison: none is there, or the board repeats."""
        if self.phase != PLACING:
            return "DRO-12"
        if not self._prison[other(self.to_move)]:
            return "DRO-6"
        return "DRO-8" if self._repeats(self._hash, self.board) else None

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids the player to act a stone on a cell; DRO-1 if another stands there."""
        if self.board[cell] != EMPTY:
            return "DRO-1"
        verdict = self.verdict(cell)
        if verdict == UNCLEAR:
            self.reach.place(self.board, cell, self.to_move)
            return self._tried_forbidden_by(cell)
        return self._untried_forbidden_by(cell, verdict)

    def _untried_forbidden_by(self, cell: int, verdict: int) -> str | None:
        """Return the clause that forbids a placement on an empty cell with a clear verdict."""
        # The only removed stone may not be the placed one.
        if verdict == LONE:
            return "DRO-7"
        state = self._hash_after(cell, ())
        if not self._past.holds(self.to_move, state):
            return None
        left = bytearray(self.board)
        left[cell] = self.to_move
        return "DRO-8" if self._repeats(state, left) else None

    def _tried_forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids a placement that was tried."""
        reach = self.reach
        if len(reach.removed) == 1 and reach.removed[0] == cell:
            return "DRO-7"
        return "DRO-8" if self._repeats(self._hash_after(cell, reach.removed), reach.board) else None

    def verdict(self, cell: int) -> int:
        """Return what the survey, or else a glance, tells of a placement on an empty cell, ``UNCLEAR`` where it cannot.

        A handicap stone removes nothing, but may leave broken bridges to the next placement (DRO-12).
        """
        if self.phase == SETTING_UP:
            return HARMLESS
        if not self._settled:
            return UNCLEAR
        if self._surveyed:
            return self.reach.verdict(cell, self.to_move)
        return self.reach.glance(self.board, cell, self.to_move)

    def _hash_after(self, cell: int, removed: list[int] | tuple[int, ...]) -> int:
        """Return the hash of the board that a placement leaves."""
        state = self._hash ^ self._stone(cell, self.to_move)
        for gone in removed:
            state ^= self._stone(gone, self.to_move if gone == cell else self.board[gone])
        return state

    def _repeats(self, state: int, board: bytearray) -> bool:
        """Return whether an earlier turn of the player to act ended with a board of this hash (DRO-8)."""
        if not self._past.holds(self.to_move, state):
            return False
        return self._past.times(self.to_move, state, board, self.board, self._history) > 0

    def _stone(self, cell: int, piece: int) -> int:
        """Return what a piece on a cell changes in the board's hash: 28 bits."""
        if piece == EMPTY:
            return 0
        one, two = self._chance[cell], self._chance[cell + 1]
        return one << 14 | two if piece == WHITE else two << 14 | one

    def _write(self, cell: int, piece: int) -> None:
        """Set a cell and follow with the hash, the counts and the stones around cells."""
        before = self.board[cell]
        self.board[cell] = piece
        self._hash ^= self._stone(cell, before) ^ self._stone(cell, piece)
        self.reach.write(cell, before, piece)
        self._surveyed = False
        if before:
            self.stones[before] -= 1
        if piece:
            self.stones[piece] += 1

    def _save(self) -> tuple[int, ...]:
        return self._prison[WHITE], self._prison[BLACK], int(self._settled), self._due

    def _restore(self, state: "Sequence[int]") -> None:
        self._prison[WHITE], self._prison[BLACK], settled, self._due = state
        self._settled = bool(settled)

    def _do(self, action: int) -> None:
        what = notation.kind(action)
        if what == notation.KOMI:
            self._prison[BLACK] = notation.first(action)
            self.to_move = WHITE
        elif what == notation.TAKE_BLACK or what == notation.TAKE_WHITE:
            # Who plays black is the seats' affair; black starts in either case (DRO-11).
            self.to_move = BLACK
            self.phase = SETTING_UP if self._due else PLACING
        elif what == notation.FREE:
            self._prison[other(self.to_move)] -= 1
            self._end_turn()
        elif self.phase == SETTING_UP:
            self._do_handicap(notation.first(action))
        else:
            self._do_place(notation.first(action))

    def _do_handicap(self, cell: int) -> None:
        """Place a handicap stone; only the last one ends the turn (DRO-12)."""
        self._put(cell, BLACK)
        self._due -= 1
        if self._due == 0:
            self.phase = PLACING
            self._settled = self.reach.all_on_bridges(self.board)
            self._end_turn()
        elif self.stones[BLACK] == self.grid.cells:
            self._finish(WHITE, NO_MOVES)

    def _do_place(self, cell: int) -> None:
        """Place a stone, send broken bridges to the prison and cancel it out (DRO-4, DRO-5)."""
        player, enemy = self.to_move, other(self.to_move)
        removed: list[int] | tuple[int, ...] = ()
        if self.verdict(cell) == UNCLEAR:
            self.reach.place(self.board, cell, player)
            removed = self.reach.removed
        had_enemies = self.stones[enemy] > 0
        self._put(cell, player)
        for gone in removed:
            self._prison[self.board[gone]] += 1
            self._put(gone, EMPTY)
        pairs = min(self._prison[WHITE], self._prison[BLACK])
        self._prison[WHITE] -= pairs
        self._prison[BLACK] -= pairs
        self._settled = True
        # The enemy is judged first (DRO-9).
        if had_enemies and not self.stones[enemy]:
            self._finish(player, "eliminated")
        elif not self.stones[player]:
            self._finish(enemy, "eliminated")
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """Remember the board for DRO-8 and give the turn away; without a legal action a player loses (DRO-10)."""
        self._past.add(self.to_move, self._hash, len(self.codes) + 1)
        self.to_move = other(self.to_move)
        if self.judges_acting and not self._can_act():
            self._finish(other(self.to_move), NO_MOVES)

    def _can_act(self) -> bool:
        """Return whether any action is legal, asking the quick questions first."""
        if self._free_forbidden_by() is None:
            return True
        if self._settled:
            glances = _GLANCES
            for cell in range(self.grid.cells):
                if self.board[cell] == EMPTY and glances:
                    glances -= 1
                    if self._harmless(self.reach.glance(self.board, cell, self.to_move), cell):
                        return True
        self._survey()
        # Trials take long: what needs none comes first.
        for cell in range(self.grid.cells):
            if self.board[cell] == EMPTY and self._harmless(self.verdict(cell), cell):
                return True
        # Next to a friend a stone is never removed alone (DRO-7): one trial tells, but for repetition.
        for alone in (False, True):
            for cell in range(self.grid.cells):
                if self.reach.has_friends(cell, self.to_move) != alone and self._forbidden_by(cell) is None:
                    return True
        return False

    def _harmless(self, verdict: int, cell: int) -> bool:
        """Return whether a placement on an empty cell removes nothing and, clearly, repeats nothing."""
        return verdict == HARMLESS and not self._past.holds(self.to_move, self._hash_after(cell, ()))

    def _survey(self) -> None:
        """Survey the board in one go."""
        if not self._surveyed:
            for _ in self.reach.survey(self.board):
                pass
            self._surveyed = True


def _chance(count: int) -> "array[int]":
    """Return ``count`` pseudo-random numbers of 14 bits, always the same (a linear congruential generator's)."""
    number = 1
    found = array("H", bytes(2 * count))
    for at in range(count):
        number = number * 25173 + 13849 & 0xFFFF
        found[at] = number >> 2
    return found


GAME = Droched

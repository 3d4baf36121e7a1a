"""Proves late positions of Sibling on boards of up to 61 cells, turn by turn, with a number for each side's pieces.

A turn's two pieces are tried together, since their order means nothing (SIB-2); so a position is where each side's
pieces stand, one bit a cell. Like ``solver`` it goes through all lines depth first, with a
table of what was proven. Pairs that decided elsewhere come first (killer and history heuristic: Schaeffer, "The history
heuristic and alpha-beta search enhancements in practice", 1989).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

from .compiled import Numbers, compiled, entry
from .position import FastPosition
from .solver import FOREVER
from .state import BOARD, DUE, PIE, PLIES, T_CELLS, T_NEAR, T_OPTION, T_Q, T_R, TO_MOVE
from .value import LOSS, WIN

MOST_CELLS = 61
UNKNOWN, WINS, LOSES = range(3)
_RESULT_AT = 61
"""Above the bits of the cells stands what is known."""
_CELLS = (1 << MOST_CELLS) - 1
_MOST_PAIRS = 1024
_MOST_TURNS = 24
_MOST_EMPTY = 40
_TABLE_FROM = 5
_ASK_FROM = 13
_KILLER = 1 << 48
_SLICE = 20_000
_NODES, _LIMIT = range(2)
_DE_BRUIJN = 0x03F79D71B4CB0A89
_INDEX: Any = np.zeros(64, np.int64)
for _bit in range(63):
    _INDEX[((1 << _bit) * _DE_BRUIJN >> 58) & 63] = _bit


class Work(NamedTuple):
    """A search at work.

    ``near`` has the neighbours of each cell, ``partners`` the cells that may be placed together with it; ``moves`` by
    turn what is to be tried and ``scores`` how soon; ``heat`` by colour and cell the work of nodes that it has decided,
    ``killers`` the last two pairs that have decided a node at each turn; ``table`` two words an entry; ``sizes`` is for
    counting groups; ``control`` the positions searched, and how many may be.
    """

    near: Numbers
    partners: Numbers
    moves: Numbers
    scores: Numbers
    heat: Numbers
    table: Numbers
    sizes: Numbers
    control: Numbers
    killers: Numbers
    board: int


@compiled
def _lowest(cells: int) -> int:
    """Return the first cell of some."""
    return _INDEX[((cells & -cells) * _DE_BRUIJN >> 58) & 63]  # type: ignore[no-any-return]


@compiled
def _place(table: Numbers, own: int, other: int) -> int:
    mixed = own * 0x2545F4914F6CDD1D ^ other * 0x1B03738712FAD5C9
    mixed ^= mixed >> 31 & 0x1FFFFFFFF
    mixed *= 0x1B03738712FAD5C9
    mixed ^= mixed >> 33 & 0x7FFFFFFF
    return (mixed & (len(table) // 4 - 1)) * 4


@entry
def known(table: Numbers, own: int, other: int) -> int:
    """Return what the table says of who acts, whose pieces are ``own``."""
    at = _place(table, own, other)
    if table[at] & _CELLS == own and table[at + 1] & _CELLS == other:
        return table[at] >> _RESULT_AT
    if table[at + 2] & _CELLS == own and table[at + 3] & _CELLS == other:
        return table[at + 2] >> _RESULT_AT
    return UNKNOWN


@compiled
def _note(table: Numbers, own: int, other: int, result: int, spent: int) -> None:
    """Enter what was found: the one that took more work stays in the first place, the last one in the second."""
    at = _place(table, own, other)
    # Two bits of each word are left, for roughly how much work it was.
    size = 3 if spent > 4096 else 2 if spent > 256 else 1 if spent > 16 else 0
    if table[at] and table[at + 1] >> _RESULT_AT > size:
        at += 2
    elif table[at]:
        table[at + 2], table[at + 3] = table[at], table[at + 1]
    table[at] = own | result << _RESULT_AT
    table[at + 1] = other | size << _RESULT_AT


@compiled
def _count_groups(work: Work, pieces: int, at: int) -> int:
    """Note in ``sizes`` from ``at`` on how many groups there are of each size; return the largest two as one number."""
    first = second = 0
    for size in range(at, at + MOST_CELLS + 1):
        work.sizes[size] = 0
    while pieces:
        edge = pieces & -pieces
        pieces ^= edge
        size = 0
        while edge:
            cell = _lowest(edge)
            edge &= edge - 1
            size += 1
            near = work.near[cell] & pieces
            edge |= near
            pieces ^= near
        work.sizes[at + size] += 1
        if size > first:
            first, second = size, first
        elif size > second:
            second = size
    return second << 8 | first


@compiled
def _decided(work: Work, own: int, other: int) -> int:
    """Return whether who acts, but cannot, has won (SIB-4, SIB-5)."""
    mine = _count_groups(work, own, 0)
    theirs = _count_groups(work, other, 64)
    if mine != theirs:
        return WINS if mine > theirs else LOSES
    # Of equal firsts and seconds the third decides, and so on: the side with more of the larger sizes.
    for size in range(MOST_CELLS, 0, -1):
        if work.sizes[size] != work.sizes[64 + size]:
            return WINS if work.sizes[size] > work.sizes[64 + size] else LOSES
    return LOSES


@compiled
def _list_pairs(work: Work, empty: int, start: int, heat: int) -> int:
    """List all turns from ``start`` on; return where they end."""
    end = start
    rest = empty
    while rest:
        cell = _lowest(rest)
        one = rest & -rest
        rest ^= one
        partners = work.partners[cell] & rest
        warmth = work.heat[heat + cell]
        while partners:
            two = partners & -partners
            partners ^= two
            work.moves[end] = one | two
            work.scores[end] = warmth + work.heat[heat + _lowest(two)]
            end += 1
    return end


@entry
def wins(work: Work, own: int, other: int, left: int, turn: int, white: bool) -> int:
    """Return whether who acts at a turn's beginning wins; ``UNKNOWN`` once too many positions were searched.

    ``left`` cells are empty; ``white`` is whether white acts.
    """
    control = work.control
    entered = control[_NODES]
    control[_NODES] = entered + 1
    if entered >= control[_LIMIT]:
        return UNKNOWN
    start = turn * _MOST_PAIRS
    heat = 64 if white else 0
    end = _list_pairs(work, work.board & ~(own | other), start, heat)
    if end == start:
        return _decided(work, own, other)
    if left >= _ASK_FROM:
        at = start
        while at < end:
            proven = known(work.table, other, own | work.moves[at])
            if proven == LOSES:
                return WINS
            if proven == WINS:
                end -= 1
                work.moves[at], work.scores[at] = work.moves[end], work.scores[end]
            else:
                at += 1
    for at in range(start, end):
        if work.moves[at] == work.killers[2 * turn]:
            work.scores[at] += _KILLER
        elif work.moves[at] == work.killers[2 * turn + 1]:
            work.scores[at] += _KILLER // 2
    result = LOSES
    for at in range(start, end):
        best = at
        for each in range(at + 1, end):
            if work.scores[each] > work.scores[best]:
                best = each
        pair = work.moves[best]
        work.moves[best], work.scores[best] = work.moves[at], work.scores[at]
        found = UNKNOWN
        if _TABLE_FROM + 2 <= left < _ASK_FROM:
            found = known(work.table, other, own | pair)
        if found == UNKNOWN:
            found = wins(work, other, own | pair, left - 2, turn + 1, not white)
        if found == UNKNOWN:
            return UNKNOWN
        if found == LOSES:
            work.heat[heat + _lowest(pair)] += control[_NODES] - entered
            work.heat[heat + _lowest(pair & (pair - 1))] += control[_NODES] - entered
            if work.killers[2 * turn] != pair:
                work.killers[2 * turn + 1] = work.killers[2 * turn]
                work.killers[2 * turn] = pair
            result = WINS
            break
    if left >= _TABLE_FROM:
        _note(work.table, own, other, result, control[_NODES] - entered)
    return result


def make_work(t: Any, memory_mb: int) -> Work:
    """Return a search for a board with its tables, with ``memory_mb`` megabytes for what was proven."""
    cells = int(t[T_CELLS])
    near, partners = np.zeros(64, np.int64), np.zeros(64, np.int64)
    q, r = t[int(t[T_Q]) :], t[int(t[T_R]) :]
    for cell in range(cells):
        beside = [int(other) for other in t[T_NEAR + 6 * cell : T_NEAR + 6 * cell + 6] if other >= 0]
        near[cell] = sum(1 << other for other in beside)
        for other in range(cells):
            dq, dr = int(q[other] - q[cell]), int(r[other] - r[cell])
            if other != cell and other not in beside and (dq == 0 or dr == 0 or dq + dr == 0):
                partners[cell] |= 1 << other

    def numbers(count: int) -> Any:
        return np.zeros(count, np.int64)

    entries = 1 << max(10, (memory_mb * 2**20 // 32).bit_length() - 1)
    return Work(
        near=near,
        partners=partners,
        moves=numbers(_MOST_TURNS * _MOST_PAIRS),
        scores=numbers(_MOST_TURNS * _MOST_PAIRS),
        heat=numbers(128),
        table=numbers(4 * entries),
        sizes=numbers(128),
        control=numbers(4),
        killers=numbers(2 * _MOST_TURNS),
        board=(1 << cells) - 1,
    )


class TurnSolver:
    """Proves late positions of Sibling; what was proven helps with the next ones. ``go_on`` is asked now and then."""

    def __init__(self, game: Game, memory_mb: int, go_on: Callable[[], bool] = lambda: True) -> None:
        self._work = make_work(FastPosition.at_start(game).tables.numbers, memory_mb)
        self._heat: Any = self._work.heat
        self._go_on = go_on

    @property
    def positions(self) -> int:
        """How many positions were searched, each at a turn's beginning."""
        control: Any = self._work.control
        return int(control[_NODES])

    def wins_at(self, position: FastPosition, positions: int = FOREVER) -> bool | None:
        """Return whether who acts wins a position that is not over.

        ``None`` beyond ``positions`` positions, and while somebody may still swap.
        """
        s, cells = position.numbers, position.tables.cells
        board = s[BOARD : BOARD + cells]
        white = bool(s[TO_MOVE] == WHITE)
        masks = [sum(1 << int(cell) for cell in np.flatnonzero(board == colour)) for colour in (1, 2)]
        own, other = masks if white else reversed(masks)
        left = int((board == 0).sum())
        tables = position.tables.numbers
        if left > _MOST_EMPTY or (s[PLIES] < 2 and tables[tables[T_OPTION] + PIE]):
            return None
        until = self.positions + positions
        # What decided older questions counts for less.
        self._heat >>= 3
        if s[DUE] == 2:
            return self._wins_turn(own, other, left, white, until)
        # One piece stands already, or the first of all is alone.
        unknown = False
        for action in position.legal():
            found = self._wins_turn(other, own | 1 << (action >> 10 & 1023), left - 1, not white, until)
            if found is False:
                return True
            unknown = unknown or found is None
        return None if unknown else False

    def _wins_turn(self, own: int, other: int, left: int, white: bool, until: int) -> bool | None:
        work, control = self._work, self._work.control
        found = known(work.table, own, other)
        if found != UNKNOWN:
            return bool(found == WINS)
        budget = _SLICE
        while True:
            if self.positions >= until:
                return None
            control[_LIMIT] = min(until, self.positions + budget)
            found = wins(work, own, other, left, 0, white)
            if found != UNKNOWN:
                return bool(found == WINS)
            if not self._go_on():
                return None
            budget += budget // 2

    def value(self, position: FastPosition, positions: int = FOREVER) -> str | None:
        """Return a position's value for the player to act, ``None`` if it is not proven in ``positions`` positions."""
        found = self.wins_at(position, positions)
        return None if found is None else WIN if found else LOSS

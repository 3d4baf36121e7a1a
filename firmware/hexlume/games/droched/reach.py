"""What the groups of Droched reach: bridges, broken bridges and what a placement removes.

Clauses DRO-2 to DRO-4 and DRO-7. Nothing recurses. Working memory is allocated once and queues are
emptied, not replaced: on a microcontroller passing lists would break up the heap. The innermost loops know that
``EMPTY`` is 0: looking a name up takes longer there than all else.
"""

from array import array

from ...const import const
from ..grid import DIRECTIONS, NO_CELL
from ..pieces import BLACK, EMPTY, WHITE, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Iterator

    from ..grid import HexGrid

HARMLESS = const(0)
"""The placement removes nothing."""

LONE = const(1)
"""The placement removes the placed stone and nothing else (DRO-7)."""

UNCLEAR = const(2)
"""Only a trial can tell."""

_ALL = const(63)
_SLICE = const(24)
_MORE_LABELS = const(24)
"""Labels beyond one for two cells: of hex13's 469 cells a third at most are regions or walls on their own, and
one that parts others from each other takes four cells or more, three at a corner. A label has eight bits."""
_OUTSIDE = const(1)
"""The label of the walls that touch the border: the outside joins them to one."""


def _is_arc(around: int) -> bool:
    """Return whether the neighbours of a hex given by six bits form one unbroken arc."""
    rises = around & ~(around << 1 | around >> 5)
    return around != 0 and rises & (rises - 1) == 0


_ARC = bytes([_is_arc(around) for around in range(_ALL + 1)])


def _beside(around: int) -> int:
    """Return the places around a hex that are next to the given ones around it."""
    return (around << 1 | around >> 5 | around >> 1 | around << 5) & _ALL


def _stay(stones: int, free: int) -> bool:
    """Return whether all enemy stones around a cell stay at its region when it is taken from the region.

    They do if each is next to a free neighbour of the cell, or joined around it to one that is. Both arguments have a
    bit for each neighbour.
    """
    if not stones:
        return free != 0
    touching = stones & _beside(free)
    touching |= stones & _beside(touching)
    touching |= stones & _beside(touching)
    return touching == stones


def is_bridge(mask: int) -> bool:
    """Return whether reached cells lie on two or more edges and corners (DRO-3).

    ``mask`` has one bit for each edge and corner, as in ``HexGrid.border``.
    """
    return mask & (mask - 1) != 0


class Reach:
    """Knows for one grid what groups reach, on boards it is handed.

    ``place`` tells of a placement, or ``is_clear`` and else ``run``, which tries it on a copy of the board: afterwards
    ``board`` is what it leaves and ``removed`` the cells that it empties, the enemy's first.
    ``survey`` studies a board once: the regions of connected empty cells, the edges and corners each contains, and the
    walls of connected stones of any colour. While it is ``surveyed``, ``verdict`` settles most placements without
    trying them; ``glance`` settles many on a board that is not. Neither is asked unless all groups are on bridges,
    ``settled``. ``used`` counts what spoils a survey or a trial under way. A complete survey lasts until the board
    changes.
    """

    def __init__(self, grid: "HexGrid") -> None:
        """Allocate for a grid; no board has been surveyed yet."""
        cells = grid.cells
        self._grid = grid
        self._inside = bytes([_sides_on_board(grid, cell) for cell in range(cells)])
        self._stones = (bytearray(0), bytearray(cells), bytearray(cells))
        self._blank = bytes(cells)
        self._label = bytearray(cells)
        self._masks = array("H", bytes(2 * (cells // 2 + _MORE_LABELS)))
        self._tried_label = bytearray(cells)
        self._tried_masks = array("H", self._masks)
        self._queue: list[int] = []
        self._seen = bytearray(cells)
        self.board = bytearray(cells)
        self.removed: list[int] = []
        self.used = 0
        self.surveyed = False
        self.settled = True
        self._tried = NO_CELL

    def write(self, cell: int, before: int, piece: int) -> None:
        """Follow a change of the board, so that ``verdict`` knows the stones around every cell."""
        self.used += 1
        self.surveyed = False
        self._tried = NO_CELL
        side, inside = 0, self._inside[cell]
        for offset in self._grid.offsets[cell]:
            while not inside >> side & 1:
                side += 1
            bit = 1 << (side + 3) % 6
            if before:
                self._stones[before][cell + offset] &= ~bit
            if piece:
                self._stones[piece][cell + offset] |= bit
            side += 1

    def survey(self, board: bytearray) -> "Iterator[None]":
        """Study a board; a generator that yields after every bounded slice of the work."""
        self.used += 1
        yield from self._label_groups(board, True)
        self.surveyed = True

    def _label_groups(self, board: bytearray, walls: bool) -> "Iterator[None]":
        """Number the regions of connected empty cells and note the edges and corners in each (DRO-2).

        With ``walls``, as a survey, it numbers these too.
        """
        offsets, border, queue = self._grid.offsets, self._grid.border, self._queue
        label, masks = (self._label, self._masks) if walls else (self._tried_label, self._tried_masks)
        label[:] = self._blank
        masks[_OUTSIDE] = 0
        del queue[:]
        for cell in range(len(board) if walls else 0):
            if border[cell] and board[cell]:
                label[cell] = _OUTSIDE
                queue.append(cell)
        number = _OUTSIDE
        start = done = 0
        while True:
            mask = 0
            for cell in queue:
                mask |= border[cell]
                empty = not board[cell]
                for offset in offsets[cell]:
                    near = cell + offset
                    if not label[near] and (not board[near]) == empty:
                        label[near] = number
                        queue.append(near)
                done += 1
                if done % _SLICE == 0:
                    yield
            masks[number] = mask
            while start < len(board) and (label[start] or (board[start] and not walls)):
                start += 1
            if start == len(board):
                return
            number += 1
            label[start] = number
            del queue[:]
            queue.append(start)

    def verdict(self, cell: int, colour: int) -> int:
        """Return what a placement on an empty cell removes: ``HARMLESS``, ``LONE`` or ``UNCLEAR``.

        The board must be surveyed and all its groups on bridges. A placement takes one cell from one
        region; no other region changes, so only the groups at that region can lose anything.
        """
        friends, enemies = self._stones[colour][cell], self._stones[other(colour)][cell]
        mask = self._masks[self._label[cell]]
        if mask == 0:
            # A region that reaches nothing: nobody misses it, and a stone in it lives by its friends.
            return HARMLESS if friends else LONE
        empties = self._inside[cell] & ~(friends | enemies)
        if not _stay(enemies, empties) or not self._stays_whole(cell, empties):
            return UNCLEAR
        # The region stays whole and all its groups stay at it. Friends at the cell gain by joining.
        bit = self._grid.border[cell]
        if is_bridge(mask & ~bit):
            return HARMLESS
        if bit:
            return UNCLEAR
        return HARMLESS if friends else LONE

    def stays_bridge(self, cell: int) -> bool:
        """Return whether the region of an empty cell of the board surveyed makes a bridge without it (DRO-3)."""
        return is_bridge(self._masks[self._label[cell]] & ~self._grid.border[cell])

    def _stays_whole(self, cell: int, free: int) -> bool:
        """Return whether a cell's region stays connected when the cell is taken from it.

        Walls and the outside of the board together fill what the regions leave. The cell would
        close a ring, with parts of its region on both sides, just where it joins a wall to itself:
        when two of the runs of stones and outside around it belong to one wall.
        """
        if _ARC[free]:
            return True
        joined = []
        offsets, inside, at = self._grid.offsets[cell], self._inside[cell], 0
        for side in range(6):
            wall = _OUTSIDE
            if inside >> side & 1:
                wall = self._label[cell + offsets[at]]
                at += 1
            if not free >> side & 1 and free >> (side + 5) % 6 & 1:
                if wall in joined:
                    return False
                joined.append(wall)
        return True

    def glance(self, board: bytearray, cell: int, colour: int) -> int:
        """Return ``HARMLESS`` or ``UNCLEAR`` for a placement, for the reasons of ``verdict``, without a survey.

        All groups must be on bridges. The empty cells are followed only until they make a bridge.
        """
        enemies = self._stones[other(colour)][cell]
        empties = self._inside[cell] & ~(self._stones[colour][cell] | enemies)
        if not _ARC[empties] or not _stay(enemies, empties):
            return UNCLEAR
        self.used += 1
        offsets, border, seen, queue = self._grid.offsets, self._grid.border, self._seen, self._queue
        seen[:] = self._blank
        seen[cell] = 1
        mask = 0
        del queue[:]
        queue.append(cell)
        for reached in queue:
            for offset in offsets[reached]:
                near = reached + offset
                if not seen[near] and not board[near]:
                    mask |= border[near]
                    if is_bridge(mask):
                        return HARMLESS
                    seen[near] = 1
                    queue.append(near)
        return UNCLEAR

    def is_clear(self, board: bytearray, cell: int, colour: int) -> bool:
        """Return whether what a placement leaves is known without a trial; ``board`` and ``removed`` tell it then."""
        if not self.settled:
            return False
        verdict = self.verdict(cell, colour) if self.surveyed else self.glance(board, cell, colour)
        if verdict == UNCLEAR:
            return False
        self.used += 1
        self._tried = cell << 2 | colour
        self.board[:] = board
        del self.removed[:]
        if verdict == LONE:
            self.removed.append(cell)
        else:
            self.board[cell] = colour
        return True

    def place(self, board: bytearray, cell: int, colour: int) -> None:
        """Find out in one go what a placement leaves, unless it is the last one that was asked about on this board."""
        if self._tried != (cell << 2 | colour) and not self.is_clear(board, cell, colour):
            for _ in self.run(board, cell, colour):
                pass

    def run(self, board: bytearray, cell: int, colour: int) -> "Iterator[None]":
        """Try a placement; a generator that yields after every bounded slice of the work.

        First all enemy groups on broken bridges go, then, on the board that leaves, the friendly ones (DRO-4).
        """
        self.used += 1
        self._tried = NO_CELL
        self.board[:] = board
        self.board[cell] = colour
        removed = self.removed
        del removed[:]
        yield from self._label_groups(self.board, False)
        yield from self._find_broken(other(colour))
        if removed:
            for gone in removed:
                self.board[gone] = EMPTY
            yield from self._label_groups(self.board, False)
        enemies = len(removed)
        yield from self._find_broken(colour)
        for at in range(enemies, len(removed)):
            self.board[removed[at]] = EMPTY
        self._tried = cell << 2 | colour

    def all_on_bridges(self, board: bytearray) -> bool:
        """Return whether no group of a board is on a broken bridge (DRO-3)."""
        self.used += 1
        self._tried = NO_CELL
        self.board[:] = board
        del self.removed[:]
        for step in (self._label_groups(board, False), self._find_broken(WHITE), self._find_broken(BLACK)):
            for _ in step:
                pass
        return not self.removed

    def _find_broken(self, colour: int) -> "Iterator[None]":
        """Add the stones of all groups of a colour on broken bridges to ``removed`` (DRO-2, DRO-3)."""
        board, seen, label, masks = self.board, self._seen, self._tried_label, self._tried_masks
        offsets, border, queue = self._grid.offsets, self._grid.border, self._queue
        seen[:] = self._blank
        done = 0
        for start in range(len(board)):
            if board[start] != colour or seen[start]:
                continue
            seen[start] = 1
            mask = 0
            del queue[:]
            queue.append(start)
            for cell in queue:
                mask |= border[cell]
                for offset in offsets[cell]:
                    near = cell + offset
                    there = board[near]
                    if not there:
                        mask |= masks[label[near]]
                    elif there == colour and not seen[near]:
                        seen[near] = 1
                        queue.append(near)
                done += 1
                if done % _SLICE == 0:
                    yield
            if not is_bridge(mask):
                self.removed += queue


def _sides_on_board(grid: "HexGrid", cell: int) -> int:
    """Return six bits: the sides, counter-clockwise from the east, on which a cell has a neighbour."""
    bits = 0
    for side in range(6):
        dq, dr = DIRECTIONS[side]
        if grid.at(grid.q[cell] + dq, grid.r[cell] + dr) != NO_CELL:
            bits |= 1 << side
    return bits

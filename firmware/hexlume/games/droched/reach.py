"""The reach of Droched's groups: bridges, broken bridges and what a placement removes.

Clauses DRO-2 to DRO-4 and DRO-7. Nothing recurses. Working memory is allocated once and queues are
emptied, not replaced: on a microcontroller passing lists would break up the heap. The innermost loops know that
``EMPTY`` is 0: looking a name up takes longer there than all else.
"""

from array import array

from ...const import const
from ..grid import NO_CELL, shared_tuples
from ..pieces import EMPTY, other

if False:  # for type checkers only
    from typing import Iterator

    from ..grid import HexGrid

_SLICE = const(16)
_OUTSIDE = const(0)
"""What the walls that touch the border count as: the outside joins them to one."""


def is_bridge(mask: int) -> bool:
    """Return whether reached cells lie on two or more edges and corners (DRO-3).

    ``mask`` has one bit for each edge and corner, as in ``HexGrid.border``.
    """
    return mask & (mask - 1) != 0


class Reach:
    """Works out what groups reach on boards of one grid, and what placements remove.

    ``place`` works out a placement: by ``is_clear`` where that is enough, else by ``run``, which tries it on a copy of
    the board. Afterwards ``board`` is what it leaves and ``removed`` the cells that it empties, the enemy's first.
    ``survey`` studies a board once: the regions of connected empty cells, the edges and corners each contains, and the
    walls of connected stones of any colour. A complete survey lasts until the board changes. While it does
    (``surveyed``), ``is_clear`` settles most placements, otherwise many, but only if all groups are on bridges
    (``settled``). ``used`` counts what spoils a survey or a trial under way. ``legal`` is for the rules: by colour,
    a cell where a placement was legal not long ago.
    """

    def __init__(self, grid: "HexGrid") -> None:
        """Allocate for a grid; no board has been surveyed yet."""
        cells = grid.cells
        self._grid = grid
        self._around = shared_tuples(grid.around(cell) for cell in range(cells))
        self._blank = array("H", bytes(2 * cells))
        self._label = array("H", self._blank)
        self._masks = array("H", bytes(2 * cells + 2))
        self._tried_label = array("H", self._blank)
        self._tried_masks = array("H", self._masks)
        self._queue: list[int] = []
        self.board = bytearray(cells)
        # Of each cell: the colour whose placement there was tried on this board and removes nothing.
        self._harmless = bytearray(cells)
        self._untried = bytes(cells)
        self.removed: list[int] = []
        self.settled = True
        self.used = 0
        self.legal = [0, 0, 0]
        self.forget()

    def forget(self) -> None:
        """Forget what is known of a board that has changed."""
        self.used += 1
        self.surveyed = False
        self._tried = NO_CELL
        self._harmless[:] = self._untried

    def survey(self, board: bytearray) -> "Iterator[None]":
        """Study a board; a generator that yields after every bounded slice of the work."""
        self.forget()
        self._label[:] = self._blank
        yield from self._walk(board, EMPTY, self._label, self._masks)
        for cell in range(len(board)):
            self.board[cell] = not board[cell]
        yield from self._walk(self.board, EMPTY, self._label, self._masks)
        self.surveyed = True

    def _walk(self, board: bytearray, colour: int, label: "array[int]", masks: "array[int]") -> "Iterator[None]":
        """Number the groups of connected cells of a colour, and note the edges and corners that each reaches (DRO-2).

        Regions, of colour ``EMPTY``, must be numbered before stones. Stones on broken bridges (DRO-3) are added to
        ``removed``.
        """
        offsets, border, queue = self._grid.offsets, self._grid.border, self._queue
        number = max(label)
        done = 0
        for start in range(len(board)):
            if board[start] != colour or label[start]:
                continue
            number += 1
            label[start] = number
            mask = 0
            del queue[:]
            queue.append(start)
            for cell in queue:
                mask |= border[cell]
                for offset in offsets[cell]:
                    near = cell + offset
                    there = board[near]
                    if there == colour:
                        if not label[near]:
                            label[near] = number
                            queue.append(near)
                    elif not there:
                        mask |= masks[label[near]]
                done += 1
                if done % _SLICE == 0:
                    yield
            masks[number] = mask
            if colour and not is_bridge(mask):
                self.removed += queue

    def region(self, board: bytearray, cell: int) -> int:
        """Return the edges and corners in the region of an empty cell.

        On a board not surveyed it is walked through, until those of other cells make a bridge.
        """
        if self.surveyed:
            return self._masks[self._label[cell]]
        self.forget()
        offsets, border, seen, queue = self._grid.offsets, self._grid.border, self._tried_label, self._queue
        own = border[cell]
        seen[:] = self._blank
        seen[cell] = 1
        mask = 0
        del queue[:]
        queue.append(cell)
        for reached in queue:
            for offset in offsets[reached]:
                near = reached + offset
                if not seen[near] and not board[near]:
                    seen[near] = 1
                    queue.append(near)
                    mask |= border[near]
                    if is_bridge(mask & ~own):
                        return mask
        return mask | own

    def _stays_whole(self, cell: int, free: int) -> bool:
        """Return whether a cell's region stays connected when the cell is taken from it.

        Walls and the outside of the board together fill what the regions leave. The cell would
        close a ring, with parts of its region on both sides, just where it joins a wall to itself:
        when two of the runs of stones and outside around it belong to one wall.
        ``free`` has a bit for each neighbour.
        """
        rises = free & ~(free << 1 | free >> 5)
        if not self.surveyed or not rises & (rises - 1):
            return not rises & (rises - 1)
        walls = []
        for side in range(6):
            if not free >> side & 1 and free >> (side + 5) % 6 & 1:
                offset, wall = self._around[cell][side], _OUTSIDE
                if offset and not self._masks[self._label[cell + offset]]:
                    wall = self._label[cell + offset]
                walls.append(wall)
        return len(set(walls)) == len(walls)

    def is_clear(self, board: bytearray, cell: int, colour: int) -> bool:
        """Return whether what a placement leaves is known without a trial; ``board`` and ``removed`` tell it then.

        It is where the placement removes nothing, or only its own stone (DRO-7). It takes one cell from one region;
        no other region changes, so only the groups at that region can lose anything.
        """
        if not self.settled:
            return False
        friends = enemies = free = 0
        side = 1
        for offset in self._around[cell]:
            if offset:
                there = board[cell + offset]
                if not there:
                    free |= side
                elif there == colour:
                    friends |= side
                else:
                    enemies |= side
            side <<= 1
        lone = not friends
        # All enemies stay at the region if each is next to a free neighbour, or joined around the cell to one.
        stay = free
        for _ in range(3):
            stay |= enemies & (stay << 1 | stay >> 5 | stay >> 1 | stay << 5)
        all_stay = not enemies & ~stay and self._stays_whole(cell, free)
        if not all_stay and not self.surveyed:
            # Even if the region has no edge: to walk through it takes long.
            return False
        mask, bit = self.region(board, cell), self._grid.border[cell]
        if mask:
            if not all_stay:
                return False
            # Friends at the cell gain by joining.
            if is_bridge(mask & ~bit):
                lone = False
            elif bit:
                return False
        # Else nobody misses the region, and a stone in it lives by its friends.
        self._set_down(board, cell, colour)
        if lone:
            self.board[cell] = EMPTY
            self.removed.append(cell)
        return True

    def place(self, board: bytearray, cell: int, colour: int) -> None:
        """Find out in one go what a placement leaves, unless it is the last one that was asked about on this board."""
        if self._tried == (cell << 2 | colour) or self.is_clear(board, cell, colour):
            return
        if self._harmless[cell] == colour:
            self._set_down(board, cell, colour)
        else:
            for _ in self.run(board, cell, colour):
                pass

    def run(self, board: bytearray, cell: int, colour: int) -> "Iterator[None]":
        """Try a placement; a generator that yields after every bounded slice of the work.

        First all enemy groups on broken bridges go, then, on the board that leaves, the friendly ones (DRO-4).
        """
        self._set_down(board, cell, colour)
        self._tried = NO_CELL
        for side in (other(colour), colour):
            if side != colour or self.removed:
                self._tried_label[:] = self._blank
                yield from self._walk(self.board, EMPTY, self._tried_label, self._tried_masks)
            yield from self._walk(self.board, side, self._tried_label, self._tried_masks)
            for gone in self.removed:
                self.board[gone] = EMPTY
        self._tried = cell << 2 | colour
        if not self.removed:
            self._harmless[cell] = colour

    def _set_down(self, board: bytearray, cell: int, colour: int) -> None:
        """Begin with the stone on the board, and nothing removed."""
        self.used += 1
        self._tried = cell << 2 | colour
        self.board[:] = board
        self.board[cell] = colour
        del self.removed[:]

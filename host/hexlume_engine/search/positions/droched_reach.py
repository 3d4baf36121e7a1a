"""What Droched's groups reach, compiled: bridges, broken bridges and what a placement removes (DRO-2 to DRO-4, DRO-7).

Working memory, in parts of ``cells`` numbers: labels, marks, a queue, the labels' reach, the board that is tried and
the cells that a trial removes. A survey's findings stand in the position, from ``labels(t)`` on: the label of every
cell's region or wall, then the reach of the regions by label. ``follow`` keeps them up while placements remove
nothing.
"""

from ..compiled import Numbers, compiled
from ..state import BOARD, SURVEYED, T_BORDER, T_CELLS, T_INSIDE, T_NEAR, own

HARMLESS, LONE, UNCLEAR = range(3)
_ALL = 63
_OUTSIDE = 1
LABEL, MARK, QUEUE, REACH, TRIED, REMOVED = range(6)


@compiled
def is_bridge(mask: int) -> bool:
    """Return whether reached cells lie on two or more edges and corners (DRO-3)."""
    return mask & (mask - 1) != 0


@compiled
def _is_arc(around: int) -> bool:
    """Return whether the neighbours of a hex given by six bits form one unbroken arc."""
    rises = around & ~(around << 1 | around >> 5)
    return around != 0 and rises & (rises - 1) == 0


@compiled
def _beside(around: int) -> int:
    return (around << 1 | around >> 5 | around >> 1 | around << 5) & _ALL


@compiled
def _stay(enemies: int, empties: int) -> bool:
    """Return whether all enemies around a cell stay at its region when it is taken from the region."""
    if not enemies:
        return empties != 0
    touching = enemies & _beside(empties)
    touching |= enemies & _beside(touching)
    touching |= enemies & _beside(touching)
    return touching == enemies


@compiled
def around(s: Numbers, t: Numbers, cell: int, colour: int) -> int:
    """Return six bits: the sides of a cell where stones of a colour stand."""
    return s[own(t) + (colour - 1) * t[T_CELLS] + cell]


@compiled
def labels(t: Numbers) -> int:
    """Return where a survey's labels begin in a position; the regions' reach begins ``cells`` later."""
    return own(t) + 2 * t[T_CELLS]


@compiled
def label_regions(t: Numbers, w: Numbers, board: Numbers) -> None:
    """Number the regions of empty cells of a board from 1 and note the edges and corners in each (DRO-2)."""
    cells = t[T_CELLS]
    border, queue, reach = t[T_BORDER], QUEUE * cells, REACH * cells
    for cell in range(cells):
        w[cell] = 0
    number = 0
    for start in range(cells):
        if board[start] or w[start]:
            continue
        number += 1
        w[start] = number
        mask = 0
        w[queue] = start
        done, count = 0, 1
        while done < count:
            cell = w[queue + done]
            done += 1
            mask |= t[border + cell]
            for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
                near = t[at]
                if near >= 0 and not w[near] and not board[near]:
                    w[near] = number
                    w[queue + count] = near
                    count += 1
        w[reach + number - 1] = mask


@compiled
def find_broken(t: Numbers, w: Numbers, board: Numbers, colour: int, removed: int) -> int:
    """Add the stones of a colour on broken bridges to the removed cells (DRO-2, DRO-3); return how many these are."""
    cells = t[T_CELLS]
    border, queue, reach, mark = t[T_BORDER], QUEUE * cells, REACH * cells, MARK * cells
    for cell in range(cells):
        w[mark + cell] = 0
    for start in range(cells):
        if board[start] != colour or w[mark + start]:
            continue
        w[mark + start] = 1
        mask = 0
        w[queue] = start
        done, count = 0, 1
        while done < count:
            cell = w[queue + done]
            done += 1
            mask |= t[border + cell]
            for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
                near = t[at]
                if near < 0:
                    continue
                there = board[near]
                if not there:
                    mask |= w[reach + w[near] - 1]
                elif there == colour and not w[mark + near]:
                    w[mark + near] = 1
                    w[queue + count] = near
                    count += 1
        if not is_bridge(mask):
            for at in range(count):
                w[REMOVED * cells + removed] = w[queue + at]
                removed += 1
    return removed


@compiled
def _copied_board(s: Numbers, t: Numbers, w: Numbers) -> Numbers:
    """Return a copy of the board, in working memory."""
    cells = t[T_CELLS]
    board = w[TRIED * cells : (TRIED + 1) * cells]
    for at in range(cells):
        board[at] = s[BOARD + at]
    return board


@compiled
def try_placement(s: Numbers, t: Numbers, w: Numbers, cell: int, player: int) -> int:
    """Find what a placement removes, the enemy's first (DRO-4); return how many cells these are."""
    cells = t[T_CELLS]
    board = _copied_board(s, t, w)
    board[cell] = player
    label_regions(t, w, board)
    removed = find_broken(t, w, board, 3 - player, 0)
    if removed:
        for at in range(removed):
            board[w[REMOVED * cells + at]] = 0
        label_regions(t, w, board)
    return find_broken(t, w, board, player, removed)


@compiled
def all_on_bridges(s: Numbers, t: Numbers, w: Numbers) -> bool:
    """Return whether no group is on a broken bridge (DRO-3)."""
    board = _copied_board(s, t, w)
    label_regions(t, w, board)
    return find_broken(t, w, board, 1, 0) == 0 and find_broken(t, w, board, 2, 0) == 0


@compiled
def survey(s: Numbers, t: Numbers, w: Numbers) -> None:
    """Study the board for ``verdict``: its regions of empty cells and its walls of stones of any colour."""
    cells = t[T_CELLS]
    border, queue = t[T_BORDER], QUEUE * cells
    label = labels(t)
    reach = label + cells
    count = 0
    for cell in range(cells):
        s[label + cell] = 0
        if t[border + cell] and s[BOARD + cell]:
            s[label + cell] = _OUTSIDE
            w[queue + count] = cell
            count += 1
    number = _OUTSIDE
    start = done = 0
    while True:
        mask = 0
        while done < count:
            cell = w[queue + done]
            done += 1
            mask |= t[border + cell]
            empty = s[BOARD + cell] == 0
            for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
                near = t[at]
                if near >= 0 and not s[label + near] and (s[BOARD + near] == 0) == empty:
                    s[label + near] = number
                    w[queue + count] = near
                    count += 1
        s[reach + number] = mask
        while start < cells and s[label + start]:
            start += 1
        if start == cells:
            s[SURVEYED] = 1
            return
        number += 1
        s[label + start] = number
        w[queue] = start
        done, count = 0, 1


@compiled
def follow(s: Numbers, t: Numbers, cell: int) -> None:
    """Bring a survey up to date after a placement that ``verdict`` called harmless: its region stays whole."""
    cells = t[T_CELLS]
    label = labels(t)
    region = s[label + cell]
    bit = t[t[T_BORDER] + cell]
    wall = _OUTSIDE if bit else 2 * cells + cell
    s[label + cell] = wall
    for at in range(T_NEAR + 6 * cell, T_NEAR + 6 * cell + 6):
        near = t[at]
        if near >= 0 and s[BOARD + near] and s[label + near] != wall:
            joined = s[label + near]
            if joined == _OUTSIDE:
                wall, joined = _OUTSIDE, wall
            for other in range(label, label + cells):
                if s[other] == joined:
                    s[other] = wall
    if bit:
        border = t[T_BORDER]
        mask = 0
        for other in range(cells):
            if s[label + other] == region:
                mask |= t[border + other]
        s[label + cells + region] = mask


@compiled
def verdict(s: Numbers, t: Numbers, cell: int, player: int) -> int:
    """Return what a placement on a surveyed, settled board removes, as ``hexlume.games.droched.reach``."""
    cells = t[T_CELLS]
    friends, enemies = around(s, t, cell, player), around(s, t, cell, 3 - player)
    label = labels(t)
    mask = s[label + cells + s[label + cell]]
    if mask == 0:
        return HARMLESS if friends else LONE
    empties = t[t[T_INSIDE] + cell] & ~(friends | enemies)
    if not _stay(enemies, empties) or not _stays_whole(s, t, cell, empties):
        return UNCLEAR
    bit = t[t[T_BORDER] + cell]
    if is_bridge(mask & ~bit):
        return HARMLESS
    if bit:
        return UNCLEAR
    return HARMLESS if friends else LONE


@compiled
def _stays_whole(s: Numbers, t: Numbers, cell: int, empties: int) -> bool:
    """Return whether a cell's region stays connected when the cell is taken from it."""
    if _is_arc(empties):
        return True
    label = labels(t)
    one = two = -1
    for side in range(6):
        near = t[T_NEAR + 6 * cell + side]
        if not empties >> side & 1 and empties >> (side + 5) % 6 & 1:
            wall = s[label + near] if near >= 0 else _OUTSIDE
            if wall in (one, two):
                return False
            if one < 0:
                one = wall
            else:
                two = wall
    return True

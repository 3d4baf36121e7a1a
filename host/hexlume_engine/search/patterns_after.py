"""The learned evaluation of legal actions: that of the positions after them (``patterns``).

A placement of Orochi changes few of a position's patterns: all placements are judged by what each changes, without
being played, which takes a quarter of the time.
"""

from .cell_patterns import AROUND, SIDES, STAGES, STATES, centre, neighbour, stage_of
from .compiled import Numbers, Reals, compiled, entry
from .game import apply, copy
from .patterns import (
    DUE_BACK,
    FEWEST_BEFORE_OVER,
    GROUPS_BACK,
    Patterns,
    balance_place,
    due_place,
    groups_place,
    lead_place,
    logistic,
    white_chance,
)
from .positions.orochi import OVER_CONNECTED, PLACE_WHITE
from .state import (
    BOARD,
    CHECKED,
    DUE,
    EMPTIES,
    EXCHANGED,
    OROCHI,
    PHASE,
    PLACING,
    T_CELLS,
    T_GAME,
    T_NEAR,
    TO_MOVE,
    WORK_A_CELL,
    WORK_BESIDES,
    flood,
    own,
)

_MOST_GROUPS = 62
"""A set of groups is one number."""
# The working memory's arrays by cell, and behind them the groups' sizes.
_GROUP, _BECAME, _SEEN, _DECIDES, _BESIDE, _WHITE, _BLACK, _CHANGED, _MARK, _NEAR = 0, 1, 2, 4, 6, 7, 8, 9, 10, 11
"""``_GROUP`` is the number of a piece's group, from 1. ``_SEEN`` is the pattern as white sees it, then as black does.
For empty cells ``_DECIDES`` is the place of what one would decide, for white and then for black, ``_BESIDE`` the set of
the groups beside it, and ``_WHITE`` and ``_BLACK`` the size of the largest of each colour's. ``_BECAME`` is the pattern
of the cells that are listed in ``_CHANGED``; ``_MARK`` is the last placement that changed a cell, ``_NEAR`` the last
one beside it.
"""
_PARTS = 12
_STEPS_BACK = tuple(STATES ** ((side + SIDES // 2) % SIDES) for side in range(SIDES))
"""What a neighbour's pattern counts for the cell that has it on a side."""


@entry
def chances_after(
    s: Numbers, t: Numbers, w: Numbers, actions: Numbers, count: int, patterns: Patterns, chances: Reals
) -> None:
    """Find the win chance of the player to act after each of ``count`` legal actions of a position.

    ``w`` is of ``work_size`` and a position more.
    """
    cells = t[T_CELLS]
    if t[T_GAME] == OROCHI and s[PHASE] == PLACING and s[EMPTIES] > 2:
        fits = _PARTS * cells + _MOST_GROUPS <= WORK_A_CELL * cells + WORK_BESIDES
        if fits and _after_placements(s, t, w, actions, count, patterns, chances):
            return
    after = w[WORK_A_CELL * cells + WORK_BESIDES :]
    # What stood in working memory stands there no more.
    s[CHECKED] = 0
    for at in range(count):
        copy(s, after)
        apply(after, t, w, actions[at])
        white = white_chance(after, t, w, patterns)
        # Who swaps has the other colour from there on.
        chances[at] = white if (s[TO_MOVE] == 1) == (after[EXCHANGED] == s[EXCHANGED]) else 1.0 - white


@compiled
def _after_placements(
    s: Numbers, t: Numbers, w: Numbers, actions: Numbers, count: int, patterns: Patterns, chances: Reals
) -> bool:
    """Do what ``chances_after`` does for placements of Orochi that do not end it; return whether it could."""
    cells = t[T_CELLS]
    kin = own(t)
    weights = patterns.weights
    mover = s[TO_MOVE]
    empty = s[EMPTIES] - 1
    stage_size = len(weights) // STAGES
    base = stage_of(empty, cells) * stage_size
    end = base + stage_size
    for cell in range(cells):
        w[_GROUP * cells + cell] = 0
        w[_MARK * cells + cell] = w[_NEAR * cells + cell] = -1
    white, black = _note_groups(s, t, w)
    if white < 0:
        return False
    white_total, black_total, balance = _note_cells(s, t, w, patterns, base, end)
    for number in range(count):
        colour = 1 if actions[number] >> 20 == PLACE_WHITE else 2
        cell = actions[number] >> 10 & 1023
        around, merged, groups, over = 0, 1, 0, False
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near < 0:
                continue
            w[_NEAR * cells + near] = number
            if s[BOARD + near] == colour:
                around += 1
                over = over or s[kin + near] + 1 >= OVER_CONNECTED
                group = w[_GROUP * cells + near] - 1
                if groups >> group & 1 == 0:
                    groups |= 1 << group
                    merged += w[_PARTS * cells + group]
        over = over or around >= OVER_CONNECTED
        following = mover if over or s[DUE] > 1 else 3 - mover
        total = white_total if following == 1 else black_total
        total += _patterns_change(s, t, w, patterns, base, cell, colour, following, around, number)
        change, ahead = _decisions_change(s, t, w, weights, end, cell, colour, following, groups, merged, number)
        total += change
        ours, theirs = white, black
        if colour == 1:
            ours = max(white, merged)
        else:
            theirs = max(black, merged)
        ahead += balance
        if following == 2:
            ours, theirs, ahead = theirs, ours, -ahead
        total += weights[end + balance_place(ahead, empty)]
        total += weights[end - GROUPS_BACK + groups_place(ours, theirs, cells)]
        total += weights[end - DUE_BACK + due_place(over, 0, empty)]
        chance = logistic(total)
        chances[number] = chance if following == mover else 1.0 - chance
    return True


@compiled
def _note_groups(s: Numbers, t: Numbers, w: Numbers) -> tuple[int, int]:
    """Note the groups; return the largest sizes of white's and of black's, -1 if there are too many groups."""
    cells = t[T_CELLS]
    groups = white = black = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        if piece and w[_GROUP * cells + cell] == 0:
            if groups == _MOST_GROUPS:
                return -1, -1
            size = flood(s, t, w, cell, piece, groups + 1)
            w[_PARTS * cells + groups] = size
            groups += 1
            if piece == 1:
                white = max(white, size)
            else:
                black = max(black, size)
    return white, black


@compiled
def _note_cells(
    s: Numbers, t: Numbers, w: Numbers, patterns: Patterns, base: int, end: int
) -> tuple[float, float, int]:
    """Note the cells; return what they add up to for white and for black, and on how many more of them white leads."""
    cells = t[T_CELLS]
    kin = own(t)
    weights = patterns.weights
    for_white = for_black = 0.0
    balance = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        white_sees, black_sees = AROUND * centre(piece, 1), AROUND * centre(piece, 2)
        step = 1
        groups = white = black = 0
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0:
                there = s[BOARD + near]
                if there == 0:
                    white_sees += step
                    black_sees += step
                else:
                    marked = s[kin + near] >= FEWEST_BEFORE_OVER
                    white_sees += step * neighbour(there, 1, marked)
                    black_sees += step * neighbour(there, 2, marked)
                    group = w[_GROUP * cells + near] - 1
                    groups |= 1 << group
                    if there == 1:
                        white = max(white, w[_PARTS * cells + group])
                    else:
                        black = max(black, w[_PARTS * cells + group])
            step *= STATES
        w[_SEEN * cells + cell] = white_sees
        w[(_SEEN + 1) * cells + cell] = black_sees
        for_white += weights[base + patterns.kinds[white_sees]]
        for_black += weights[base + patterns.kinds[black_sees]]
        if piece == 0:
            w[_BESIDE * cells + cell] = groups
            w[_WHITE * cells + cell] = white
            w[_BLACK * cells + cell] = black
            w[_DECIDES * cells + cell] = end + lead_place(white, black, cells)
            w[(_DECIDES + 1) * cells + cell] = end + lead_place(black, white, cells)
            for_white += weights[w[_DECIDES * cells + cell]]
            for_black += weights[w[(_DECIDES + 1) * cells + cell]]
            balance += _sign(white - black)
    return for_white, for_black, balance


@compiled
def _patterns_change(
    s: Numbers,
    t: Numbers,
    w: Numbers,
    patterns: Patterns,
    base: int,
    cell: int,
    colour: int,
    following: int,
    around: int,
    number: int,
) -> float:
    """Return what a placement changes for who acts next by patterns.

    These are the cell's own, those that see it, and those that see a piece with three of its colour beside it now.
    """
    cells = t[T_CELLS]
    kin = own(t)
    seen = (_SEEN if following == 1 else _SEEN + 1) * cells
    count = _change(w, cells, seen, cell, AROUND * centre(colour, following), number, 0)
    state = neighbour(colour, following, around >= FEWEST_BEFORE_OVER) - 1
    for side in range(SIDES):
        near = t[T_NEAR + SIDES * cell + side]
        if near < 0:
            continue
        count = _change(w, cells, seen, near, _STEPS_BACK[side] * state, number, count)
        if s[BOARD + near] == colour and s[kin + near] + 1 == FEWEST_BEFORE_OVER:
            for way in range(SIDES):
                beyond = t[T_NEAR + SIDES * near + way]
                if beyond >= 0:
                    count = _change(w, cells, seen, beyond, _STEPS_BACK[way], number, count)
    weights, kinds = patterns.weights, patterns.kinds
    total = 0.0
    for at in range(count):
        there = w[_CHANGED * cells + at]
        total += weights[base + kinds[w[_BECAME * cells + there]]] - weights[base + kinds[w[seen + there]]]
    return total


@compiled
def _change(w: Numbers, cells: int, seen: int, cell: int, change: int, number: int, count: int) -> int:
    """Change a cell's pattern by the placement ``number``; return how many of ``count`` cells have changed then."""
    if w[_MARK * cells + cell] == number:
        w[_BECAME * cells + cell] += change
        return count
    w[_MARK * cells + cell] = number
    w[_BECAME * cells + cell] = w[seen + cell] + change
    w[_CHANGED * cells + count] = cell
    return count + 1


@compiled
def _decisions_change(
    s: Numbers,
    t: Numbers,
    w: Numbers,
    weights: Reals,
    end: int,
    cell: int,
    colour: int,
    following: int,
    groups: int,
    merged: int,
    number: int,
) -> tuple[float, int]:
    """Return what a placement changes for who acts next by what empty cells would decide, and white's lead in these.

    It makes the set ``groups`` one group of ``merged`` pieces.
    """
    cells = t[T_CELLS]
    decides = (_DECIDES if following == 1 else _DECIDES + 1) * cells
    total = -weights[w[decides + cell]]
    ahead = -_sign(w[_WHITE * cells + cell] - w[_BLACK * cells + cell])
    for at in range(BOARD + cells, BOARD + cells + s[EMPTIES]):
        there = s[at]
        if there == cell or (w[_NEAR * cells + there] != number and w[_BESIDE * cells + there] & groups == 0):
            continue
        white, black = w[_WHITE * cells + there], w[_BLACK * cells + there]
        ahead -= _sign(white - black)
        if colour == 1:
            white = max(white, merged)
        else:
            black = max(black, merged)
        ahead += _sign(white - black)
        place = lead_place(white, black, cells) if following == 1 else lead_place(black, white, cells)
        total += weights[end + place] - weights[w[decides + there]]
    return total, ahead


@compiled
def _sign(number: int) -> int:
    return int(number > 0) - int(number < 0)

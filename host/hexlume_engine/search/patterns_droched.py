"""Features of a position of Droched for the learned evaluation (``patterns``): bridges, territory, prisoners.

A region of empty cells is somebody's *territory* if stones of one colour alone are beside it: the other seldom lives
there, and who has more of it runs out of actions later (DRO-10), as does who has more to free from the prison (DRO-6).
A group is *secure* if its stones and its side's territory beside it hold a bridge (DRO-3) by themselves: the other
cannot break it without placing there. Besides the cells' patterns these count: how far each cell is from the border and
what is on it; how large each group is, how many edges and corners it reaches, and whether it is secure; who is ahead in
prisoners, in territory, in both and in stones.
"""

from .cell_patterns import AROUND, SIDES, STATES, centre, neighbour, stage_of
from .compiled import Numbers, compiled
from .positions.droched_reach import is_bridge
from .state import (
    BOARD,
    CHECKED,
    EMPTIES,
    PHASE,
    PRISON,
    SETTING_UP,
    STONES,
    T_BORDER,
    T_CELLS,
    T_NEAR,
    T_Q,
    T_R,
    T_SIZE,
    TO_MOVE,
)

_COLOURS_AT = 16
"""A region's reach has, above the bits of edges and corners, one for each colour beside it."""
_REACH = (1 << _COLOURS_AT) - 1
_NEUTRAL, _OURS, _THEIRS = 0, 3, 4
"""What an empty cell is as a pattern's centre: in nobody's, one's own or the other's territory."""
_CENTRES = 5
_RINGS = 7
"""Cells that are six steps or more from the border are all the same."""
_SIZES, _REACHES = 5, 7
_GROUP_KINDS = _SIZES * _REACHES * 2
_MOST_LEAD = 20
_LEADS = 2 * _MOST_LEAD + 1
_RINGS_AT = 0
_GROUPS_AT = _RINGS_AT + _RINGS * _CENTRES
_LEADS_AT = _GROUPS_AT + 2 * _GROUP_KINDS
_SETTING_UP_AT = _LEADS_AT + 4 * _LEADS
BESIDE_PATTERNS = _SETTING_UP_AT + 2
"""The places that a stage has for other things than patterns."""


@compiled
def features_of_droched(s: Numbers, t: Numbers, w: Numbers, kinds: Numbers, stage_size: int, out: Numbers) -> int:
    """Do what ``patterns.features`` does, for Droched."""
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    # What stood in working memory stands there no more.
    s[CHECKED] = 0
    base = stage_of(s[EMPTIES], cells) * stage_size
    beside = base + stage_size - BESIDE_PATTERNS
    reach = 2 * cells
    labels = _label(s, t, w)
    _judge_groups(s, t, w, labels)
    count = 2 * cells
    ours = theirs = 0
    for cell in range(cells):
        piece = s[BOARD + cell]
        if piece:
            middle = centre(piece, mover)
        else:
            colours = w[reach + w[cell]] >> _COLOURS_AT
            middle = _NEUTRAL
            if colours == mover:
                middle = _OURS
                ours += 1
            elif colours == 3 - mover:
                middle = _THEIRS
                theirs += 1
        number = AROUND * middle
        step = 1
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0:
                there = s[BOARD + near]
                if there == 0:
                    number += step
                else:
                    number += step * neighbour(there, mover, is_bridge(w[reach + w[near]] & _REACH))
            step *= STATES
        out[2 * cell] = base + kinds[number]
        out[2 * cell + 1] = beside + _RINGS_AT + _ring(t, cell) * _CENTRES + middle
    for label in range(1, labels + 1):
        kind = w[cells + label]
        if kind >= 0:
            out[count] = beside + _GROUPS_AT + kind
            count += 1
    prison = s[PRISON + 3 - mover] - s[PRISON + mover]
    leads = beside + _LEADS_AT
    out[count] = leads + _lead(prison)
    out[count + 1] = leads + _LEADS + _lead(ours - theirs)
    out[count + 2] = leads + 2 * _LEADS + _lead(prison + ours - theirs)
    out[count + 3] = leads + 3 * _LEADS + _lead(s[STONES + mover] - s[STONES + 3 - mover])
    out[count + 4] = beside + _SETTING_UP_AT + (1 if s[PHASE] == SETTING_UP else 0)
    return count + 5


@compiled
def _label(s: Numbers, t: Numbers, w: Numbers) -> int:
    """Number the regions and groups of a board from 1 in ``w[cell]``; return how many there are.

    By number, from ``w[2 * cells]`` on stand the edges and corners in each and above them, as bits, its colour or those
    beside a region; from ``w[cells]`` on nothing.
    """
    cells = t[T_CELLS]
    border, queue, reach = t[T_BORDER], cells, 2 * cells
    for cell in range(cells):
        w[cell] = 0
    number = 0
    for start in range(cells):
        if w[start]:
            continue
        number += 1
        colour = s[BOARD + start]
        w[start] = number
        w[queue] = start
        done, count, mask = 0, 1, colour << _COLOURS_AT
        while done < count:
            cell = w[queue + done]
            done += 1
            mask |= t[border + cell]
            for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
                near = t[at]
                if near < 0:
                    continue
                there = s[BOARD + near]
                if there != colour:
                    if colour == 0:
                        mask |= there << _COLOURS_AT
                elif w[near] == 0:
                    w[near] = number
                    w[queue + count] = near
                    count += 1
        w[reach + number] = mask
    for label in range(1, number + 1):
        w[queue + label] = 0
    return number


@compiled
def _judge_groups(s: Numbers, t: Numbers, w: Numbers, labels: int) -> None:
    """Give each group what it holds by its territory, and note in ``w[cells + label]`` of what kind it is.

    That is -1 for regions.
    """
    cells = t[T_CELLS]
    mover = s[TO_MOVE]
    reach, kind = 2 * cells, cells
    # First a group's size stands there, and above it what it reaches by way of any region.
    for cell in range(cells):
        colour = s[BOARD + cell]
        if colour == 0:
            continue
        label = w[cell]
        for at in range(T_NEAR + SIDES * cell, T_NEAR + SIDES * cell + SIDES):
            near = t[at]
            if near >= 0 and s[BOARD + near] == 0:
                mask = w[reach + w[near]]
                w[kind + label] |= (mask & _REACH) << _COLOURS_AT
                if mask >> _COLOURS_AT == colour:
                    w[reach + label] |= mask
        w[kind + label] += 1
    for label in range(1, labels + 1):
        known, mask = w[kind + label], w[reach + label]
        if known == 0:
            w[kind + label] = -1
            continue
        held = mask & _REACH
        found = _size(known & _REACH) * _REACHES + _edges(held | known >> _COLOURS_AT)
        found = found * 2 + (1 if is_bridge(held) else 0)
        w[kind + label] = found + (0 if mask >> _COLOURS_AT == mover else _GROUP_KINDS)


@compiled
def _size(size: int) -> int:
    """Return which of the ``_SIZES`` a group's size is: 1, 2, up to 4, up to 8, or more."""
    found = 0
    while found < _SIZES - 1 and size > 1 << found:
        found += 1
    return found


@compiled
def _edges(mask: int) -> int:
    """Return how many edges and corners are reached, the ``_REACHES`` - 1 at most."""
    found = 0
    while mask and found < _REACHES - 1:
        mask &= mask - 1
        found += 1
    return found


@compiled
def _ring(t: Numbers, cell: int) -> int:
    """Return how many steps a cell is from the border, ``_RINGS`` - 1 at most."""
    q, r = t[t[T_Q] + cell], t[t[T_R] + cell]
    return min(t[T_SIZE] - 1 - max(abs(q), abs(r), abs(q + r)), _RINGS - 1)


@compiled
def _lead(lead: int) -> int:
    """Return which of the ``_LEADS`` a lead is."""
    return max(-_MOST_LEAD, min(_MOST_LEAD, lead)) + _MOST_LEAD

"""The solver's search, compiled: all lines to the end, depth first, with a table of what was proven.

Asked is whether a player gets at least the win, or at least the draw. A node asks it for who acts there; where the
next action is the other player's, the child asks the contrary. So a turn may have any number of actions. Nothing is
guessed: a position counts as proven once an action that gets it was, or every action was refuted.

Actions are tried in the order of what they have decided elsewhere (history heuristic, Schaeffer 1989); where nodes have
taken long, the table is asked for all of them first (enhanced transposition cut-offs, Plaat et al. 1996), and what was
learned of the game ranks them. Work stands in arrays, so that a search can rest after any node
and go on later.
"""

from typing import Any, NamedTuple

import numpy as np

from .compiled import Numbers, Reals, compiled, entry
from .game import apply, copy, legal
from .indices import action_index, actions_of
from .patterns import Patterns
from .patterns_after import chances_after
from .search import exchanges
from .state import DRAWN, EMPTIES, ORGANICA, OROCHI, RESULT, T_GAME, TO_MOVE
from .transposition_keys import write_key

RUNNING, YES, NO, UNSURE, TOO_DEEP = range(5)
"""What a search says: not ready; proven; refuted; not to be known within the horizon; the stack is full."""

WIN, DRAW = 1, 2
"""What is asked for: at least the win, at least the draw."""

DEPTH, NODES, HORIZON, RETURNED = range(4)
"""Places in ``control``."""

FRAME = 8
_COUNT, _NEXT, _ENTERED, _NEED, _SAME, _UNSURE, _KEYED = range(7)

ENTRY = 3
_BUCKET = 4
BITS = 4
"""The work stands above this many bits of what is known: ``YES`` or ``NO`` to the win, then to the draw."""
_WORK = 2**50

_KEYED_FROM = 3
_ASK_FROM, _ASK_FROM_IN_OROCHI = 24, 4
"""The nodes from which asking pays; the learned evaluation of Orochi orders well and is quick."""
_HEAT_CAP = 2**40


class Work(NamedTuple):
    """A search at work.

    ``states`` is a stack of positions, ``room`` numbers each (``sizes[0]``), ``frames`` what is known of each,
    ``actions`` and ``ranks`` (``sizes[1]`` each) what is to be tried there, ``chances`` as many by what was learned;
    ``keys`` two words each; ``table`` the entries: two words, then what is known and the work that it took; ``heat``
    what actions have decided by colour; ``spent`` by depth the nodes below all nodes there and how many those were;
    ``control`` see above; ``patterns`` what was learned of the game, if anything.
    """

    states: Numbers
    frames: Numbers
    actions: Numbers
    ranks: Numbers
    chances: Reals
    keys: Numbers
    table: Numbers
    heat: Numbers
    spent: Numbers
    sizes: Numbers
    control: Numbers
    patterns: Patterns


def make_work(room: int, width: int, deep: int, entries: int, actions: int, patterns: Patterns) -> Work:
    """Return a search with room for ``deep`` positions of ``room`` numbers and a table of ``entries``, a power of 2."""

    def zeros(count: int) -> Any:
        return np.zeros(count, np.int64)

    return Work(
        states=zeros(deep * room),
        frames=zeros(deep * FRAME),
        actions=zeros(deep * width),
        ranks=zeros(deep * width),
        chances=np.zeros(width, np.float32),
        keys=zeros(deep * 2),
        table=zeros(entries * ENTRY),
        heat=zeros(3 * actions),
        spent=zeros(2 * deep),
        sizes=np.array([room, width, deep], np.int64),
        control=zeros(8),
        patterns=patterns,
    )


def deeper(work: Work) -> Work:
    """Return the same search with twice the stack."""

    def doubled(numbers: Any) -> Any:
        return np.concatenate([numbers, np.zeros_like(numbers)])

    sizes: Any = work.sizes
    return work._replace(
        states=doubled(work.states),
        frames=doubled(work.frames),
        actions=doubled(work.actions),
        ranks=doubled(work.ranks),
        keys=doubled(work.keys),
        spent=doubled(work.spent),
        sizes=np.array([sizes[0], sizes[1], 2 * sizes[2]], np.int64),
    )


@compiled
def _place(table: Numbers, a: int, b: int) -> int:
    """Return where the bucket for a key begins."""
    mixed = (a * 0x2545F4914F6CDD1D) ^ (b * 0x1B03738712FAD5C9)
    mixed ^= mixed >> 31 & 0x1FFFFFFFF
    mixed *= 0x1B03738712FAD5C9
    mixed ^= mixed >> 33 & 0x7FFFFFFF
    buckets = len(table) // (ENTRY * _BUCKET)
    return (mixed & (buckets - 1)) * ENTRY * _BUCKET


@compiled
def known(table: Numbers, a: int, b: int, need: int) -> int:
    """Return what the table says of a key: ``YES``, ``NO``, or 0 if nothing."""
    start = _place(table, a, b)
    for at in range(start, start + ENTRY * _BUCKET, ENTRY):
        if table[at] == a and table[at + 1] == b and table[at + 2]:
            found = table[at + 2]
            return found & 3 if need == WIN else found >> 2 & 3
    return 0


@compiled
def note(work: Work, a: int, b: int, need: int, value: int, spent: int) -> None:
    """Enter what was found for a key; the entry with the least work makes room."""
    table = work.table
    start = _place(table, a, b)
    found = value if need == WIN else value << 2
    chosen = start
    for at in range(start, start + ENTRY * _BUCKET, ENTRY):
        if table[at + 2] == 0:
            chosen = at
            break
        if table[at] == a and table[at + 1] == b:
            chosen = at
            spent = max(spent, table[at + 2] >> BITS)
            found |= table[at + 2] & 15
            break
        if table[at + 2] >> BITS < table[chosen + 2] >> BITS:
            chosen = at
    table[chosen] = a
    table[chosen + 1] = b
    table[chosen + 2] = min(spent, _WORK) << BITS | found


@entry
def begin(work: Work, root: Numbers, t: Numbers, need: int, horizon: int) -> None:
    """Ask a new question of a position that is not over; answers that the table has stay."""
    control = work.control
    copy(root, work.states)
    control[DEPTH] = -1
    control[HORIZON] = horizon
    control[RETURNED] = 0
    work.frames[_NEED] = need


@entry
def explore(work: Work, t: Numbers, w: Numbers, nodes: int) -> int:
    """Go on for ``nodes`` nodes; return what is known by then.

    With no nodes only what was proven before is returned.
    """
    control, frames = work.control, work.frames
    until = control[NODES] + nodes
    if control[DEPTH] < 0:
        write_key(work.states, t, work.keys)
        need = frames[_NEED]
        found = known(work.table, work.keys[0], work.keys[1], need)
        if found:
            return found
        if nodes <= 0:
            return RUNNING
        frames[_KEYED] = 1
        control[DEPTH] = 0
        control[RETURNED] = _open(work, t, w, 0)
    while True:
        depth = control[DEPTH]
        at = depth * FRAME
        returned = control[RETURNED]
        if returned == 0:
            if control[NODES] >= until:
                return RUNNING
            if depth + 2 >= work.sizes[2]:
                return TOO_DEEP
            if frames[at + _NEXT] == frames[at + _COUNT]:
                returned = UNSURE if frames[at + _UNSURE] else NO
            else:
                returned = _try_next(work, t, w)
                if returned == 0:
                    continue
                if returned == YES:
                    _warm(work, t, depth)
                elif returned == UNSURE:
                    frames[at + _UNSURE] = 1
                    continue
                else:
                    continue
        if _close(work, t, returned):
            return returned


@compiled
def _close(work: Work, t: Numbers, returned: int) -> bool:
    """Leave a node that is decided, or cannot be within the horizon; return whether it was the question itself."""
    control, frames = work.control, work.frames
    depth = control[DEPTH]
    at = depth * FRAME
    spent = control[NODES] - frames[at + _ENTERED] + 1
    work.spent[2 * depth] += spent
    work.spent[2 * depth + 1] += 1
    if frames[at + _KEYED] and returned != UNSURE:
        note(work, work.keys[2 * depth], work.keys[2 * depth + 1], frames[at + _NEED], returned, spent)
    same = frames[at + _SAME]
    depth -= 1
    at -= FRAME
    control[DEPTH] = depth
    control[RETURNED] = 0
    if depth < 0:
        return True
    if returned == UNSURE:
        frames[at + _UNSURE] = 1
    elif (returned == YES) == (same != 0):
        _warm(work, t, depth)
        control[RETURNED] = YES
    return False


@compiled
def _warm(work: Work, t: Numbers, depth: int) -> None:
    """Remember that the action tried last decided a node."""
    at = depth * FRAME
    action = work.actions[depth * work.sizes[1] + work.frames[at + _NEXT] - 1]
    mover = work.states[depth * work.sizes[0] + TO_MOVE]
    spent = work.control[NODES] - work.frames[at + _ENTERED] + 1
    place = mover * actions_of(t) + action_index(t, action)
    work.heat[place] = min(_HEAT_CAP, work.heat[place] + 1 + min(spent, 1000))


@compiled
def _try_next(work: Work, t: Numbers, w: Numbers) -> int:
    """Play the next action; return its value for the player to act if known, 0 when its position is now open."""
    control, frames = work.control, work.frames
    depth = control[DEPTH]
    at = depth * FRAME
    action = work.actions[depth * work.sizes[1] + frames[at + _NEXT]]
    frames[at + _NEXT] += 1
    found = _play(work, t, w, depth, action)
    if found:
        return found
    if depth + 1 >= control[HORIZON]:
        return UNSURE
    depth += 1
    control[DEPTH] = depth
    found = _open(work, t, w, depth)
    if found:
        control[RETURNED] = found
    return 0


@compiled
def _play(work: Work, t: Numbers, w: Numbers, depth: int, action: int) -> int:
    """Play an action of the position at a depth into the next place of the stack.

    Return its value for the player to act if known: ``YES`` or ``NO`` to what is asked there, else 0.
    """
    frames, room = work.frames, work.sizes[0]
    parent = work.states[depth * room : (depth + 1) * room]
    child = work.states[(depth + 1) * room : (depth + 2) * room]
    copy(parent, child)
    apply(child, t, w, action)
    mover, need = parent[TO_MOVE], frames[depth * FRAME + _NEED]
    exchanged = exchanges(action)
    result = child[RESULT]
    if result:
        if exchanged and result != DRAWN:
            result = 3 - result
        return YES if result == mover or (result == DRAWN and need == DRAW) else NO
    at = (depth + 1) * FRAME
    same = (child[TO_MOVE] == mover) != exchanged
    frames[at + _SAME] = 1 if same else 0
    frames[at + _NEED] = need if same or t[T_GAME] != ORGANICA else WIN + DRAW - need
    frames[at + _KEYED] = 0
    if child[EMPTIES] < _KEYED_FROM and t[T_GAME] != ORGANICA:
        return 0
    frames[at + _KEYED] = 1
    keys = work.keys[2 * (depth + 1) : 2 * (depth + 2)]
    write_key(child, t, keys)
    found = known(work.table, keys[0], keys[1], frames[at + _NEED])
    if found:
        return YES if (found == YES) == same else NO
    return 0


@compiled
def _open(
    work: Work,
    t: Numbers,
    w: Numbers,
    depth: int,
) -> int:
    """List and order the actions of the position at a depth; return ``YES`` if one is known to get what is asked."""
    control, frames = work.control, work.frames
    room, width = work.sizes[0], work.sizes[1]
    s = work.states[depth * room : (depth + 1) * room]
    actions = work.actions[depth * width : (depth + 1) * width]
    ranks = work.ranks[depth * width : (depth + 1) * width]
    at = depth * FRAME
    frames[at + _ENTERED] = control[NODES]
    control[NODES] += 1
    frames[at + _UNSURE] = 0
    frames[at + _NEXT] = 0
    count = legal(s, t, w, actions)
    mover = s[TO_MOVE]
    for each in range(count):
        ranks[each] = work.heat[mover * actions_of(t) + action_index(t, actions[each])]
    expected = work.spent[2 * depth] // max(1, work.spent[2 * depth + 1])
    if depth < 2 or expected >= (_ASK_FROM_IN_OROCHI if t[T_GAME] == OROCHI else _ASK_FROM):
        judged = len(work.patterns.weights) > 0
        if judged:
            chances_after(s, t, w, actions, count, work.patterns, work.chances)
        left = 0
        for each in range(count):
            action = actions[each]
            found = _play(work, t, w, depth, action)
            if found == YES:
                actions[0] = action
                frames[at + _NEXT] = 1
                frames[at + _COUNT] = 1
                return YES
            if found == NO:
                continue
            actions[left] = action
            ranks[left] = ranks[each]
            if judged:
                ranks[left] = int(_HEAT_CAP * work.chances[each])
            left += 1
        count = left
    for each in range(1, count):
        action, rank = actions[each], ranks[each]
        place = each
        while place > 0 and ranks[place - 1] < rank:
            actions[place] = actions[place - 1]
            ranks[place] = ranks[place - 1]
            place -= 1
        actions[place] = action
        ranks[place] = rank
    frames[at + _COUNT] = count
    return 0

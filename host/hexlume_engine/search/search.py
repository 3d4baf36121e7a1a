"""Monte-Carlo tree search.

Sources: the tree search with upper confidence bounds, Kocsis and Szepesvári, "Bandit based Monte-Carlo planning"
(2006); values of actions played later in a game (GRAVE), Cazenave, "Generalized rapid action value estimation" (IJCAI
2015); proven results, Winands, Björnsson and Saito, "Monte-Carlo tree search solver" (2008), here by colour and not
by the side that acted, so that a turn may have any number of actions; threads in one tree, Enzenberger and Müller, "A
lock-free multithreaded Monte-Carlo tree search algorithm" (2009); action values in playouts (MAST), Finnsson
and Björnsson, "Simulation-based approach to general game playing" (2008).
"""

import math

from . import atomic
from .compiled import Numbers, Reals, compiled, entry
from .game import any_legal, apply, copy, legal
from .heuristics import judge, prior
from .indices import action_index, actions_of
from .level import Settings
from .patterns import Patterns, white_chance
from .patterns_after import chances_after
from .state import DRAWN, EXCHANGED, PLIES, RESULT, TO_MOVE, below
from .tree import EXPANDING, NODES, NONE, SLOTS, UNEXPANDED, WHOLE, Tree, reset_node

_SWAP, _TAKE_BLACK = 9, 15
MOST_DEPTH = 8192
"""Max actions from the root to the end of a playout."""
_SEEN_ENOUGH = 1e-6


@entry
def search(
    tree: Tree,
    root: Numbers,
    s: Numbers,
    t: Numbers,
    w: Numbers,
    out: Numbers,
    rng: Numbers,
    p: Settings,
    path: Numbers,
    trace: Numbers,
    mast: Reals,
    patterns: Patterns,
    iterations: int,
) -> int:
    """Run max ``iterations`` playouts, fewer once the root is proven; return how many were made.

    ``root`` is the root's position, ``s`` a thread's own, as ``w``, ``out``, ``rng``, ``path`` and ``trace``.
    ``mast`` is the MAST table: by colour and action the playouts in which it was played, and white's points in them.
    ``patterns`` is the learned evaluation of the game, if ``p.learned``.
    """
    actions = actions_of(t)
    made = 0
    while made < iterations and tree.proven[0] == 0:
        copy(root, s)
        depth = _descend(tree, s, t, w, out, rng, p, path, trace, patterns, actions)
        leaf = path[depth]
        played = depth
        exchanged = s[EXCHANGED]
        if tree.proven[leaf]:
            points = _points(tree.proven[leaf])
        else:
            points = 0
            share = p.learned
            learned = white_chance(s, t, w, patterns) if share > 0 else 0.0
            if share < 1:
                played = play_out(s, t, w, rng, p, trace, mast, depth, actions)
                points = _points(s[RESULT]) if s[RESULT] else judge(s, t, w)
                if s[EXCHANGED] != exchanged:
                    points = WHOLE - points
            points = int((1 - share) * points + share * WHOLE * learned)
        _learn(tree, p, path, trace, mast, depth, played, points, actions)
        made += 1
    return made


@compiled
def exchanges(action: int) -> bool:
    """Return whether an action exchanges the seats' colours: what follows then has the opposite value."""
    return action >> 20 in (_SWAP, _TAKE_BLACK)


@compiled
def _seen_from_above(tree: Tree, child: int) -> int:
    """Return a child's proven result by the colours as its parent has them."""
    proven = tree.proven[child]
    if proven in (1, 2) and exchanges(tree.code[child]):
        return 3 - proven
    return proven


@compiled
def _points(result: int) -> int:
    """Return the value of a result for white."""
    return WHOLE if result == 1 else 0 if result == 2 else WHOLE // 2


@compiled
def _descend(
    tree: Tree,
    s: Numbers,
    t: Numbers,
    w: Numbers,
    out: Numbers,
    rng: Numbers,
    p: Settings,
    path: Numbers,
    trace: Numbers,
    patterns: Patterns,
    actions: int,
) -> int:
    """Go down to a leaf, playing on ``s`` and noting the nodes; return the depth. The leaf's result may be proven."""
    node = depth = 0
    reference = NONE
    path[0] = 0
    while True:
        if s[RESULT]:
            if tree.proven[node] == 0:
                tree.proven[node] = s[RESULT]
                if p.solves:
                    _prove(tree, path, depth)
            return depth
        if tree.proven[node] and depth:
            return depth
        if tree.mover[node] == 0:
            tree.mover[node] = s[TO_MOVE]
        if p.reference > 0 and tree.slot[node] == NONE and tree.visits[node] >= p.reference:
            _take_slot(tree, node, actions)
        if tree.slot[node] >= 0:
            reference = tree.slot[node]
        if tree.first[node] == UNEXPANDED:
            if depth and tree.visits[node] < p.expand_at:
                return depth
            if not _expand(tree, node, s, t, w, out, rng, p, patterns):
                return depth
        elif tree.first[node] == EXPANDING:
            return depth
        child = _select(tree, node, s[TO_MOVE], reference, p, actions)
        atomic.add(tree.unfinished, child, 1)
        trace[depth] = tree.place[child] * 4 + s[TO_MOVE]
        apply(s, t, w, tree.code[child])
        depth += 1
        path[depth] = child
        node = child


@compiled
def _take_slot(tree: Tree, node: int, actions: int) -> None:
    """Give a node a table of actions, if there is room for one more."""
    row = 2 * actions
    if (tree.used[SLOTS] + 1) * row > len(tree.amaf_count):
        return
    slot = atomic.add(tree.used, SLOTS, 1)
    if (slot + 1) * row > len(tree.amaf_count):
        return
    for at in range(slot * row, slot * row + row):
        tree.amaf_count[at] = 0.0
        tree.amaf_sum[at] = 0.0
    tree.slot[node] = slot


@compiled
def _expand(
    tree: Tree,
    node: int,
    s: Numbers,
    t: Numbers,
    w: Numbers,
    out: Numbers,
    rng: Numbers,
    p: Settings,
    patterns: Patterns,
) -> bool:
    """Make a node's children, in random order; return whether they are there."""
    if not atomic.exchange(tree.first, node, UNEXPANDED, EXPANDING):
        return False
    count = legal(s, t, w, out)
    if tree.used[NODES] + count > len(tree.first):
        tree.first[node] = UNEXPANDED
        return False
    start = atomic.add(tree.used, NODES, count)
    if start + count > len(tree.first):
        tree.first[node] = UNEXPANDED
        return False
    for at in range(count):
        other = at + below(rng, count - at)
        action = out[other]
        out[other] = out[at]
        out[at] = action
        reset_node(tree, start + at, action, action_index(t, action))
        if p.prior_weight > 0 and p.learned == 0:
            tree.prior[start + at] = prior(s, t, w, action)
    if p.learned > 0:
        chances_after(s, t, w, out, count, patterns, tree.prior[start : start + count])
    tree.children[node] = count
    atomic.exchange(tree.first, node, EXPANDING, start)
    return True


@compiled
def _select(tree: Tree, node: int, mover: int, reference: int, p: Settings, actions: int) -> int:
    """Return the child to try next: the one with the highest bound, among those not proven lost."""
    first = tree.first[node]
    total = tree.visits[node] + tree.unfinished[node] + 1
    log = math.log(total)
    table = (reference * 2 + mover - 1) * actions
    best = first
    most = -1e9
    weight = p.prior_weight
    for child in range(first, first + tree.children[node]):
        if tree.proven[child] and p.solves:
            proven = _seen_from_above(tree, child)
            if proven == mover:
                return child
            if proven != DRAWN:
                continue
        playouts = tree.visits[child]
        value = tree.score[child] / WHOLE
        if (mover == 2) != exchanges(tree.code[child]):
            value = playouts - value
        # Those that other threads are playing count as lost.
        visits = playouts + tree.unfinished[child] + weight
        value += weight * tree.prior[child]
        if visits > 0:
            value /= visits
        known = visits
        if reference >= 0:
            later = tree.amaf_count[table + tree.place[child]]
            if later > 0:
                amaf = tree.amaf_sum[table + tree.place[child]] / later
                if mover == 2:
                    amaf = 1.0 - amaf
                share = later / (later + visits + p.bias * later * visits)
                value = (1.0 - share) * value + share * amaf
                known += later
        if known < _SEEN_ENOUGH:
            value = p.first_play_urgency
        elif p.exploration > 0:
            value += p.exploration * math.sqrt(log / (visits if visits >= 1 else 1.0))
        if value > most:
            most = value
            best = child
    return best


@entry
def play_out(
    s: Numbers,
    t: Numbers,
    w: Numbers,
    rng: Numbers,
    p: Settings,
    trace: Numbers,
    mast: Reals,
    depth: int,
    actions: int,
) -> int:
    """Play a playout to its end; return how many actions were played from the root on, noted in ``trace``."""
    until = s[PLIES] + p.playout_cutoff
    informed = p.informed
    tournament_size = p.mast_tournament_size
    while s[RESULT] == 0 and s[PLIES] < until and depth < MOST_DEPTH - 1:
        mover = s[TO_MOVE]
        action = any_legal(s, t, w, rng, informed)
        index = action_index(t, action)
        if tournament_size > 1:
            row = 2 * (mover - 1) * actions
            most = _mast_value(mast, row, index, mover)
            for _ in range(tournament_size - 1):
                other = any_legal(s, t, w, rng, informed)
                at = action_index(t, other)
                value = _mast_value(mast, row, at, mover)
                if value > most:
                    most = value
                    action, index = other, at
        trace[depth] = index * 4 + mover
        depth += 1
        apply(s, t, w, action)
    return depth


@compiled
def _mast_value(mast: Reals, row: int, index: int, mover: int) -> float:
    """Return an action's MAST value for the colour to act; what is new gets a high one."""
    played = mast[row + 2 * index]
    value = mast[row + 2 * index + 1]
    if mover == 2:
        value = played - value
    return (value + 2.0) / (played + 3.0)


@compiled
def _learn(
    tree: Tree,
    p: Settings,
    path: Numbers,
    trace: Numbers,
    mast: Reals,
    depth: int,
    played: int,
    points: int,
    actions: int,
) -> None:
    """Back up a playout's result: into the nodes, their AMAF tables and the MAST table."""
    value = points / WHOLE
    same = True
    for at in range(depth, -1, -1):
        node = path[at]
        atomic.add(tree.visits, node, 1)
        atomic.add(tree.score, node, points)
        if at:
            atomic.add(tree.unfinished, node, -1)
        if tree.slot[node] >= 0 and same:
            table = 2 * tree.slot[node] * actions
            for later in range(at, played):
                place = table + ((trace[later] & 3) - 1) * actions + (trace[later] >> 2)
                tree.amaf_count[place] += 1.0
                tree.amaf_sum[place] += value
        if at and exchanges(tree.code[node]):
            points = WHOLE - points
            # Above, the colours are others' and tables by colour mean nothing.
            same = False
    if p.mast_tournament_size > 1:
        for later in range(played):
            place = 2 * (((trace[later] & 3) - 1) * actions + (trace[later] >> 2))
            mast[place] += 1.0
            mast[place + 1] += value


@compiled
def _prove(tree: Tree, path: Numbers, depth: int) -> None:
    """Carry a leaf's proven result up as far as it proves something."""
    for at in range(depth - 1, -1, -1):
        node = path[at]
        mover = tree.mover[node]
        first = tree.first[node]
        if _seen_from_above(tree, path[at + 1]) == mover:
            tree.proven[node] = mover
            continue
        found = 3 - mover
        for child in range(first, first + tree.children[node]):
            proven = _seen_from_above(tree, child)
            if proven == 0:
                return
            if proven == mover:
                found = mover
                break
            if proven == DRAWN:
                found = DRAWN
        tree.proven[node] = found

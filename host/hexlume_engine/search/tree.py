"""The search tree as arrays, one entry a node; node 0 is the root."""

from typing import Any, NamedTuple

import numpy as np

from .compiled import Numbers, Reals, compiled, entry

UNEXPANDED, EXPANDING = -1, -2
"""What ``first`` is of a node without children, and of one that a thread is just making children for."""
NONE = -1

WHOLE = 1024
"""A playout won by white in ``score``; a draw is half of it."""

# Places in ``used``.
NODES, SLOTS = range(2)


NODE_ARRAYS = 11
"""The number of arrays of a tree, the first ones, that have an entry a node."""


class Tree(NamedTuple):
    """The nodes. Results and scores of a node are those of the colours as the seats have them there.

    ``first`` is the first child's node, ``children`` how many stand there; ``code`` the action that leads to a node and
    ``place`` its place in tables of actions; ``visits`` the playouts through it, ``score`` white's points in them,
    ``unfinished`` those that threads are playing just now; ``mover`` the colour to act, 0 while it is not known;
    ``proven`` the result that is certain, 0 if none is; ``slot`` its row in ``amaf_count`` and ``amaf_sum`` (all moves
    as first), the playouts in which an action was played later on, and white's points in them: by colour, then by the
    action's place. ``used`` has how many nodes and slots are used.
    """

    first: Numbers
    children: Numbers
    code: Numbers
    place: Numbers
    visits: Numbers
    score: Numbers
    unfinished: Numbers
    mover: Numbers
    proven: Numbers
    slot: Numbers
    prior: Reals
    amaf_count: Reals
    amaf_sum: Reals
    used: Numbers


_NODE_BYTES = 44
"""Bytes of a node in all arrays, with what ``keep_below`` needs for it."""
_MOST_NODES = 2**30
_TABLES = 0.3
"""The share of the memory that tables of actions take."""


def make_tree(actions: int, memory_mb: int, tables: bool = True) -> Tree:
    """Return an empty tree of max ``memory_mb`` megabytes for a game with ``actions`` action indices.

    ``tables``: whether the search uses ``amaf_count`` and ``amaf_sum``; else hardly any of the memory is for them.
    """
    budget = memory_mb * 2**20
    for_tables = _TABLES * budget if tables else 0.0
    nodes = int(min(_MOST_NODES, (budget - for_tables) // _NODE_BYTES))
    slots = max(2, int(for_tables // (16 * actions)))

    def zeros(count: int, kind: Any) -> Any:
        return np.zeros(count, kind)

    return Tree(
        first=zeros(nodes, np.int32),
        children=zeros(nodes, np.int32),
        code=zeros(nodes, np.int32),
        place=zeros(nodes, np.int32),
        visits=zeros(nodes, np.int32),
        score=zeros(nodes, np.int64),
        unfinished=zeros(nodes, np.int32),
        mover=zeros(nodes, np.int8),
        proven=zeros(nodes, np.int8),
        slot=zeros(nodes, np.int32),
        prior=zeros(nodes, np.float32),
        amaf_count=zeros(slots * 2 * actions, np.float32),
        amaf_sum=zeros(slots * 2 * actions, np.float32),
        used=zeros(8, np.int64),
    )


@compiled
def reset_node(tree: Tree, node: int, action: int, index: int) -> None:
    """Make a node new."""
    tree.first[node] = UNEXPANDED
    tree.children[node] = 0
    tree.code[node] = action
    tree.place[node] = index
    tree.visits[node] = 0
    tree.score[node] = 0
    tree.unfinished[node] = 0
    tree.mover[node] = 0
    tree.proven[node] = 0
    tree.slot[node] = NONE
    tree.prior[node] = 0.5


@entry
def clear_tree(tree: Tree) -> None:
    """Leave nothing but a new root."""
    reset_node(tree, 0, -1, 0)
    tree.used[NODES] = 1
    tree.used[SLOTS] = 0


@entry
def _mark_below(tree: Tree, root: int, moved: Numbers) -> int:
    """Give each node from a root down its new place in ``moved``, the others ``NONE``; return how many have one.

    Children always stand behind their parent.
    """
    used = tree.used[NODES]
    for node in range(used):
        moved[node] = NONE
    moved[root] = 0
    count = 0
    for node in range(root, used):
        if moved[node] == NONE:
            continue
        moved[node] = count
        count += 1
        if tree.first[node] >= 0:
            for child in range(tree.first[node], tree.first[node] + tree.children[node]):
                moved[child] = 0
    return count


@entry
def _move(values: Numbers, moved: Numbers, used: int) -> None:
    """Move an array's entries to their new places."""
    for node in range(used):
        if moved[node] != NONE:
            values[moved[node]] = values[node]


def keep_below(tree: Tree, root: int, moved: Any, actions: int) -> None:
    """Make a node the root and forget all that is not below it; the rest moves together, towards the front.

    ``moved`` is working memory for a number a node.
    """
    arrays: Any = tree
    count, used = _mark_below(tree, root, moved), int(arrays.used[NODES])
    for values in arrays[:NODE_ARRAYS]:
        _move(values, moved, used)
    first, slot = arrays.first[:count], arrays.slot[:count]
    first[first >= 0] = moved[first[first >= 0]]
    first[first < 0] = UNEXPANDED
    arrays.unfinished[:count] = 0
    owners = np.flatnonzero(slot >= 0)
    owners = owners[np.argsort(slot[owners])]
    for rows in (arrays.amaf_count.reshape(-1, 2 * actions), arrays.amaf_sum.reshape(-1, 2 * actions)):
        for new, old in enumerate(slot[owners]):
            rows[new] = rows[old]
    slot[owners] = np.arange(len(owners))
    arrays.used[NODES], arrays.used[SLOTS] = count, len(owners)


def children_of(tree: Tree, node: int) -> range:
    """Return the nodes of a node's children."""
    first = int(tree.first[node])
    return range(first, first + int(tree.children[node])) if first >= 0 else range(0)

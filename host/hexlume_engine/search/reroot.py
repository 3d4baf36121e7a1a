"""Re-rooting a search tree at the position before its root, which becomes a child of it.

The value of a node on the way that the game went is what the searches from it found. Those that began further on are no
part of it: they all followed the actions played there, mistakes among them, which a search from the node would avoid.
"""

from collections.abc import Callable
from typing import Any

from .pv_proof import proven_by_children
from .tree import NODE_ARRAYS, NODES, NONE, UNEXPANDED, Tree

_MOST_USED = 0.5
"""A tree that fills more of its memory is dropped: the new search needs room."""


def reroot(tree: Tree, count: int, played: int, mover: int, expand: Callable[[], None]) -> bool:
    """Put a new root before the root; return whether that was possible: else nothing of the tree can be used.

    ``count`` are the legal actions at the new root, ``mover`` its colour to act, ``played`` the code of the action
    that led to the old root. ``expand`` gives a root that stands alone its children: nodes 1 to ``count``.
    """
    used = int(tree.used[NODES])
    after = used + count
    if after > _MOST_USED * len(tree.first):
        return False
    values: Any
    arrays: Any = tree[:NODE_ARRAYS]
    own_of_root = (tree.first, tree.children, tree.visits, tree.score, tree.mover, tree.proven, tree.slot)
    old = [values[0] for values in own_of_root]
    # What was below the old root goes behind the new root's children: children stand behind their parent.
    for values in arrays:
        values[count + 1 : after] = values[1:used].copy()
    firsts: Any = tree.first[count + 1 : after]
    firsts[firsts > 0] += count
    tree.first[0], tree.children[0], tree.slot[0] = UNEXPANDED, 0, NONE
    tree.visits[0] = tree.score[0] = tree.unfinished[0] = tree.mover[0] = tree.proven[0] = 0
    tree.used[NODES] = 1
    expand()
    if tree.used[NODES] != count + 1:
        return False
    tree.used[NODES] = after
    own = next(child for child in range(1, count + 1) if tree.code[child] == played)
    if old[0] > 0:
        old[0] += count
    for values, value in zip(own_of_root, old, strict=True):
        values[own] = value
    tree.mover[0] = mover
    tree.proven[0] = proven_by_children(tree, 0)
    return True

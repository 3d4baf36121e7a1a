"""Proof of the principal variation: proves positions on it near a game's end, and notes the results in the tree.

Where a position itself is too large to be proven in time, the one that its principal variation leads to may not be. If
that is lost for the player whose best line it was, the search goes on without it; if it is won, so may be all before.
"""

from collections.abc import Callable
from typing import Any

from hexlume.games import notation
from hexlume.games.game import Game

from .analysis import DRAWN
from .tree import Tree, children_of

_FEWEST_VISITS = 12
"""A node with fewer visits does not belong to the principal variation."""
NOTHING, TRIED, PROVEN = range(3)


def prove_pv(
    tree: Tree, game: Game, most_empty: int, tried: set[tuple[int, ...]], wins: Callable[[Game], bool | None]
) -> int:
    """Prove a position of the principal variation with ``most_empty`` empty cells or fewer.

    ``game`` is the root's, and is again afterwards. ``wins`` returns whether the player to act in a game wins it, or
    ``None``; positions that it was asked about are added to ``tried`` by their actions, and not asked about again: then
    it is one further on. Returns ``PROVEN`` if the tree has a new result, ``TRIED`` if it might have, ``NOTHING`` if
    the principal variation does not reach so far.
    """
    path, count = [0], len(game.codes)
    try:
        while True:
            children = [child for child in children_of(tree, path[-1]) if tree.proven[child] == 0]
            if not children:
                return NOTHING
            node = max(children, key=lambda child: int(tree.visits[child]))
            if tree.visits[node] < _FEWEST_VISITS:
                return NOTHING
            game.push(int(tree.code[node]))
            path.append(node)
            if game.result is not None:
                return NOTHING
            codes = tuple(game.codes)
            if game.board.count(0) <= most_empty and codes not in tried:
                tried.add(codes)
                won = wins(game)
                if won is None:
                    return TRIED
                _note(tree, path, game.to_move if won else 3 - game.to_move)
                return PROVEN
    finally:
        while len(game.codes) > count:
            game.pop()


def _note(tree: Tree, path: list[int], winner: int) -> None:
    """Note who wins a path's last position, and what that proves of those before it."""
    proven: Any = tree.proven
    proven[path[-1]] = winner
    for node in reversed(path[:-1]):
        found = proven_by_children(tree, node)
        if not found:
            return
        proven[node] = found


def proven_by_children(tree: Tree, node: int) -> int:
    """Return what its children's proven results, seen from above, prove of a node whose colour to act is known."""
    results, mover = set(), int(tree.mover[node])
    for child in children_of(tree, node):
        proven = int(tree.proven[child])
        if proven in (1, 2) and notation.swaps_seats(int(tree.code[child])):
            proven = 3 - proven
        results.add(proven)
    if mover in results:
        return mover
    return 0 if 0 in results else DRAWN if DRAWN in results else 3 - mover

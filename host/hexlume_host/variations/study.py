"""Positions of the analysis page, with a cache of the trees that lead to them."""

import json
import threading
from collections.abc import Sequence
from typing import Any

from hexlume.games.game import Game

from ..game.table_words import closed_cells
from ..game.view import cells_of, position_view
from ..setup.position import position_json
from .start import Start
from .tree import LONGEST_LINE, MOST_NODES, Variations

MOST_CACHED = 16
"""The most starts with a cached tree, whose game reaches the next position without playing from the start."""


class Studies:
    """Positions after some actions from a start. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._trees: dict[str, Variations] = {}

    def message(self, start: Start, actions: Sequence[str]) -> dict[str, Any]:
        """Return what a page shows after the actions; raises ``TreeError`` for the first that is not legal."""
        key = json.dumps(start, sort_keys=True)
        with self._lock:
            tree = self._trees.pop(key, None)
            if tree is None or len(tree) > MOST_NODES - LONGEST_LINE:
                tree = Variations(start)
            self._trees[key] = tree
            if len(self._trees) > MOST_CACHED:
                # The one that was not used for longest.
                del self._trees[next(iter(self._trees))]
            node = tree.root
            for action in actions:
                node = tree.play(node, action)
            return study_message(tree.game_after(node))


def study_message(game: Game) -> dict[str, Any]:
    """Return a position with its legal actions, how its turn stands (``turn``), and how many actions were played.

    ``closed`` says of the empty cells where nothing can be placed why, and which clause of the rule sheet says so.
    """
    codes = game.legal_actions() if game.result is None else []
    closed = closed_cells(game, {cells[0] for code in codes if (cells := cells_of(code))}) if codes else {}
    return {**position_json(game), **position_view(game, codes), "closed": closed, "played": len(game.actions())}

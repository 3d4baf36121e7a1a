"""Positions of the analysis page, with a cache of the trees that lead to them."""

import json
import threading
from collections.abc import Sequence
from typing import Any

from hexlume.games.game import Game
from hexlume_record.game.view import cells_of, position_view
from hexlume_record.setup.position import position_json
from hexlume_record.table.table_words import closed_cells
from hexlume_record.variations.start import Start
from hexlume_record.variations.tree import LONGEST_LINE, MOST_NODES, Variations

from ...game_files.rule_sheet import on_sheet

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
    refusals = closed_cells(game, {cells[0] for code in codes if (cells := cells_of(code))}) if codes else {}
    closed = {cell: on_sheet(game.NAME, refusal) for cell, refusal in refusals.items()}
    return {**position_json(game), **position_view(game, codes), "closed": closed, "played": len(game.actions())}

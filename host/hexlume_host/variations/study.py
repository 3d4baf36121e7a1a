"""Positions of the analysis page, with a cache of the games that lead to them."""

import json
import threading
from collections.abc import Sequence
from typing import Any

from hexlume.games.game import Game, IllegalAction

from ..errors import excerpt
from ..game.view import position_view
from ..setup.position import position_json
from .start import Start, game_at
from .tree import LONGEST_LINE, TreeError

MOST_CACHED = 16
"""The most starts with a cached game, from which the next position is reached without playing from the start."""


class Studies:
    """Positions after some actions from a start. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: dict[str, Game] = {}

    def message(self, start: Start, actions: Sequence[str]) -> dict[str, Any]:
        """Return what a page shows after the actions; raises ``TreeError`` for the first that is not legal."""
        if len(actions) > LONGEST_LINE:
            raise TreeError(f"A line is at most {LONGEST_LINE} actions long.")
        key = json.dumps(start, sort_keys=True)
        with self._lock:
            game = self._games.pop(key) if key in self._games else game_at(start)
            self._games[key] = game
            if len(self._games) > MOST_CACHED:
                # The one that was not used for longest.
                del self._games[next(iter(self._games))]
            _go(game, actions)
            return study_message(game)


def study_message(game: Game) -> dict[str, Any]:
    """Return a position with its legal actions, how its turn stands (``turn``), and how many actions were played."""
    codes = game.legal_actions() if game.result is None else []
    return {**position_json(game), **position_view(game, codes), "played": len(game.actions())}


def _go(game: Game, actions: Sequence[str]) -> None:
    """Take a game to where it stands after some actions, back to where the lines part and forward."""
    played = game.actions()
    same = 0
    while same < min(len(played), len(actions)) and played[same] == actions[same]:
        same += 1
    for _ in played[same:]:
        game.pop()
    for number, action in enumerate(actions[same:], same + 1):
        try:
            game.push_text(action)
        except IllegalAction as error:
            raise TreeError(f"Action {number} ({excerpt(action)}) is not legal there.") from error

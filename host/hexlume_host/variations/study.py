"""Positions of the analysis page, with a cache of the games that lead to them."""

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from hexlume.games.game import Game, IllegalAction

from ..errors import excerpt
from ..game.text import refusal_words
from ..game.view import position_view
from ..setup.position import position_json
from .start import Start
from .tree import LONGEST_LINE, TreeError

MOST_CACHED = 16
"""The most starts with cached games: the next action is not played from the start."""


class Studies:
    """Answers what a position is after some actions; caches the games asked last, so that going on is quick.

    Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cached: OrderedDict[str, list[Game]] = OrderedDict()

    def message(self, start: Start, actions: Sequence[str]) -> dict[str, Any]:
        """Return what a page shows after the actions; raises ``TreeError`` for the first that is not legal."""
        if len(actions) > LONGEST_LINE:
            raise TreeError(f"A line is at most {LONGEST_LINE} actions long.")
        key = json.dumps(start.json(), sort_keys=True)
        game = self._take(key) or start.game()
        try:
            _go(game, actions)
            return study_message(game)
        finally:
            self._keep(key, game)

    def _take(self, key: str) -> Game | None:
        with self._lock:
            games = self._cached.get(key)
            return games.pop() if games else None

    def _keep(self, key: str, game: Game) -> None:
        with self._lock:
            games = self._cached.setdefault(key, [])
            self._cached.move_to_end(key)
            if len(games) < 2:
                games.append(game)
            while len(self._cached) > MOST_CACHED:
                self._cached.popitem(last=False)


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
    for _ in range(len(played) - same):
        game.pop()
    for number, action in enumerate(actions[same:], same + 1):
        try:
            game.push_text(action)
        except IllegalAction as error:
            why = refusal_words(game, action)
            raise TreeError(f"Action {number} ({excerpt(action)}) is not legal there: {why}.") from error

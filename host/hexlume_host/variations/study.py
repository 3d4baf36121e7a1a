"""What a page is told of a position it tries things out on: the position, and what can be done from each cell."""

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from hexlume.games import notation
from hexlume.games.game import Game, IllegalAction
from hexlume.games.pieces import BLACK, COLOURS, is_leader

from ..game.view import position_message
from ..setup.position import position_json
from .start import Beginning
from .tree import LONGEST_LINE, TreeError

KEPT = 16
"""So many games are kept as they stand, so that the next action of one is not played from its beginning."""


class Studies:
    """Answers what a position is after some actions; what was asked last is kept, so that going on is quick.

    Whether anything is kept makes no difference to the answers. Any thread may ask.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, list[Game]] = OrderedDict()

    def message(self, beginning: Beginning, actions: Sequence[str]) -> dict[str, Any]:
        """Return what a page shows after the actions; raises ``TreeError`` for the first that is not legal."""
        if len(actions) > LONGEST_LINE:
            raise TreeError(f"A line is at most {LONGEST_LINE} actions long.")
        key = json.dumps(beginning.json(), sort_keys=True)
        game = self._take(key) or beginning.game()
        try:
            _go(game, actions)
            return study_message(game)
        finally:
            self._keep(key, game)

    def _take(self, key: str) -> Game | None:
        with self._lock:
            games = self._kept.get(key)
            return games.pop() if games else None

    def _keep(self, key: str, game: Game) -> None:
        with self._lock:
            games = self._kept.setdefault(key, [])
            self._kept.move_to_end(key)
            if len(games) < 2:
                games.append(game)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def study_message(game: Game) -> dict[str, Any]:
    """Return a position as a page shows it, with the legal actions that begin on each cell.

    ``actions`` maps a cell to ``[{"action", "words", "to"}]``; ``to`` is the cell on which such an action ends.
    ``choices`` are the actions without a place, in the same form. ``position`` is what the editor goes on from.
    """
    codes = game.legal_actions() if game.result is None else []
    actions: dict[str, list[dict[str, str]]] = {}
    choices = []
    for code in sorted(codes):
        one = {"action": game.name(code), "words": action_words(game, code)}
        if notation.is_word(code):
            choices.append(one)
            continue
        moves = notation.kind(code) in (notation.STEP, notation.CAPTURE)
        one["to"] = game.grid.name(notation.second(code) if moves else notation.first(code))
        actions.setdefault(game.grid.name(notation.first(code)), []).append(one)
    return {
        **position_message(game, codes),
        "actions": actions,
        "choices": choices,
        "played": len(game.actions()),
        "position": position_json(game),
    }


_WORDS = {
    notation.PLACE_WHITE: "place a white disc",
    notation.PLACE_BLACK: "place a black disc",
    notation.PLACE_PAWN: "place a pawn",
    notation.PLACE_LEADER: "place a leader",
    notation.SWAP: "swap colours",
    notation.PASS: "pass",
    notation.DONE: "say that the fill is done",
    notation.END: "end the turn",
    notation.FREE: "free a stone from the prison",
    notation.TAKE_BLACK: "take black",
    notation.TAKE_WHITE: "take white",
}


def action_words(game: Game, code: int) -> str:
    """Return what a legal action does, in words: ``place a white disc``, ``step to e4``."""
    what = notation.kind(code)
    if what == notation.PLACE:
        return f"place a {COLOURS[game.to_move]} disc"
    if what == notation.REPLACE:
        return f"turn it over to {'white' if game.board[notation.first(code)] == BLACK else 'black'}"
    if what == notation.KOMI:
        return f"name a komi of {notation.first(code)}"
    if what in (notation.STEP, notation.CAPTURE):
        mover = "leader" if is_leader(game.board[notation.first(code)]) else "pawn"
        target = game.grid.name(notation.second(code))
        return f"step with the {mover} to {target}" if what == notation.STEP else f"capture the pawn on {target}"
    return _WORDS[what]


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
            shown = action[:20] if action.isprintable() else ascii(action[:20])
            raise TreeError(f"Action {number} ({shown}) is not legal there.") from error

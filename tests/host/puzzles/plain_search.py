"""An exhaustive search for game values under the rules modules: slow, and as plain as can be."""

from typing import Any

from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

VALUE = {"loss": 0, "draw": 1, "win": 2}
VALUES = ("loss", "draw", "win")
MOST = 60_000


class TooMany(Exception):
    """There are more positions than a test should go through."""


class PlainSearch:
    """Goes through all lines from a position; what it has seen it does not go through again."""

    def __init__(self) -> None:
        self._known: dict[Any, int] = {}
        self.seen = 0

    def white(self, game: Game) -> int:
        """Return the value of a position for white: 0, 1 or 2."""
        if game.result is not None:
            return {"W+": 2, "0": 1, "B+": 0}[game.result]
        # Droched's past boards decide what is legal (DRO-8).
        past = tuple(game.codes) if game.NAME in ("droched", "organica") else ()
        key = bytes(game.board), game.continuation(), past
        if key not in self._known:
            self.seen += 1
            if self.seen > MOST:
                raise TooMany
            white_acts = game.to_move == WHITE
            best = 0 if white_acts else 2
            for action in game.legal_actions():
                game.push(action)
                after = self.white(game)
                game.pop()
                best = max(best, after) if white_acts else min(best, after)
                if best == (2 if white_acts else 0):
                    break
            self._known[key] = best
        return self._known[key]

    def values(self, game: Game) -> dict[str, str]:
        """Return the value of every legal action for its player."""
        mover, found = game.to_move, {}
        for action in game.legal_actions():
            game.push(action)
            white = self.white(game)
            game.pop()
            found[game.name(action)] = VALUES[white if mover == WHITE else 2 - white]
        return found

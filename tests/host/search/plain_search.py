"""An exhaustive search for game values under the rules modules: slow, and as plain as can be."""

from typing import Any

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume_engine.search.value import CHANCE, DRAW, LOSS, OPPOSITE, WIN


class TooMany(Exception):
    """There are more positions than a test should go through."""


class PlainSearch:
    """Goes through all lines from a position; what it has seen it does not go through again."""

    def __init__(self, most: int = 60_000) -> None:
        """``most`` is how many positions it sees before it raises ``TooMany``."""
        self._known: dict[Any, str] = {}
        self._left = most

    def value(self, game: Game) -> str:
        """Return the value of a game that is not over, for who is to act."""
        # Droched's past boards decide what is legal (DRO-8), Organica's when it is drawn (ORG-15).
        past = game.codes if game.NAME in ("droched", "organica") else game.codes[:2]
        key = bytes(game.board), game.continuation(), tuple(past)
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise TooMany
            best = LOSS
            for action in game.legal_actions():
                best = max(best, self.value_after(game, action), key=CHANCE.__getitem__)
                if best == WIN:
                    break
            self._known[key] = best
        return self._known[key]

    def value_after(self, game: Game, action: int) -> str:
        """Return the value of a legal action, for who plays it."""
        mover = game.to_move
        game.push(action)
        try:
            if game.outcome is not None:
                winner = game.outcome.winner
                found = WIN if winner == mover else LOSS if winner else DRAW
            else:
                found = self.value(game) if game.to_move == mover else OPPOSITE[self.value(game)]
        finally:
            game.pop()
        # Who swaps has the other colour then (ACT-3).
        return OPPOSITE[found] if notation.swaps_seats(action) else found

    def values(self, game: Game) -> dict[str, str]:
        """Return the values of all legal actions, by name."""
        return {game.name(action): self.value_after(game, action) for action in game.legal_actions()}

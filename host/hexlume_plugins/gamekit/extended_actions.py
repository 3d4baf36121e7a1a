"""Pairs of actions where the hand work of one is extended by the other: the board waits there before it decides."""

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY

from .report import Position


def extended_pair(game: Game) -> tuple[int, int] | None:
    """Return two legal actions if there are any such that the hand work of the first is part of the second's.

    Both leave the same piece on a cell: only then does the board take one for the other.
    """
    leaving: dict[tuple[int, int], list[int]] = {}
    for code in game.legal_actions():
        for cell, piece in game.hand_work(code):
            if piece != EMPTY:
                leaving.setdefault((cell, piece), []).append(code)
    for codes in leaving.values():
        for code in codes:
            for other in codes:
                if set(game.hand_work(code)) < set(game.hand_work(other)):
                    return code, other
    return None


class ExtendedActions:
    """Looks for such pairs in the positions of random games; ``note`` is one sentence about them, or empty."""

    def __init__(self) -> None:
        self.note = ""

    def look(self, game: Game) -> None:
        """Look in a position, if no pair is known."""
        if not self.note and (pair := extended_pair(game)):
            short, long = map(game.name, pair)
            self.note = (
                f"For the hands {long} may begin with {short}, on {Position.of(game).words}: "
                f"the board waits for a second before {short} counts."
            )

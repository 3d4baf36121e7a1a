"""The outcome of a game: who won, and why, as a short code (ACT-2).

A game's own codes stand in its rules. Sentences are for user interfaces and no board has them: the host has those for
the codes here, and ``texts`` in a game's folder those for its own.
"""

RESIGNED = "resigned"
TIME = "time"
DRAW_AGREED = "draw-agreed"
NO_MOVES = "no-moves"

RESULTS = ("0", "W+", "B+")
"""A result's text by its winner: ``EMPTY`` for a draw, ``WHITE``, ``BLACK``."""


class Outcome:
    """The end of a game: its ``winner`` (``EMPTY`` for a draw), its ``reason`` as a code, its ``result`` as text."""

    def __init__(self, winner: int, reason: str) -> None:
        """Take who won, and why."""
        self.winner = winner
        self.reason = reason
        self.result = RESULTS[winner]

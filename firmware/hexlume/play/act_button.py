"""The act button: what can be done without a disc, walked through by pressing and done by holding.

It also ends a game before its rules do. A deliberate gesture (the back button held) puts ``RESIGN`` on it, and a press
walks on to ``DRAW``. A draw needs both players: once offered, ``AGREE`` is on it until the other player holds it, or
plays on.
"""

from ..output import led_cues
from ..table.legal import LegalActions
from ..table.referee import Referee

RESIGN = "resign"
DRAW = "draw"
AGREE = "agree"
CONCLUSIONS = {RESIGN: led_cues.RESIGN_READY, DRAW: led_cues.DRAW_READY, AGREE: led_cues.DRAW_READY}
"""The ways to conclude a game, with the light's cue of each."""


class ActButton:
    """What is on the act button: ``chosen`` is what holding it would do, in a word (docs/protocol.md), or empty."""

    def __init__(self, legal_actions: LegalActions, referee: Referee, words: list[str]) -> None:
        """Take the legal actions and the referee of a game that begins, and the words that are on offer in addition."""
        self._legal = legal_actions
        self._referee = referee
        self._words = words
        self.chosen = ""

    def words(self) -> list[str]:
        """Return what it walks through: the actions that the table fits alike, else those without a place; sorted.

        Then those in addition. None while they are not all known.
        """
        if not self._legal.ready:
            return []
        return (
            sorted([self._referee.game.name(word) for word in self._referee.choices or self._legal.words]) + self._words
        )

    def press(self) -> None:
        """Walk on to the next of ``words``; after the last, none. From ``RESIGN`` to ``DRAW``, and then none."""
        walk = [""] + ([RESIGN, DRAW] if self.chosen in CONCLUSIONS else self.words())
        # What was chosen is no more on offer if the hands have taken a disc back.
        self.chosen = walk[(walk.index(self.chosen) + 1) % len(walk)] if self.chosen in walk else ""

    @property
    def cue(self) -> int:
        """Return the cue of its light."""
        if self.chosen:
            return CONCLUSIONS.get(self.chosen, led_cues.ACT_CHOSEN)
        offers = self._legal.ready and (self._legal.words or self._referee.choices)
        return led_cues.ACT_READY if offers else led_cues.NO_CUE

"""The act button: what can be done without a disc, walked through by pressing and done by holding.

It also ends a game before its rules do. A deliberate gesture (the back button held) puts ``RESIGN`` on it, and a press
walks on to ``DRAW``. A draw needs both players: once offered, ``AGREE`` is on it until the other player holds it, or
plays on.
"""

from ..const import const
from ..games import outcome
from ..games.pieces import EMPTY, other
from ..hardware import sound
from ..output import led_cues

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..table.legal import LegalActions
    from .session import GameSession

RESIGN = "resign"
DRAW = "draw"
AGREE = "agree"
_CUES = {RESIGN: led_cues.RESIGN_READY, DRAW: led_cues.DRAW_READY, AGREE: led_cues.DRAW_READY}
"""The ways to conclude a game, with the light's cue of each."""
_SKIP = const("skip")
"""What it offers in a lesson besides the game's own: the next step."""


class ActButton:
    """What is on the act button: ``chosen`` is what holding it would do, in a word (docs/protocol.md), or empty."""

    def __init__(self, session: "GameSession", legal_actions: "LegalActions") -> None:
        """Take the session of a game that begins, and the game's legal actions."""
        self._session = session
        self._legal = legal_actions
        self.clear()

    def clear(self) -> None:
        """Take everything off it: the position has changed."""
        self.chosen = ""

    def words(self) -> list[str]:
        """Return what it walks through: the actions that the table fits alike, else those without a place; sorted.

        In a lesson ``skip``, too. None while they are not all known.
        """
        if not self._legal.ready:
            return []
        words = sorted([self._session.game.name(word) for word in self._session.referee.choices or self._legal.words])
        return words if self._session.lesson is None else words + [_SKIP]

    def press(self) -> None:
        """Walk on to the next of ``words``; after the last, none. From ``RESIGN`` to ``DRAW``, and then none."""
        if self.chosen in _CUES:
            self.chosen = DRAW if self.chosen == RESIGN else ""
        else:
            walk = [""] + self.words()
            # What was chosen is no more on offer if the hands have taken a disc back.
            self.chosen = walk[(walk.index(self.chosen) + 1) % len(walk)] if self.chosen in walk else ""
        self._session.show()
        self._session.report.send(self._session)

    def hold(self, ms: int) -> None:
        """Play the chosen action, if the table agrees with the game; or conclude the game."""
        session, game = self._session, self._session.game
        if self.chosen == RESIGN:
            session.conclude(other(game.to_move), outcome.RESIGNED, ms)
        elif self.chosen == DRAW:
            self._offer(AGREE)
        elif self.chosen == AGREE:
            session.conclude(EMPTY, outcome.DRAW_AGREED, ms)
        elif self.chosen == _SKIP and session.lesson is not None:
            session.lesson.advance(ms)
        elif session.play_for_hands(self.chosen, ms) is not None:
            session.buzzer.play(sound.DISPUTED)

    def offer_conclusion(self) -> None:
        """Put resigning on it, if the game is not over and no lesson's."""
        if self._session.game.result is None and self._session.lesson is None:
            self._offer(RESIGN)

    def _offer(self, conclusion: str) -> None:
        self.chosen = conclusion
        self._session.buzzer.play(sound.MUST_ANSWER)
        self._session.report.send(self._session)

    def decline(self) -> bool:
        """Take a way to conclude the game off it; return whether one was on it."""
        declined = self.chosen in _CUES
        if declined:
            self.clear()
        return declined

    @property
    def cue(self) -> int:
        """Return the cue of its light."""
        if self.chosen:
            return _CUES.get(self.chosen, led_cues.ACT_CHOSEN)
        offers = self._legal.words or self._session.referee.choices
        return led_cues.ACT_READY if self._legal.ready and offers else led_cues.NO_CUE

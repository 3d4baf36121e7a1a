"""Ending a game before its rules do: resigning, and agreeing to a draw, with the act button.

A deliberate gesture (the back button held) puts ``resign`` on the act button, a press of act walks on to ``draw``,
and act must be held to confirm. A draw needs both players: once offered, ``agree`` is on the act button until the
other player holds it, or plays on.
"""

from .constant import const
from .pieces import COLOURS, WHITE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .games.contract import Game

NOTHING = ""
RESIGN = "resign"
DRAW = "draw"
AGREE = "agree"


class Conclusion:
    """What the act button would conclude: ``chosen`` is ``NOTHING``, ``RESIGN``, ``DRAW`` or ``AGREE``."""

    def __init__(self) -> None:
        """Put resigning on the act button."""
        self.chosen = RESIGN

    @property
    def resigns(self) -> bool:
        """Return whether it is resigning that is on the act button."""
        return self.chosen == RESIGN

    def walk(self) -> None:
        """Go on to the next thing: after ``RESIGN`` comes ``DRAW``, after ``DRAW`` or ``AGREE`` nothing."""
        self.chosen = DRAW if self.chosen == RESIGN else NOTHING

    def confirm(self, game: "Game") -> bool:
        """Do what is chosen for the player to move; return whether that ended the game."""
        chosen, self.chosen = self.chosen, NOTHING
        if chosen == RESIGN:
            game.conclude(lost(game.to_move), "%s resigned" % COLOURS[game.to_move])
        elif chosen == AGREE:
            game.conclude("0", "draw agreed")
        elif chosen == DRAW:
            self.chosen = AGREE
        return game.result is not None


def lost(colour: int) -> str:
    """Return the result of a game that a colour has lost."""
    return "B+" if colour == WHITE else "W+"


def time_is_over(game: "Game", colour: int) -> None:
    """End a running game whose player ``colour`` has no time left."""
    game.conclude(lost(colour), "%s's time is over" % COLOURS[colour])

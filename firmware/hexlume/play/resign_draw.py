"""Ending a game before its rules do: resigning, and agreeing to a draw, with the act button.

A deliberate gesture (the back button held) puts ``resign`` on the act button, a press of act walks on to ``draw``,
and act must be held to confirm. A draw needs both players: once offered, ``agree`` is on the act button until the
other player holds it, or plays on.
"""

from ..const import const
from ..games.outcome import DRAW_AGREED, RESIGNED, TIME
from ..games.pieces import COLOURS, EMPTY, other

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.game import Game

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
            game.conclude(other(game.to_move), RESIGNED)
        elif chosen == AGREE:
            game.conclude(EMPTY, DRAW_AGREED)
        elif chosen == DRAW:
            self.chosen = AGREE
        return game.result is not None


def conclude(game: "Game", reason: object, colour: object) -> str | None:
    """End a running game as somebody elsewhere decided, for one of the reasons in docs/protocol.md.

    ``colour`` is who has resigned or has no time left. Returns ``None``, or one sentence why not.
    """
    if game.result is not None:
        return "the game is over"
    if reason == DRAW_AGREED:
        game.conclude(EMPTY, DRAW_AGREED)
    elif reason in (RESIGNED, TIME) and colour in COLOURS[1:]:
        game.conclude(other(COLOURS.index(str(colour))), str(reason))
    else:
        return "a game is concluded because white or black resigned or has no time, or because a draw was agreed"
    return None

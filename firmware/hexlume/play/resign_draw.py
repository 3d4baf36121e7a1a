"""Ending a game before its rules do: resigning, and agreeing to a draw, with the act button.

A deliberate gesture (the back button held) puts ``resign`` on the act button, a press of act walks on to ``draw``,
and act must be held to confirm. A draw needs both players: once offered, ``agree`` is on the act button until the
other player holds it, or plays on.
"""

from ..const import const
from ..games.pieces import BLACK, COLOURS, WHITE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.game import Game

NOTHING = ""
RESIGN = "resign"
DRAW = "draw"
AGREE = "agree"

_RESIGNED = const("%s resigned")
_AGREED = const("draw agreed")
_TIME = const("%s's time is over")


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
            game.conclude(lost(game.to_move), _RESIGNED % COLOURS[game.to_move])
        elif chosen == AGREE:
            game.conclude("0", _AGREED)
        elif chosen == DRAW:
            self.chosen = AGREE
        return game.result is not None


def conclude(game: "Game", reason: object) -> str | None:
    """End a running game as somebody elsewhere decided, for one of the reasons in docs/protocol.md.

    Returns ``None``, or one sentence why not.
    """
    if game.result is not None:
        return "the game is over"
    if reason == _AGREED:
        game.conclude("0", _AGREED)
        return None
    for colour in (WHITE, BLACK):
        for form in (_RESIGNED, _TIME):
            if reason == form % COLOURS[colour]:
                game.conclude(lost(colour), form % COLOURS[colour])
                return None
    return "a game is concluded because somebody resigned, a draw was agreed or time is over"


def lost(colour: int) -> str:
    """Return the result of a game that a colour has lost."""
    return "B+" if colour == WHITE else "W+"


def time_is_over(game: "Game", colour: int) -> None:
    """End a running game whose player ``colour`` has no time left."""
    game.conclude(lost(colour), _TIME % COLOURS[colour])

"""Player: where this side's person plays, at a board or at a page."""

from typing import TYPE_CHECKING

from .shared_game import SharedGame

if TYPE_CHECKING:
    from .session import Session


class Player:
    """A person's board or page; its methods are called on the session's thread and must not block."""

    ready = True
    """Whether the person can act: the other side's actions have been carried out here."""
    how_to_answer = ""
    """How the person answers an offer, in a sentence."""
    finished = True
    """Whether nothing is left to do here for a game that is over."""

    def begin(self, session: "Session", game: SharedGame) -> None:
        """Begin or resume the game: both sides know it."""

    def work(self, seconds: float) -> None:
        """Do what is due; called several times a second after ``begin`` with ``time.monotonic``."""

    def show(self) -> None:
        """Show the session anew: something that is shown may have changed."""

    def close(self) -> None:
        """Leave the game; it may be resumed."""

"""Where a person plays: a seat shows the game and tells what its person does."""

from typing import Protocol

from .replica import Side
from .shared_game import AgreedGame


class Player(Protocol):
    """What a seat may have done for its person; each returns ``None``, or one sentence why it cannot be done."""

    side: Side

    def act(self, action: str) -> str | None:
        """Play an action; the time its player took is told with it."""

    def resign(self) -> str | None:
        """Resign the game, in one's own turn or not."""

    def offer_draw(self) -> str | None:
        """Offer a draw, or agree to the other side's."""

    def ask_back(self, to: int) -> str | None:
        """Ask the other side to go back to the first ``to`` actions."""

    def answer(self, yes: bool) -> str | None:
        """Answer what the other side asks."""

    def say(self, sentence: str) -> None:
        """Tell the person something."""

    def note(self, **values: object) -> None:
        """Keep something of the seat for after a restart."""

    def noted(self, name: str) -> object:
        """Return what was kept under a name, ``None`` for nothing."""


class Seat:
    """A seat; its methods are called on the game's own thread and must not block."""

    ready = True
    """Whether the person can act: the other side's actions have been carried out here."""
    how_to_answer = ""
    """How the person answers what the other side asks, in a sentence."""
    finished = True
    """Whether the seat has nothing left to do for a game that is over."""

    def begin(self, player: Player, game: AgreedGame) -> None:
        """Take the game up: it is known to both sides."""

    def work(self, seconds: float) -> None:
        """Do what is to be done now; ``seconds`` is a clock of any origin."""

    def close(self) -> None:
        """Leave the game; it may be taken up again."""

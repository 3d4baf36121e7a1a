"""The state of the board: the contract between the loop, the session and what the board does now.

Playing, a lesson, the menu and calibration are states (``hexlume.states``).
"""

if False:  # for type checkers only
    from typing import Any, Iterator

    from ..games.game import Game


class State:
    """What the board does now. The app goes on with the state that each of the first four methods returns.

    The rest is what the session asks the state in which its game is played, and is for an ordinary game here.
    """

    needs_zeros = True
    """Whether it can go on only once the sensors' zeros are known."""
    asks = False
    """Whether it asks the hands for certain actions, without clock and engine."""
    closed = False
    """Whether it awaits no hand."""
    refusal: str | None = None
    """Why a host's commands are not carried out, if none is."""
    words: list[str] = []
    """What the act button offers in addition to the game's own."""

    def step(self, moved: bool, ms: int) -> "State":
        """React to a scan; ``moved`` is whether other pieces rest on the table than before it."""
        return self

    def work(self, ms: int) -> "State":
        """Do the rest of a pass in which nothing has moved."""
        return self

    def press(self, button: int, held: bool, ms: int) -> "State":
        """Do what a press of a button means, once it ends or, ``held``, has been long enough."""
        return self

    def command(self, message: "dict[str, Any]", ms: int) -> "tuple[State, str | None]":
        """Carry out a host's command; return the state that follows, and ``None`` or one sentence why not."""
        return self, self.refusal

    def listed(self, game: "Game") -> "Iterator[int]":
        """Yield the actions that are on offer, as ``Game.iter_legal`` does."""
        return game.iter_legal()

    def report(self) -> "dict[str, Any]":
        """Return what a host is to know of it, members of the message ``table`` (docs/protocol.md)."""
        return {}

    def judge(self, played: "list[tuple[int, int]]", ms: int) -> None:
        """Judge actions, each with its colour, that have been played."""

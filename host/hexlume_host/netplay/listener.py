"""Listens on a board's link for a game with another host."""

from collections.abc import Callable, Sequence

from ..device.listener import LinkListener
from ..device.messages import Answer, Hello, Table
from ..game.events import BoardEvent


class BoardEars(LinkListener):
    """Passes on what is heard of a board, on the link's thread: ``tell`` is called with what and its particulars."""

    def __init__(self, tell: Callable[[str, object], None]) -> None:
        self._tell = tell

    def connected(self, port: str) -> None:
        """Pass on that the port is open."""
        self._tell("connected", port)

    def lost(self, sentence: str) -> None:
        """Pass on that the board has gone."""
        self._tell("lost", sentence)

    def hello(self, board: Hello) -> None:
        """Pass on which board it is."""
        self._tell("hello", board)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Pass on new events."""
        self._tell("events", list(events))

    def table(self, table: Table) -> None:
        """Pass on how the table differs."""
        self._tell("table", table)

    def answer(self, answer: Answer) -> None:
        """Pass on what became of a command."""
        self._tell("answer", answer)

    def notice(self, sentence: str) -> None:
        """Pass on what needs attention."""
        self._tell("notice", sentence)

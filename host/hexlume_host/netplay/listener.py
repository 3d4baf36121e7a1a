"""Listens on a board's link for a game with another host, and shows the board's page where there is one."""

from collections.abc import Callable, Sequence

from ..device.messages import Answer, Hello, Table
from ..game.events import BoardEvent
from ..store.repository import NOBODY, Store
from ..web.live.logging_page import PageWatch


class BoardEars(PageWatch):
    """Passes on what is heard of a board, on the link's thread: ``tell`` is called with what and its particulars."""

    def __init__(self, store: Store, tell: Callable[[str, object], None]) -> None:
        super().__init__(store, NOBODY)
        self._tell = tell

    def connected(self, port: str) -> None:
        """Pass on that the port is open."""
        super().connected(port)
        self._tell("connected", port)

    def lost(self, sentence: str) -> None:
        """Pass on that the board has gone."""
        super().lost(sentence)
        self._tell("lost", sentence)

    def hello(self, board: Hello) -> None:
        """Pass on which board it is."""
        super().hello(board)
        self._tell("hello", board)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Pass on new events."""
        super().committed(events)
        self._tell("events", list(events))

    def table(self, table: Table) -> None:
        """Pass on how the table differs."""
        super().table(table)
        self._tell("table", table)

    def answer(self, answer: Answer) -> None:
        """Pass on what became of a command."""
        super().answer(answer)
        self._tell("answer", answer)

    def notice(self, sentence: str) -> None:
        """Pass on what needs attention."""
        super().notice(sentence)
        self._tell("notice", sentence)

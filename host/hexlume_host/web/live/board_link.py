"""The link to a live board: what the board on a serial port reports besides its games, which come by the feed."""

from collections.abc import Callable

from ...device.listener import LinkListener
from ...device.messages import Answer, Hello, Table
from .board import LOST, MAX_ANSWERS, LiveBoard
from .hub import LiveHub, notice

GONE = "It was unplugged or switched off."


class BoardLink(LinkListener):
    """Passes the reports of the board on one port of this computer to the live board of a hub."""

    def __init__(self, hub: LiveHub) -> None:
        self._hub = hub
        self._board: LiveBoard | None = None
        self._command: Callable[..., int | None] | None = None

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends the board a command."""
        self._command = command

    def hello(self, board: Hello) -> None:
        """Show the board as connected, with its game as far as the store has it."""
        if self._board is not None and self._board.device != board.device:
            self._part("Another board was plugged in at its port.")
        self._board = self._hub.board_of(board.device, board.panel)
        self._board.hello(board)
        self._board.command = self._command

    def table(self, table: Table) -> None:
        """Show what differs on the table, and the clock."""
        if self._board is not None:
            self._board.table(table)

    def answer(self, answer: Answer) -> None:
        """Keep a command's result, and show those who play on a simulated board why it refused something."""
        if self._board is not None:
            self._board.answers = (*self._board.answers[1 - MAX_ANSWERS :], answer)
            if (hands := self._hub.hands_at(self._board.device)) is not None:
                hands.answered(answer)

    def lost(self, sentence: str) -> None:
        """Show the board as lost; the sentence names its port, which is nothing for visitors.

        A simulated board goes only with the command that started it, which says more.
        """
        if self._hub.hands is None:
            notice(sentence)
        self._part(GONE)

    def notice(self, sentence: str) -> None:
        """Note what needs attention, and show it to those who play on a simulated board."""
        notice(sentence)
        if self._board is not None and (hands := self._hub.hands_at(self._board.device)) is not None:
            hands.refuse(sentence)

    def _part(self, reason: str) -> None:
        board, self._board = self._board, None
        if board is None:
            return
        with board.lock:
            board.logged_here, board.command = False, None
            # A simulated board that has stopped has said why already.
            if board.state != LOST:
                board.become(LOST, reason)
            board.update()
            board.show_clock(None)

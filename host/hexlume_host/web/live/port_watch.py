"""The watch on one serial port: shows the board there, and the game it plays, on a hub."""

import logging
from collections.abc import Sequence
from contextlib import suppress

from hexlume_record.errors import RecordError
from hexlume_record.game.events import START, BoardEvent

from ...device.game_watch import GameWatch
from ...device.messages import Answer, Hello, Table
from ...errors import StoreUnavailableError
from ...store.repository import Store
from .board import CONNECTED, LOST, GameTitle, LiveBoard
from .hub import LiveHub

GONE = "It was unplugged or switched off."

_log = logging.getLogger(__name__)


class PortWatch(GameWatch):
    """Follows the board on one port of this computer, for a hub."""

    def __init__(self, hub: LiveHub, store: Store) -> None:
        super().__init__(store)
        self._hub = hub
        self._board: LiveBoard | None = None

    def hello(self, board: Hello) -> None:
        """Show the board as connected, with its game as far as the store has it."""
        if self._board is not None and self._board.board != board.board:
            self._part(self._board, "Another board was plugged in at its port.")
        shown = self._board = self._hub.board_of(board.board, board.panel)
        with shown.lock:
            shown.linked = True
            shown.become(CONNECTED, panel=board.panel)
            super().hello(board)
            shown.show_clock(None)

    def changed(self) -> None:
        """Show the game."""
        shown = self._board
        if shown is None:
            return
        with shown.lock:
            shown.table_report = self.table_report
            if shown.live is not self.live:
                self._show_game(shown)
            shown.show()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Show new events; a game that begins has no clock yet."""
        shown = self._board
        if shown is None:
            return
        with shown.lock:
            super().committed(events)
            if any(event.kind == START for event in events):
                shown.show_clock(self.table_report.clock)

    def table(self, table: Table) -> None:
        """Show what differs on the table, and the clock."""
        shown = self._board
        if shown is None:
            return
        with shown.lock:
            super().table(table)
            shown.show_clock(self.table_report.clock)

    def answer(self, answer: Answer) -> None:
        """Tell those who play on a simulated board why it refused something."""
        if self._board is not None and self._board.hands is not None:
            self._board.hands.answered(answer)

    def lost(self, sentence: str) -> None:
        """Show the board as lost; the sentence names its port, which is nothing for visitors."""
        _log.info("%s", sentence)
        if self._board is not None:
            self._part(self._board, GONE)

    def notice(self, sentence: str) -> None:
        """Note what needs attention, and show it to those who play on a simulated board."""
        self._hub.notice(sentence)
        if self._board is not None and self._board.hands is not None:
            self._board.hands.refuse(sentence)

    def _part(self, shown: LiveBoard, reason: str) -> None:
        self._board = None
        with shown.lock:
            shown.linked = False
            # A simulated board that has stopped has said why already.
            if shown.state != LOST:
                shown.become(LOST, reason)
            shown.show()
            shown.show_clock(None)

    def _show_game(self, shown: LiveBoard) -> None:
        """Show the game this watch follows; the store has its number and players."""
        shown.live, shown.title = self.live, None
        if self.live is not None:
            with suppress(RecordError, StoreUnavailableError):
                shown.title = GameTitle.of(self._store.record(self.live.id))

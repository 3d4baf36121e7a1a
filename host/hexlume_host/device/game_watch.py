"""The game that a board is playing now, kept up to date for whoever shows it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from hexlume_record.errors import RecordError
from hexlume_record.game.events import START, BoardEvent, is_later
from hexlume_record.game.record import GameHeader
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import NO_REPORT, TableReport

from ..errors import StoreUnavailableError
from .listener import LinkListener
from .messages import PLAY, Hello, Table

if TYPE_CHECKING:
    from ..store.repository import Store


class GameWatch(LinkListener):
    """A listener that keeps ``live`` at the game the board plays now, replayed from the store.

    ``table_report`` is what the board has reported of it besides its events.

    Subclasses override ``changed``, and whatever else of a listener they show.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self.live: GameState | None = None
        self.table_report = NO_REPORT
        self.header: GameHeader | None = None
        """What the store knows of the live game other than its events, as far as ``look_up`` has found it."""
        self._table: Table | None = None

    def look_up(self) -> GameHeader | None:
        """Return the live game's ``header``, ``None`` where the store has none or cannot be read just now."""
        live = self.live
        if live is None or self.header is None or self.header.game != live.id:
            self.header = None
            if live is not None:
                with suppress(RecordError, StoreUnavailableError):
                    self.header = self._store.header(live.id)
        return self.header

    def applied(self, event: BoardEvent) -> None:
        """Note that the game now includes an event."""

    def changed(self) -> None:
        """Note that the game, its clock, or how the table differs from it, has changed."""

    def hello(self, board: Hello) -> None:
        """Take up the game the board plays, as far as the store has it."""
        self._table = None
        self._take_up(board.game)
        self.changed()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Bring the game up to date; events of its earlier games are history."""
        for event in events:
            live = self.live
            if live is not None and event.game != live.id and not is_later(event.game, live.id):
                continue
            if event.kind == START:
                self._show(GameState(event.game, event.data))
            elif live is None or live.id != event.game or event.seq > live.last_seq + 1:
                self._take_up(event.game, event.seq)
            elif event.seq == live.last_seq + 1:
                live.take(event)
            else:
                # The store had it when the game was taken up.
                continue
            self.applied(event)
        self.changed()

    def table(self, table: Table) -> None:
        """Note what is to be done on the table, what act would do and how the clock stands."""
        self._table = table
        if self._note_table():
            self.changed()

    def _note_table(self) -> bool:
        """Apply the last table message if it is this game's; a new game's may come before its start.

        One that asks for an engine after an earlier event is older than the game: the board sends a host that says
        hello its last one again, behind the events.
        """
        live, table = self.live, self._table
        if live is None or table is None or live.id != table.game:
            return False
        if any(seq < live.last_seq for seq in table.asks.values()):
            return False
        self.table_report = TableReport(
            differs=table.differs,
            chosen=table.chosen,
            menu=table.menu,
            asked_to_play=table.asks.get(PLAY),
            level=table.level,
            lesson=table.lesson,
            clock=table.clock,
            last_seq=live.last_seq,
        )
        return True

    def _show(self, live: GameState | None) -> None:
        """Show another game, with what the board has reported of it already."""
        self.table_report = NO_REPORT
        self.live = live
        self._note_table()

    def _take_up(self, game: str, last: int | None = None) -> None:
        """Replay a game from the store, up to its event ``last``: the store may be ahead of the reports."""
        try:
            self._show(GameState.replay(self._store.record(game), last) if game else None)
        except (RecordError, StoreUnavailableError):
            self._show(None)

"""Follows the game a board is playing, for whoever shows it."""

from collections.abc import Sequence

from .errors import RecordError
from .events import START, BoardEvent
from .link.heard import Hello, Table
from .link.listener import LinkListener
from .live import LiveGame
from .store import Store


class GameWatch(LinkListener):
    """A listener that keeps ``live`` at the game the board plays now, replayed from the store.

    Subclasses override ``changed``, and whatever else of a listener they show.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.live: LiveGame | None = None

    def changed(self) -> None:
        """Note that the game, or how the table differs from it, has changed."""

    def hello(self, board: Hello) -> None:
        """Take up the game the board plays, as far as the store has it."""
        self._take_up(board.game)
        self.changed()

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Bring the game up to date."""
        for event in events:
            if event.kind == START:
                self.live = LiveGame(event.game, event.data)
            elif self.live is None or self.live.id != event.game:
                # The store has all of them already, this one and those behind it too.
                self._take_up(event.game)
                break
            else:
                self.live.take(event)
        self.changed()

    def table(self, table: Table) -> None:
        """Note what is to be done on the table."""
        if self.live is not None and self.live.id == table.game:
            self.live.differs = dict(table.differs)
            self.live.chosen = table.chosen
            self.changed()

    def _take_up(self, game: str) -> None:
        try:
            self.live = LiveGame.of(self._store.record(game)) if game else None
        except RecordError:
            self.live = None

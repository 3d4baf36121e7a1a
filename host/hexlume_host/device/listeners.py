"""Several listeners on one link."""

from collections.abc import Callable, Sequence

from ..game.events import BoardEvent
from .listener import LinkListener
from .messages import Answer, Health, Hello, Incident, Table


class Listeners(LinkListener):
    """Tells several listeners, one after the other in their order, what happens on a link."""

    def __init__(self, *listeners: LinkListener) -> None:
        self._listeners = listeners

    @property
    def engine_ms(self) -> int:
        """The ms of the one that takes longest."""
        return max(listener.engine_ms for listener in self._listeners)

    def linked(self, command: Callable[..., int | None]) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.linked(command)

    def connected(self, port: str) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.connected(port)

    def lost(self, sentence: str) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.lost(sentence)

    def hello(self, board: Hello) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.hello(board)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.committed(events)

    def table(self, table: Table) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.table(table)

    def health(self, health: Health) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.health(health)

    def incident(self, incident: Incident) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.incident(incident)

    def answer(self, answer: Answer) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.answer(answer)

    def notice(self, sentence: str) -> None:
        """Tell all."""
        for listener in self._listeners:
            listener.notice(sentence)

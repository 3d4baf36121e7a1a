"""The table report: how the table stands, the message ``table`` of docs/protocol.md."""

from ..const import const
from .preferences import LEVELS, PERSON

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..link.link import Link
    from .session import GameSession

_MOST_CELLS = const(16)
"""Differing cells in one message, at most."""
_ROOM_WORDS = const(("", "low", "losing"))
"""The words for the journal's room (``Journal.room``)."""


class TableReport:
    """Sends how the table stands, if that has changed."""

    def __init__(self, link: "Link") -> None:
        """Take the link; nothing has been sent yet."""
        self._link = link
        self._sent: "dict[str, Any]" = {}

    def send(self, session: "GameSession", menu: str = "") -> None:
        """Send it; ``menu`` is the game whose choices the open menu offers."""
        log, lesson, preferences, asks = session.log, session.lesson, session.preferences, session.opponent.asks
        message: "dict[str, Any]" = {
            "game": log.record.identity,
            "differs": session.referee.differences(_MOST_CELLS),
            "chosen": session.act_button.chosen or None,
            "clock": session.clock and session.clock.report(),
            "asks": asks and {asks: log.record.count - 1},
        }
        if menu:
            message["menu"] = menu
        if log.journal.room:
            message["journal"] = _ROOM_WORDS[log.journal.room]
        if lesson is not None:
            message["lesson"] = {"step": lesson.step, "of": lesson.of, "wrong": lesson.wrong}
        elif preferences.opponent != PERSON:
            message["level"] = LEVELS[preferences.level]
        if message != self._sent:
            self._sent = message
            self._link.table(message)

"""The table report: how the table stands, and which command is wanted from its engine.

The message ``table`` of docs/protocol.md. It is sent when something in it has changed.
"""

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
"""The words for the journal's room (``journal.FINE`` ...)."""


class TableReport:
    """Sends what has changed in a game. ``asks`` is the command wanted from a host's engine, or ``None``."""

    def __init__(self, link: "Link") -> None:
        """Take the link; nothing has been sent of the game."""
        self._link = link
        self._sent: "dict[str, Any]" = {}
        self.asks: "str | None" = None
        self._asked_ms = 0

    def ask(self, what: str | None, ms: int) -> bool:
        """Want a command from a host's engine, or none; return whether that is new."""
        if what == self.asks:
            return False
        self.asks, self._asked_ms = what, ms
        return True

    def is_unanswered(self, ms: int) -> bool:
        """Return whether no host's engine has answered in time, so that the board's own is to think."""
        return self.asks is not None and ms - self._asked_ms >= self._link.patience

    def send(self, session: "GameSession") -> None:
        """Send how the table differs, the act button's action, the clock, what is asked for, the journal's room, the
        engine's level and the lesson."""
        log, preferences = session.log, session.preferences
        message: "dict[str, Any]" = {
            "differs": session.referee.differences(_MOST_CELLS),
            "chosen": session.act_button.chosen,
            "clock": session.clock and session.clock.report(),
            "asks": self.asks and {self.asks: log.record.count - 1},
        }
        if log.journal.room:
            message["journal"] = _ROOM_WORDS[log.journal.room]
        lesson = session.lesson
        if lesson is not None:
            message["lesson"] = {"step": lesson.step, "of": lesson.of, "wrong": lesson.wrong}
        elif preferences.opponent != PERSON:
            message["level"] = LEVELS[preferences.level]
        if message != self._sent:
            self._sent = message
            self._link.table(message)

    def send_menu(self, rules: str) -> None:
        """Send the game whose choices the menu offers, with what was sent last; empty when the menu is closed."""
        if not self._sent:
            # Nothing has been sent of a game that has just begun.
            return
        message = dict(self._sent)
        if rules:
            message["menu"] = rules
        self._link.table(message)

"""What pages are told of one board: whether it is there, its game as it stands, its clock; each text made once."""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...game.clock import ClockFace
from ...game.record import NOBODY, GameRecord, Players
from ...game.state import GameState
from ...game.text import clock_words, option_text
from ...game.view import watched_message

CONNECTED = "connected"
LOST = "lost"
ELSEWHERE = "elsewhere"
"""The states of a board: on this computer and heard, gone, or known only by what others write into the store."""

FULL = "board"
CARD = "card"
CLOCK = "clock"
PARTS = (FULL, CARD, CLOCK)
"""What a page can be told of a board: everything, what a small picture of it shows, its clock."""


@dataclass(frozen=True, slots=True)
class GameTitle:
    """What the store knows of a live game other than its events."""

    number: int
    starters: Players
    clock: str
    started_ms: int

    @classmethod
    def of(cls, record: GameRecord) -> "GameTitle":
        """Return the title of a stored game."""
        return cls(
            record.id,
            record.starters,
            clock_words(record.clock) if record.clock else "",
            int(record.started_at.timestamp() * 1000),
        )


class LiveBoard:
    """One board, shown by any number of pages.

    Whoever follows the board (one thread at a time) calls ``show`` and ``show_clock`` after a change; ``text`` gives
    the latest message of a part as JSON, from any thread.
    """

    def __init__(self, board: str, panel: str) -> None:
        """Begin with a board that has said nothing yet."""
        self.board = board
        self.panel = panel
        self.state = ELSEWHERE
        self.since_ms = now_ms()
        self.told = ""
        """Why the board was lost, as one sentence."""
        self.linked = False
        """Whether this process has the board's port open: what others write into the store adds nothing then."""
        self.live: GameState | None = None
        self.title: GameTitle | None = None
        self.last_seq = -1
        """The last event that ``live`` has taken."""
        self.lock = threading.RLock()
        """Held by whoever changes anything here."""
        self._face = ClockFace()
        self._texts: dict[str, str] = {}
        self.show()
        self.show_clock()

    def text(self, part: str) -> str:
        """Return the latest message of one of ``PARTS`` as JSON."""
        return self._texts[part]

    def become(self, state: str, told: str = "") -> None:
        """Note that the board is there, or gone, since now."""
        if state != self.state:
            self.since_ms = now_ms()
        self.state, self.told = state, told

    def show(self) -> None:
        """Make the messages anew after a change of anything but the clock."""
        message = self._message()
        self._texts[FULL] = _json({"event": FULL, **message})
        position = message["position"] or {}
        self._texts[CARD] = _json(
            {
                "event": CARD,
                **{name: message[name] for name in ("board", "panel", "state", "since", "players", "rules", "on")},
                "number": message["number"],
                "count": len(message["actions"]),
                "text": message["text"],
                "differs": len(message["differs"]),
                **{name: position.get(name) for name in ("discs", "to_move", "last", "forced", "captured", "result")},
            }
        )

    def show_clock(self) -> None:
        """Make the clock's message anew after a report of the board."""
        report = self.live.clock if self.live is not None and self.state == CONNECTED else None
        self._texts[CLOCK] = _json({"event": CLOCK, "board": self.board, "clock": self._face.take(report)})

    def _message(self) -> dict[str, Any]:
        live, title = self.live, self.title
        message: dict[str, Any] = {
            "board": self.board,
            "panel": self.panel,
            "state": self.state,
            "since": self.since_ms,
            "told": self.told,
            "changed": now_ms(),
            "number": title.number if title else None,
            "started": title.started_ms if title else None,
            "control": title.clock if title else "",
            "players": {},
            "rules": "",
            "on": "",
            "options": "",
            "position": None,
            "actions": [],
            "text": "Waiting for the first game.",
            "differs": {},
            "problem": "",
            "status": "",
        }
        if live is None:
            return message
        players = (title.starters if title else NOBODY).after(live.seats_swapped)
        position = watched_message(live.game) if live.game is not None else None
        message |= {
            "players": {"white": players.white, "black": players.black},
            "rules": live.rules,
            "on": live.on,
            "options": ", ".join(f"{name} {option_text(value)}" for name, value in live.options.items()),
            "position": position,
            "actions": [[action.action, action.colour] for action in live.actions],
            "text": _sentence(live, position),
            "differs": _on_board(self.panel, live),
            "problem": live.problem,
            "status": live.ending.status,
        }
        return message


def now_ms() -> int:
    """Return the time as pages know it: ms since 1970."""
    return int(time.time() * 1000)


def _sentence(live: GameState, position: Mapping[str, Any] | None) -> str:
    if live.menu:
        return "The board's menu is open."
    if live.result_words:
        return live.result_words
    if live.problem:
        return live.problem
    if live.ending.status == "abandoned":
        return "The players stopped before the end."
    if live.thinks and live.due:
        return live.due
    # The rules know a result a moment before the board has told it.
    return (position["due"] or position["result_words"]) if position else "The game has ended."


def _on_board(panel: str, live: GameState) -> dict[str, str]:
    """Return what is to be done on which cell, by the game's names of cells where the board lies inside the panel."""
    names = live.cells_on(panel) if live.differs else {}
    if not names:
        return dict(live.differs)
    return {names.get(cell, f"{cell} beside the board"): what for cell, what in live.differs.items()}


def _json(message: Mapping[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

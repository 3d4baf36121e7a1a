"""A live board: the parts of it that pages show, each serialised once for all who watch."""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS, other
from hexlume_record.errors import HexlumeError
from hexlume_record.game.record import ABANDONED, FINISHED, NOBODY, GameRecord, Players
from hexlume_record.game.state import GameState
from hexlume_record.game.view import position_view
from hexlume_record.table.clock import ClockReport, ClockView
from hexlume_record.table.table_report import NO_REPORT, TableReport
from hexlume_record.table.table_words import difference_words, table_words
from hexlume_record.words.text import clock_words, options_label, played_words

from ...game_files.lesson_course import course
from .prompt import lesson_message

if TYPE_CHECKING:
    from .hub import LiveHub
    from .twin_hands import TwinHands

CONNECTED = "connected"
LOST = "lost"
ELSEWHERE = "elsewhere"
"""The states of a board: at this computer, gone, or known only by what others write into the store."""

MARKS = ("last", "captured", "forced", "turned", "arrows", "won", "lost", "decided")
"""What a position marks on its board (``hexlume_record.game.view``)."""
FULL = "board"
CARD = "card"
CLOCK = "clock"
PROMPT, TABLE, LEDS, BUZZER, CHOICES = "prompt", "table", "leds", "buzzer", "choices"
FOR_WATCHERS = (FULL, CLOCK)
FOR_HANDS = (*FOR_WATCHERS, PROMPT, TABLE, LEDS, BUZZER, CHOICES)
"""The parts of a board: everything, what a small picture shows, the clock; and of a simulated board for the pages whose
visitors play on it what they are to do, the discs on the table, the lights, the buzzer and what is chosen of
opponent and level."""


@dataclass(frozen=True, slots=True)
class GameTitle:
    """What the store knows of a live game other than its events."""

    number: int
    starters: Players
    control: str
    started_ms: int
    ended_ms: int | None

    @classmethod
    def of(cls, record: GameRecord) -> "GameTitle":
        """Return the title of a stored game."""
        return cls(
            record.id,
            record.starters,
            record.clock or "",
            int(record.started_at.timestamp() * 1000),
            int(record.ended_at.timestamp() * 1000) if record.ended_at else None,
        )


class LiveBoard:
    """One board, shown by any number of pages; ``LiveHub.board_of`` makes it.

    Whoever follows the board changes it, holding ``lock``, and then calls ``show``. ``publish`` sets a part; ``text``
    returns the latest text of one. Any thread may call them.
    """

    def __init__(self, hub: "LiveHub", board: str, panel: str) -> None:
        """Begin with a board that has not reported anything."""
        self.board = board
        self.panel = panel
        self.state = ELSEWHERE
        self.since_ms = now_ms()
        self.reason = ""
        """Why the board was lost, in one sentence."""
        self.greeting = "Waiting for the first game."
        """What is said before the first game."""
        self.linked = False
        """Whether this process has the board's port open: what others write into the store adds nothing then."""
        self.hands: TwinHands | None = None
        """The hands at a simulated board of this process."""
        self.live: GameState | None = None
        self.table_report = NO_REPORT
        self.title: GameTitle | None = None
        self.lock = threading.RLock()
        self._hub = hub
        self._ended_ms: int | None = None
        self._clock_view = ClockView()
        self._messages: dict[str, Mapping[str, Any]] = {}
        self._texts: dict[str, str] = {}
        self.show()
        self.show_clock(None)

    def message(self, part: str) -> Mapping[str, Any]:
        """Return the latest message of a part, empty if it has none."""
        return self._messages.get(part, {})

    def text(self, part: str) -> str:
        """Return the latest message of a part as JSON, empty if it has none."""
        return self._texts.get(part, "")

    def publish(self, part: str, message: Mapping[str, Any]) -> bool:
        """Set a part and notify its watchers; return whether it has changed."""
        if self._messages.get(part) == message:
            return False
        self._messages[part] = message
        self._texts[part] = self._json(part, message)
        self._hub.notify((self.board, part))
        return True

    def send(self, part: str, event: str, message: Mapping[str, Any]) -> None:
        """Send the watchers of a part something that happens once: unlike a part's states, it is not replaced."""
        self._hub.send((self.board, part), self._json(event, message))

    def become(self, state: str, reason: str = "", panel: str = "") -> None:
        """Note that the board is there, or gone, since now; its panel stays unless one is given."""
        before = self.panel, self.state
        if state != self.state:
            self.since_ms = now_ms()
        self.state, self.reason, self.panel = state, reason, panel or self.panel
        if (self.panel, self.state) != before:
            self._hub.update_list()

    def show(self) -> None:
        """Publish everything but the clock after a change."""
        live, report, title = self.live, self.table_report, self.title
        game = live.game if live is not None else None
        position = position_view(game, whole_turn=True) if game is not None else None
        players = (title.starters if title else NOBODY).after(live is not None and live.seats_swapped)
        status = live.ending.status if live else ""
        if status not in (FINISHED, ABANDONED):
            self._ended_ms = None
        elif self._ended_ms is None:
            self._ended_ms = title.ended_ms if title and title.ended_ms else now_ms()
        lesson = report.lesson if live else None
        engine = self.hands.engine_seat() if self.hands is not None else None
        about = {
            "panel": self.panel,
            "state": self.state,
            "since": self.since_ms,
            "simulated": self.hands is not None,
            "lesson": {"step": lesson.step, "of": lesson.of} if lesson else None,
            "players": self._players(players) if live else {},
            "rules": live.rules if live else "",
            "on": live.on if live else "",
            "number": title.number if title else None,
            "text": _sentence(live, report, position) if live else self.greeting,
            "count": len(live.actions) if live else 0,
            "status": status,
            "ended": self._ended_ms,
        }
        self.publish(
            FULL,
            {
                **about,
                "reason": self.reason,
                "started": title.started_ms if title else None,
                "control": clock_words(title.control) if title and title.control else "",
                "played": self._played(game, players) if live and live.legal and game is not None else "",
                "chosen": dict(live.options) if live else {},
                "engine": engine.colour if engine is not None else "",
                "first": COLOURS[live.game.FIRST] if live is not None and live.game is not None else "",
                "options": options_label(live.options) if live else "",
                "position": position,
                "actions": [[action.action, action.colour] for action in live.actions] if live else [],
                "differs": _on_board(
                    self.panel, live, {cell: difference_words(what) for cell, what in report.differs.items()}
                )
                if live
                else {},
                "reasons": _on_board(self.panel, live, table_words(live, report, self.panel).wrong) if live else {},
                "problem": live.problem if live else "",
                "lesson": lesson_message(live, report) if live else None,
                "steps": _steps(live.rules) if live else 0,
            },
        )
        shown = ("pieces", "to_move", "result", *MARKS)
        self.publish(
            CARD,
            {
                **about,
                "differs": len(report.differs) if live else 0,
                **{name: (position or {}).get(name) for name in shown},
            },
        )
        if self.hands is not None:
            self.hands.changed()
            self.publish(PROMPT, self.hands.prompt(live) if live else {"text": self.greeting})

    def _players(self, players: Players) -> dict[str, str]:
        """Return the players' names by colour, the engine's too where its hands say which seat it has."""
        names = {"white": players.white, "black": players.black}
        if self.hands is not None and (engine := self.hands.engine_seat()) is not None:
            names[engine.colour] = self.hands.engine_name
        return names

    def _played(self, game: Game, players: Players) -> str:
        """Return the last turn as a sentence, with the name of who played it."""
        if not game.codes:
            return ""
        # A swap exchanges the seats: whoever it was has the other colour now.
        mover = game.position_after(len(game.codes) - 1)[1]
        colour = COLOURS[other(mover) if notation.swaps_seats(game.codes[-1]) else mover]
        engine = self.hands.engine_seat() if self.hands is not None else None
        if engine is not None and engine.colour == colour:
            return played_words(game, engine.name)
        return played_words(game, self._players(players)[colour] or COLOURS[mover].capitalize())

    def show_clock(self, report: ClockReport | None) -> None:
        """Publish the clock after a report of the board, or that there is none."""
        self.publish(CLOCK, {"clock": self._clock_view.update(report)})

    def _json(self, event: str, message: Mapping[str, Any]) -> str:
        whole = {"event": event, "board": self.board, "changed": now_ms(), **message}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _steps(rules: str) -> int:
    """Return how many steps a game's course of lessons has, 0 if it has none that can be read."""
    try:
        return len(course(rules))
    except HexlumeError:
        return 0


def now_ms() -> int:
    """Return the time as pages know it: ms since 1970."""
    return int(time.time() * 1000)


def _sentence(live: GameState, report: TableReport, position: Mapping[str, Any] | None) -> str:
    if report.menu:
        return "The board's menu is open."
    if live.result_words:
        return live.result_words
    if live.problem:
        return live.problem
    if live.ending.status == "abandoned":
        return "The players stopped before the end."
    if report.thinks(live) and (due := report.due(live)):
        return due
    # The rules know a result a moment before the board reports it.
    return (position["due"] or position["result_words"]) if position else "The game has ended."


def _on_board(panel: str, live: GameState, sentences: Mapping[str, str]) -> dict[str, str]:
    """Return sentences about panel cells, by the game's names of cells where the board lies inside the panel."""
    names = live.cells_on(panel) if sentences else {}
    return {
        names.get(cell, f"{cell} outside the game's board") if names else cell: sentence
        for cell, sentence in sentences.items()
    }

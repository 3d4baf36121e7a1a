"""A live board: the parts of it that pages show, each serialised once for all who watch."""

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS, other
from hexlume.play.preferences import ENGINE_SECOND, OPPONENTS, PERSON
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import START, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, NOBODY, Players
from hexlume_record.game.state import GameState
from hexlume_record.game.view import position_view
from hexlume_record.table.clock import ClockReport, ClockView
from hexlume_record.table.table_report import NO_REPORT, TableReport
from hexlume_record.table.table_words import difference_words, table_words
from hexlume_record.words.engine_names import ENGINE
from hexlume_record.words.text import clock_words, options_label, played_words

from ...device.game_watch import GameWatch
from ...device.messages import Answer, Hello, Table
from ...feed import Commit
from ...game_files.lesson_course import course
from .prompt import EngineSeat, lesson_message

if TYPE_CHECKING:
    from ...store.repository import Store
    from .hub import LiveHub

CONNECTED = "connected"
LOST = "lost"
ELSEWHERE = "elsewhere"
"""The states of a board: at this computer, gone, or known only by what others write into the store."""

MAX_ANSWERS = 20
FULL = "board"
CLOCK = "clock"
PROMPT, TABLE, LEDS, BUZZER, CHOICES = "prompt", "table", "leds", "buzzer", "choices"
FOR_WATCHERS = (FULL, CLOCK)
FOR_HANDS = (*FOR_WATCHERS, PROMPT, TABLE, LEDS, BUZZER, CHOICES)
"""The parts of a board: everything, the clock; and of a simulated board for the pages whose
visitors play on it what they are to do, the discs on the table, the lights, the buzzer and what is chosen of
opponent and level."""


class LiveBoard(GameWatch):
    """One board, shown by any number of pages; ``LiveHub.board_of`` makes it.

    Its games come by the feed (``take``), what else it reports from its ``BoardLink``. Whoever changes it otherwise
    holds ``lock``, and then calls ``update``. ``publish`` sets a part; ``text`` returns the latest text of one. Any
    thread may call them.
    """

    def __init__(self, hub: "LiveHub", store: "Store", device: str, panel: str) -> None:
        """Begin with a board that has not reported anything."""
        super().__init__(store)
        self.device = device
        self.panel = panel
        self.state = ELSEWHERE
        self.since_ms = now_ms()
        self.reason = ""
        """Why the board was lost, in one sentence."""
        self.greeting = "Waiting for the first game."
        """What is said before the first game."""
        self.logged_here = False
        """Whether this process has the board's port open."""
        self.simulated = False
        """Whether it is a simulated board of this process."""
        self.command: Callable[..., int | None] | None = None
        """What sends the board a command (``Logger.command``), while it is on a port of this computer."""
        self.answers: tuple[Answer, ...] = ()
        """The board's latest answers to commands, for whoever sent them."""
        self.opponent = OPPONENTS[PERSON]
        self.engine_name = ""
        """What the engine is called as a player, once it is the ``opponent``."""
        self.update: Callable[[], None] = self.show
        """What shows a change."""
        self.lock = threading.RLock()
        self._hub = hub
        self._ended_ms: int | None = None
        self._clock_view = ClockView()
        self._messages: dict[str, Mapping[str, Any]] = {}
        self.show()
        self.show_clock(None)

    def hello(self, board: Hello) -> None:
        """Show the board as connected, with its game as far as the store has it."""
        with self.lock:
            self.logged_here = True
            self.become(CONNECTED, panel=board.panel)
            super().hello(board)
            self.show_clock(None)

    def take(self, commit: Commit) -> None:
        """Show a commit; of a board that another program logs only its games are known."""
        with self.lock:
            if not commit.events or not self.logged_here:
                # Between two looks another program may have changed names besides.
                self.header = None
            if not self.logged_here:
                self._table, self.table_report = None, NO_REPORT
                self.become(ELSEWHERE, panel=commit.panel)
                self.since_ms = commit.at_ms
                self.show_clock(None)
            self.committed(commit.events)

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Show new events; a game that begins has no clock yet."""
        super().committed(events)
        if any(event.kind == START for event in events):
            self.show_clock(self.table_report.clock)

    def table(self, table: Table) -> None:
        """Show what differs on the table, and the clock."""
        with self.lock:
            super().table(table)
            self.show_clock(self.table_report.clock)

    def changed(self) -> None:
        """Show the game; the store has its number and players."""
        self.look_up()
        self.update()

    def engine_seat(self) -> EngineSeat | None:
        """Return the seat that an engine plays, ``None`` for none."""
        live = self.live
        if self.opponent == OPPONENTS[PERSON] or live is None or live.game is None or self.table_report.lesson:
            return None
        first, second = live.game.FIRST, self.opponent == OPPONENTS[ENGINE_SECOND]
        colour = other(first) if second != live.seats_swapped else first
        return EngineSeat(COLOURS[colour], ENGINE)

    def message(self, part: str) -> Mapping[str, Any]:
        """Return the latest message of a part, empty if it has none."""
        return self._messages.get(part, {})

    def text(self, part: str) -> str:
        """Return the latest message of a part as JSON, empty if it has none."""
        return self._hub.text((part, self.device))

    def publish(self, part: str, message: Mapping[str, Any]) -> bool:
        """Set a part and notify its watchers; return whether it has changed."""
        if self._messages.get(part) == message:
            return False
        self._messages[part] = message
        self._hub.publish((part, self.device), self._json(part, message))
        return True

    def send(self, part: str, event: str, message: Mapping[str, Any]) -> None:
        """Send the watchers of a part something that happens once: unlike a part's states, it is not replaced."""
        self._hub.notify((part, self.device), self._json(event, message))

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
        live, report, header = self.live, self.table_report, self.header
        game = live.game if live is not None else None
        position = position_view(game, whole_turn=True) if game is not None else None
        players = (header.starters if header else NOBODY).after(live is not None and live.seats_swapped)
        status = live.ending.status if live else ""
        if status not in (FINISHED, ABANDONED):
            self._ended_ms = None
        elif self._ended_ms is None:
            self._ended_ms = _ms(header.ended_at) if header and header.ended_at else now_ms()
        engine = self.engine_seat()
        message = {
            "panel": self.panel,
            "state": self.state,
            "since": self.since_ms,
            "simulated": self.simulated,
            "players": self._players(players) if live else {},
            "rules": live.rules if live else "",
            "board": live.board if live else "",
            "number": header.id if header else None,
            "text": _sentence(live, report, position) if live else self.greeting,
            "status": status,
            "ended": self._ended_ms,
            "reason": self.reason,
            "started": _ms(header.started_at) if header else None,
            "control": clock_words(header.clock) if header and header.clock else "",
            "played": self._played(game, players) if live and live.legal and game is not None else "",
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
        }
        self.publish(FULL, message)

    def _players(self, players: Players) -> dict[str, str]:
        """Return the players' names by colour, the engine's too."""
        names = {"white": players.white, "black": players.black}
        if (engine := self.engine_seat()) is not None:
            names[engine.colour] = self.engine_name
        return names

    def _played(self, game: Game, players: Players) -> str:
        """Return the last turn as a sentence, with the name of who played it."""
        if not game.codes:
            return ""
        # A swap exchanges the seats: whoever it was has the other colour now.
        mover = game.position_after(len(game.codes) - 1)[1]
        colour = COLOURS[other(mover) if notation.swaps_seats(game.codes[-1]) else mover]
        engine = self.engine_seat()
        if engine is not None and engine.colour == colour:
            return played_words(game, engine.name)
        return played_words(game, self._players(players)[colour] or COLOURS[mover].capitalize())

    def show_clock(self, report: ClockReport | None) -> None:
        """Publish the clock after a report of the board, or that there is none."""
        self.publish(CLOCK, {"clock": self._clock_view.update(report)})

    def _json(self, event: str, message: Mapping[str, Any]) -> str:
        whole = {"event": event, "device": self.device, "changed": now_ms(), **message}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _steps(rules: str) -> int:
    """Return how many steps a game's course of lessons has, 0 if it has none that can be read."""
    try:
        return len(course(rules))
    except HexlumeError:
        return 0


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


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

"""What ``hexlume log`` shows: the game of one board, or a line for each of several."""

import logging
from collections.abc import Callable, Sequence

from rich.box import SIMPLE
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hexlume_record.game import events
from hexlume_record.game.diagram import diagram
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport
from hexlume_record.table.table_words import difference_words, table_words
from hexlume_record.words.text import game_words, result_words

from ..device.game_watch import GameWatch
from ..device.messages import Hello
from ..store.repository import Store
from .screen import LinkReporter, Screen

_log = logging.getLogger(__name__)

Shown = tuple[str, RenderableType, tuple[str, ...]]
"""What is shown of a board's game: which one it is, as it stands, and its row in the table of several boards."""


class LogScreen(Screen):
    """Shows the games of boards as they are logged: on a terminal as they stand, elsewhere line by line.

    ``several`` puts a board's id in front of each line.
    """

    def __init__(self, store: Store, out: Console, live: bool, several: bool) -> None:
        super().__init__(out, live)
        self.new_events = 0
        """Events that were new to the store."""
        self.several = several
        self.at_game_end: Callable[[], None] = lambda: None
        self._store = store
        self._watches: dict[str, BoardWatch] = {}

    def watch(self, port: str) -> "BoardWatch":
        """Return the listener of a port; another board may have been there before."""
        self._watches[port] = BoardWatch(self, self._store, port)
        return self._watches[port]

    def say(self, sentence: str) -> None:
        """Show a sentence, on the screen and in the log file."""
        _log.info("%s", sentence)
        super().say(sentence)

    def add(self, watch: "BoardWatch", new: Sequence[BoardEvent]) -> None:
        """Count and show new events of a board."""
        with self._lock:
            self.new_events += len(new)
        for event in new:
            text = watch.prefix + event_words(event, watch.live)
            _log.info("%s", text)
            self.line(text)

    def forget(self, watch: "BoardWatch") -> None:
        """Show a board no longer that has gone."""
        if self.several and self._watches.get(watch.port) is watch:
            del self._watches[watch.port]

    def drawn(self) -> RenderableType:
        """Return the board that is there, or a table of several."""
        shown = [watch.shown for _, watch in sorted(self._watches.items()) if watch.shown is not None]
        status = Text(self.status, style="dim")
        if len(shown) == 1:
            game, lines, _ = shown[0]
            return Panel(Group(lines, status), title=Text(game), expand=False)
        if not shown:
            return Text(self.status)
        table = Table(box=SIMPLE)
        for name in ("board", "port", "game", "actions", "last", "now"):
            table.add_column(name, justify="right" if name == "actions" else "left", overflow="fold")
        for _, _, row in shown:
            table.add_row(*row)
        return Group(table, status)


class BoardWatch(LinkReporter, GameWatch):
    """Follows the board on one port, for a screen."""

    def __init__(self, screen: LogScreen, store: Store, port: str) -> None:
        GameWatch.__init__(self, store)
        self.port = port
        self.board = ""
        """The board's id, once it has said hello."""
        self.panel = ""
        self.shown: Shown | None = None
        """What the screen shows of the game: other boards' threads draw it while this one's plays on."""
        self._screen = screen

    @property
    def prefix(self) -> str:
        """What stands in front of the board's lines."""
        return f"{self.board}: " if self._screen.several and self.board else ""

    def report(self, sentence: str) -> None:
        """Show a sentence about the link."""
        self._screen.say(self.prefix + sentence)

    def hello(self, board: Hello) -> None:
        """Say which board it is, and take up its game."""
        self.introduced(board)
        self.board, self.panel = board.board, board.panel
        super().hello(board)

    def lost(self, sentence: str) -> None:
        """Say that the board has gone."""
        super().lost(sentence)
        self._screen.forget(self)

    def committed(self, events_: Sequence[BoardEvent]) -> None:
        """Show new events; between two of them the game may have ended."""
        had_problem = self.live is not None and bool(self.live.problem)
        super().committed(events_)
        self._screen.add(self, events_)
        if self.live is not None and self.live.problem and not had_problem:
            self.report(self.live.problem)
        if any(event.kind in (events.RESULT, events.CONCLUDE, events.ABANDON) for event in events_):
            self._screen.at_game_end()

    def changed(self) -> None:
        """Draw the game anew."""
        if self._screen.draws:
            self.shown = None if self.live is None else _shown(self.live, self)
            self._screen.changed()


def event_words(event: BoardEvent, live: GameState | None) -> str:
    """Return a line about an event; ``live`` is the board's game after it."""
    if event.kind == events.START:
        return f"Game {event.game}: {game_words(event.data['rules'], event.data['on'], event.data['options'])}"
    if event.kind == events.ACTION:
        return f"{event.data['colour']} {event.data['action']}"
    if event.kind == events.UNDO:
        return "taken back"
    if event.kind in (events.RESULT, events.CONCLUDE):
        game = live.game if live is not None and live.id == event.game else None
        return result_words(event.data["result"], event.data["reason"], game)
    return "abandoned" if event.kind == events.ABANDON else event.kind


def _state(live: GameState, report: TableReport) -> str:
    return live.result_words or live.problem or report.due(live) or "The game has ended."


def _shown(live: GameState, watch: BoardWatch) -> Shown:
    report = watch.table_report
    lines = [_state(live, report)]
    if live.actions:
        lines.append(f"{len(live.actions)} actions, the last one {live.actions[-1].action}.")
    names = live.cells_on(watch.panel)
    asked = {cell: difference_words(what) for cell, what in report.differs.items()}
    for cell, what in sorted({**asked, **table_words(live, report, watch.panel).wrong}.items()):
        lines.append(f"On {names.get(cell, cell)}: {what.rstrip('.')}.")
    picture = diagram(live.game) if live.game is not None else ""
    game, last = game_words(live.rules, live.on, live.options), live.actions[-1].action if live.actions else ""
    row = (watch.board, watch.port, game, str(len(live.actions)), last, _state(live, report))
    return game, Group(Text(picture), Text(), Text("\n".join(lines))), row

"""``hexlume log``: log one board in the foreground."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from .. import events
from ..diagram import diagram
from ..events import BoardEvent
from ..link.heard import Hello
from ..link.logger import Logger
from ..ports import PortFinder
from ..store import Players, Store
from ..watch import GameWatch
from ..words import result_words
from .terminal import BlackOption, StoreOption, WhiteOption, console, is_terminal, say


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(
        epilog="Examples:  hexlume log  ·  hexlume log /dev/ttyACM1 --white Ann --black Ben  ·  hexlume log --once"
    )(log)


def log(
    port: Annotated[
        str | None,
        typer.Argument(
            metavar="[PORT]", help="The board's serial port or URL; not needed when only one board is there."
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="End after one game, or when the board is unplugged.")] = False,
    white: WhiteOption = "",
    black: BlackOption = "",
    store: StoreOption = None,
) -> None:
    """Log a board's games into the store until Ctrl-C, also when it is unplugged and plugged in again."""
    with Store(store) as opened:
        screen = LogScreen(opened, console(), is_terminal())
        logger = Logger(PortFinder(port), opened, screen, Players(white, black), reconnect=not once)
        if once:
            screen.at_game_end = logger.stop
        try:
            with screen:
                logger.run()
        except KeyboardInterrupt:
            say(f"Stopped. {screen.kept} new events are kept in {opened.where}.")
            raise typer.Exit(130) from None
        say(f"{screen.kept} new events are kept in {opened.where}.")


class LogScreen(GameWatch):
    """Shows a board's game as it is logged: on a terminal as a board that changes, elsewhere line by line."""

    def __init__(self, store: Store, out: Console, terminal: bool) -> None:
        super().__init__(store)
        self.kept = 0
        """Events that were new to the store."""
        self.at_game_end: Callable[[], None] = lambda: None
        self._out = out
        self._status = "Opening the serial port."
        self._display = Live(self._drawn(), console=out, refresh_per_second=8) if terminal else None

    def __enter__(self) -> "LogScreen":
        if self._display:
            self._display.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._display:
            self._display.stop()

    def connected(self, port: str) -> None:
        """Say that the port is open."""
        self._say(f"Listening on {port}.")

    def lost(self, sentence: str) -> None:
        """Say that the board has gone."""
        self._say(f"{sentence} Plug it in again to go on; Ctrl-C ends.")

    def notice(self, sentence: str) -> None:
        """Say what needs attention."""
        self._say(sentence)

    def hello(self, board: Hello) -> None:
        """Say which board it is."""
        super().hello(board)
        self._say(f"Board {board.board}: {board.panel}, firmware {board.firmware}.")

    def committed(self, new: Sequence[BoardEvent]) -> None:
        """Show new events; between two of them the game may have ended."""
        had_problem = self.live is not None and bool(self.live.problem)
        super().committed(new)
        self.kept += len(new)
        if not self._display:
            for event in new:
                self._out.print(event_words(event), soft_wrap=True)
            if self.live is not None and self.live.problem and not had_problem:
                self._out.print(self.live.problem, soft_wrap=True)
        if any(event.kind in (events.RESULT, events.ABANDON) for event in new):
            self.at_game_end()

    def changed(self) -> None:
        """Draw the game anew."""
        if self._display:
            self._display.update(self._drawn())

    def _say(self, sentence: str) -> None:
        self._status = sentence
        if self._display:
            self.changed()
        else:
            self._out.print(sentence, soft_wrap=True)

    def _drawn(self) -> RenderableType:
        live = self.live
        if live is None:
            return Text(self._status)
        lines = [live.result_words or live.problem or live.due or "The game has ended."]
        if live.actions:
            lines.append(f"{len(live.actions)} actions, the last one {live.actions[-1].action}.")
        lines += [f"On {cell}: {what}." for cell, what in sorted(live.differs.items())]
        board = diagram(live.game) if live.game is not None else ""
        return Panel(
            Group(Text(board), Text(), Text("\n".join(lines)), Text(self._status, style="dim")),
            title=Text(f"{live.rules} on {live.on}"),
            expand=False,
        )


def event_words(event: BoardEvent) -> str:
    """Return a line that tells an event."""
    if event.kind == events.START:
        return f"Game {event.game}: {event.data['rules']} on {event.data['on']}"
    if event.kind == events.ACTION:
        return f"{event.data['colour']} {event.data['action']}"
    if event.kind == events.UNDO:
        return "taken back"
    if event.kind == events.RESULT:
        return result_words(event.data["result"], event.data["reason"])
    return "abandoned" if event.kind == events.ABANDON else event.kind

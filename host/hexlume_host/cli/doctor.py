"""``hexlume doctor``: every sensor of a board's panel, live, and what went wrong on the board."""

import json as json_format
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text

from hexlume import VERSION

from ..device.discovery import PortFinder
from ..device.fault_report import MOST_SECONDS, ReportRecorder
from ..device.health import ADVICE, OK, CellHealth, PanelHealth
from ..device.incidents import BoardIncidents
from ..device.logger import Logger
from ..device.messages import Answer, Health, Hello, Incident
from ..errors import LinkError, StoreUnavailableError
from ..store.dropped_games import DroppedGames
from ..store.repository import Store
from .examine import examine_board
from .options.store import StoreOption
from .output import JsonOption, console, ending_on_ctrl_c, is_terminal, print_json, say, write_file
from .rung1 import measure
from .screen import LinkReporter, Screen
from .table import right, table

_PATIENCE_SECONDS = 20.0
"""How long ``--once`` waits for the whole panel."""

_STYLES = {
    OK: "green",
    "dead": "white on red",
    "stuck": "white on magenta",
    "noisy": "black on yellow",
    "weak": "black on cyan",
    "drifted": "white on blue",
}
_WIDE, _NARROW = 5, 4
"""Columns of a cell on the map: with the field of a cell with a fault where there is room, else without."""


def doctor(
    port: Annotated[
        str | None,
        typer.Argument(
            metavar="[PORT]", help="The board's serial port or URL; not needed when there is only one board."
        ),
    ] = None,
    json: JsonOption = False,
    once: Annotated[bool, typer.Option("--once", help="End after one round of the whole panel.")] = False,
    learn: Annotated[
        bool, typer.Option("--learn", help="Calibrate the sensors first; the board's lights show how.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report",
            metavar="FILE",
            dir_okay=False,
            help="Write a fault report after one round, to be sent with a bug.",
        ),
    ] = None,
    record: Annotated[
        int,
        typer.Option(
            "--record",
            metavar="SECONDS",
            min=0,
            max=MOST_SECONDS,
            help="With --report: record raw readings, lights, buttons and serial lines for so long.",
        ),
    ] = 0,
    rung: Annotated[
        int,
        typer.Option(
            "--rung", metavar="1", min=0, max=1, help="Measure the breadboard of the ladder's first rung instead."
        ),
    ] = 0,
    examine: Annotated[
        bool,
        typer.Option("--examine", help="Name a fault: asks for discs on cells, what glows, and what a meter shows."),
    ] = False,
    store: StoreOption = None,
) -> None:
    """Show the health of every sensor of a board.

    Each cell shows the field at its sensor in mT (white side up is positive); a coloured cell has a fault. Below the
    cells are the board's last crashes with their tracebacks, and games that it dropped for lack of room. Ctrl-C ends.
    With --json, one line of JSON is printed after each round of the panel. With --once, the exit code is 1 unless all
    is well. Games that are played meanwhile are logged as by hexlume log. What is in a report is listed in
    docs/how-to/report-a-fault.md; hexlume sim --replay plays it. --rung 1 guides through one sensor, one LED and one
    magnet on a breadboard, and says whether to order a board (docs/ladder.md).
    docs/hardware/faults.md says which faults --examine names.

    Examples:  hexlume doctor  ·  hexlume doctor /dev/ttyACM1 --once  ·  hexlume doctor --report board.jsonl --record 60
    """
    if record and report is None:
        raise typer.BadParameter("a recording is part of a report: add --report FILE.", param_hint="--record")
    if report is not None and (json or learn):
        raise typer.BadParameter("a report is made by itself: leave --json and --learn out.", param_hint="--report")
    if rung:
        if json or once or learn or report is not None:
            raise typer.BadParameter(
                "a breadboard is measured by itself: leave other options out.", param_hint="--rung"
            )
        measure(port, store)
        return
    if examine and (json or learn or once or report is not None):
        raise typer.BadParameter("an examination is made by itself: leave other options out.", param_hint="--examine")
    if examine:
        examine_board(port, store)
        return
    once = once or report is not None
    if learn and once:
        raise typer.BadParameter("learning takes a person and some minutes: leave --once out.", param_hint="--learn")
    with Store(store) as opened:
        screen = DoctorScreen(
            opened, console(), live=is_terminal() and not json and not once, json=json, once=once, learn=learn
        )
        recorder = ReportRecorder()
        logger = Logger(PortFinder(port), opened, screen, recorder, reconnect=not once)
        with ending_on_ctrl_c(lambda: "" if json else f"Stopped. {screen.summary}"):
            try:
                with screen:
                    logger.start()
                    _watch(screen, logger, once)
                    cut = _record(screen, logger, record) if record else ""
            finally:
                logger.command("health", on=False)
                logger.stop()
        if screen.panel is None:
            return
        if report is not None:
            write_file(report, recorder.text(opened, VERSION, logger.dropped, bool(cut)))
            say(f"{report} holds {recorder.summary}. {screen.summary}{cut and f' The recording was cut short: {cut}'}")
            return
        if json:
            print_json(screen.as_json(screen.panel))
        else:
            console().print(drawn(screen.panel, screen.incidents, screen.dropped_games, console().width))
        if screen.panel.faults():
            raise typer.Exit(1)


def _watch(screen: "DoctorScreen", logger: Logger, once: bool) -> None:
    """Wait until the whole panel has reported (``once``), else for ever; raises what ends it before."""
    patience = time.monotonic() + _PATIENCE_SECONDS
    while not (once and screen.complete):
        if logger.join(0.1) and logger.error is not None:
            raise logger.error
        if screen.error:
            raise LinkError(screen.error)
        if once and time.monotonic() > patience:
            raise LinkError("The board has not reported its whole panel: see hexlume watch for what is plugged in.")


def _record(screen: "DoctorScreen", logger: Logger, seconds: int) -> str:
    """Record for so long, or until Ctrl-C; return why the board ended it before, empty if it did not.

    Raises ``LinkError`` if the board cannot be recorded.
    """
    say(f"Recording for {seconds} seconds, or until Ctrl-C: do now what goes wrong.")
    screen.record()
    end = time.monotonic() + seconds
    with suppress(KeyboardInterrupt):
        while time.monotonic() < end:
            if logger.join(0.1):
                # A board that fails may go: what was recorded until then says why.
                return str(logger.error)
            if screen.error:
                raise LinkError(screen.error)
    logger.command("raw", on=False)
    return ""


class DoctorScreen(Screen, LinkReporter):
    """Shows a panel's health: on a terminal as a map that changes, elsewhere line by line."""

    def __init__(self, store: Store, out: Console, live: bool, json: bool, once: bool, learn: bool = False) -> None:
        super().__init__(out, live, words=not json and not once)
        self.panel: PanelHealth | None = None
        """What is known of the board's panel, once there is a board."""
        self.incidents = BoardIncidents()
        """The incidents that the board has reported."""
        self.dropped_games: list[DroppedGames] = []
        """What the store knows that it dropped."""
        self.error = ""
        """Why this board cannot be examined, in one sentence."""
        self._store = store
        self._board = ""
        self._json_lines = json and not once
        self._learn = learn
        self._command: Callable[..., int | None] = lambda do, **values: None
        self._asked: dict[int | None, tuple[str, str]] = {}

    @property
    def complete(self) -> bool:
        """Whether the board has reported its whole panel and all incidents."""
        return self.panel is not None and self.panel.complete and self.incidents.complete

    @property
    def summary(self) -> str:
        """A sentence about the panel."""
        return self.panel.summary() if self.panel else "No board has said hello."

    def as_json(self, panel: PanelHealth) -> dict[str, Any]:
        """Return what is known as ``--json`` prints it."""
        dropped = [one.as_json() for one in self.dropped_games]
        return {**panel.as_json(), **self.incidents.as_json(), "dropped": dropped}

    def report(self, sentence: str) -> None:
        """Show a sentence about the link."""
        self.say(sentence)

    def notice(self, sentence: str) -> None:
        """Say what needs attention; it may be that the board has dropped games."""
        super().notice(sentence)
        self._look_at_dropped()

    def _look_at_dropped(self) -> None:
        with suppress(StoreUnavailableError):
            self.dropped_games = self._store.dropped(self._board) if self._board else []

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends commands to the board."""
        self._command = command

    def hello(self, board: Hello) -> None:
        """Begin with a board's panel, and ask for its health."""
        self._board = board.board
        self._look_at_dropped()
        self.incidents = BoardIncidents()
        try:
            self.panel = PanelHealth(board.panel)
        except LinkError as error:
            self.error = str(error)
            return
        self.introduced(board)
        asked = self._command("health", on=True)
        self._asked[asked] = "", "This board does not tell its health ({}): update its firmware."
        if self._learn:
            # Once only: a board that comes back goes on by its lights.
            self._learn = False
            asked = self._command("learn")
            learns = "The board learns: take every disc off, then put one on each cell that glows."
            self._asked[asked] = learns, "The board cannot learn its sensors now: {}."

    def record(self) -> None:
        """Have the board tell what it senses and shows instead of its health."""
        self._command("health", on=False)
        refused = "This board cannot be recorded ({}): update its firmware, or leave --record out."
        self._asked[self._command("raw", on=True)] = "", refused

    def answer(self, answer: Answer) -> None:
        """Show that the board does what it was asked for, or note that it does not."""
        done, refused = self._asked.get(answer.id, ("", ""))
        if not answer.ok:
            self.error = self.error or refused.format(answer.error.rstrip("."))
        elif done:
            self.say(done)

    def health(self, health: Health) -> None:
        """Take in a slice, and show what is new."""
        panel = self.panel
        if panel is None:
            return
        rounds = panel.rounds
        changed = panel.take(health)
        self.changed()
        if self._json_lines and panel.rounds > rounds:
            print(json_format.dumps(self.as_json(panel), ensure_ascii=False), flush=True)
        elif changed or panel.rounds == 1 > rounds:
            self.line(panel.summary())

    def incident(self, incident: Incident) -> None:
        """Take in what went wrong on the board, and show it when it is new."""
        if self.incidents.take(incident):
            self.changed()
            for line in self.incidents.lines():
                self.line(line)

    def drawn(self) -> RenderableType:
        """Return the map of the panel, once there is one."""
        status = Text(self.status, style="dim")
        if self.panel is None:
            return status
        return Group(drawn(self.panel, self.incidents, self.dropped_games, self.out.width), status)


def drawn(
    panel: PanelHealth, incidents: BoardIncidents, dropped: Sequence[DroppedGames], columns: int
) -> RenderableType:
    """Return a panel's map, the cells with faults, what went wrong, and a sentence, at most ``columns`` wide."""
    board = Text()
    rows = panel.rows()
    widest = max(len(row) for row in rows)
    width = _WIDE if (widest + 1) * _WIDE <= columns else _NARROW
    for row in rows:
        board.append(" " * ((widest - len(row)) * width // 2))
        board.append(f"{panel.grid.name(row[0]):>{width - 1}} ", style="bold")
        for cell in row:
            board.append_text(_mark(panel.cells[cell], width))
        board.append("\n")
    parts: list[RenderableType] = [board]
    faults = [
        (
            fault.cell,
            Text(fault.state, style=_STYLES.get(fault.state, "reverse")),
            str(fault.counts),
            str(fault.zero),
            f"{fault.mt:+.1f}",
            f"{fault.noise:.1f}",
            str(fault.span or "-"),
            ADVICE.get(fault.state, "is in a state that this hexlume does not know: update it"),
        )
        for fault in panel.faults()
    ]
    if faults:
        names = ("cell", "state", *right("counts", "zero", "mT", "noise", "span"), "what to do")
        parts.append(table(names, faults))
    parts += map(Text, (*incidents.lines(), *(one.sentence for one in dropped), panel.summary()))
    return Group(*parts)


def _mark(cell: CellHealth | None, width: int) -> Text:
    """Return a cell's place on the map: its field in mT, in its state's colour, with ``!`` when it has a fault."""
    if cell is None:
        return Text(f"{'?':>{width}}", style="dim")
    field = f"{cell.mt:+.0f}" if abs(cell.mt) >= 1 else "·"
    mark = field if cell.state == OK else f"{field}!"
    mark = mark if len(mark) < width else "!!"
    return Text(" " * (width - len(mark))).append(mark, style=_STYLES.get(cell.state, "reverse"))

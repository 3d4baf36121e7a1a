"""``hexlume doctor``: every sensor of a board's panel, live, and what went wrong on the board."""

import json as json_format
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..device.discovery import PortFinder
from ..device.health import ADVICE, OK, CellHealth, PanelHealth
from ..device.incidents import BoardIncidents
from ..device.logger import Logger
from ..device.messages import Answer, Health, Hello, Incident
from ..errors import LinkError, StoreUnavailableError
from ..store.dropped_games import DroppedGames
from ..store.repository import Store
from .options.store import StoreOption
from .output import JsonOption, console, is_terminal, print_json, say
from .screen import LinkReporter, Screen

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
_WIDE, _NARROW = 6, 4
"""Columns of a cell on the map: with tenths of a mT where there is room, else without."""
_NAME_WIDTH = 4


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
    store: StoreOption = None,
) -> None:
    """Show the health of every sensor of a board.

    Each cell shows the field at its sensor in mT (white side up is positive); a coloured cell has a fault. Below the
    cells are the board's last crashes with their tracebacks, and games that it dropped for lack of room. Ctrl-C ends.
    With --json, one line of JSON is printed after each round of the panel. With --once, the exit code is 1 unless all
    is well. Games that are played meanwhile are logged as by hexlume log.

    Examples:  hexlume doctor  ·  hexlume doctor /dev/ttyACM1 --once  ·  hexlume doctor --json
    """
    if learn and once:
        raise typer.BadParameter("learning takes a person and some minutes: leave --once out.", param_hint="--learn")
    with Store(store) as opened:
        screen = DoctorScreen(
            opened, console(), live=is_terminal() and not json and not once, json=json, once=once, learn=learn
        )
        logger = Logger(PortFinder(port), opened, screen, reconnect=not once)
        screen.logger = logger
        try:
            with screen:
                logger.start()
                _watch(screen, logger, once)
        except KeyboardInterrupt:
            if not json:
                say(f"Stopped. {screen.panel.summary()}" if screen.panel else "Stopped.")
            raise typer.Exit(130) from None
        finally:
            logger.command("health", on=False)
            logger.stop()
        if screen.panel is None:
            return
        if json:
            print_json(screen.as_json(screen.panel))
        else:
            out = console()
            out.print(drawn(screen.panel, screen.incidents, out.width, screen.dropped))
        if screen.panel.faults():
            raise typer.Exit(1)


def _watch(screen: "DoctorScreen", logger: Logger, once: bool) -> None:
    """Wait until the whole panel was heard (``once``), for ever else; raises what ends it before."""
    patience = time.monotonic() + _PATIENCE_SECONDS
    while not (once and screen.complete):
        if logger.join(0.1) and logger.error is not None:
            raise logger.error
        if screen.error:
            raise LinkError(screen.error)
        if once and time.monotonic() > patience:
            raise LinkError("The board has not told of its whole panel: see hexlume boards for what is plugged in.")


class DoctorScreen(Screen, LinkReporter):
    """Shows a panel's health: on a terminal as a map that changes, elsewhere line by line."""

    def __init__(self, store: Store, out: Console, live: bool, json: bool, once: bool, learn: bool = False) -> None:
        super().__init__(out, live, words=not json and not once)
        self.panel: PanelHealth | None = None
        """What is known of the board's panel, once there is a board."""
        self.incidents = BoardIncidents()
        """What the board tells that went wrong on it."""
        self.dropped: list[DroppedGames] = []
        """What the store knows that it dropped."""
        self.error = ""
        """Why this board cannot be examined, in one sentence."""
        self.logger: Logger | None = None
        """Who speaks with the board; asked for the panel's health."""
        self._store = store
        self._board = ""
        self._json_lines = json and not once
        self._learn = learn
        self._asked: int | None = None
        self._asked_to_learn: int | None = None

    @property
    def complete(self) -> bool:
        """Whether all has been heard once; a board whose firmware tells no incidents has told its panel twice."""
        panel = self.panel
        return panel is not None and panel.complete and (self.incidents.complete or panel.rounds > 1)

    def as_json(self, panel: PanelHealth) -> dict[str, Any]:
        """Return what is known as ``--json`` prints it."""
        dropped = [one.as_json() for one in self.dropped]
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
            self.dropped = self._store.dropped(self._board) if self._board else []

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
        if self.logger is not None:
            self._asked = self.logger.command("health", on=True)
            if self._learn:
                # Once only: a board that comes back goes on by its lights.
                self._learn = False
                self._asked_to_learn = self.logger.command("learn")

    def answer(self, answer: Answer) -> None:
        """Note when the board does not tell its health."""
        if answer.id == self._asked and not answer.ok:
            self.error = f"This board does not tell its health ({answer.error.rstrip('.')}): update its firmware."
        if answer.id == self._asked_to_learn:
            if answer.ok:
                self.say("The board learns: take every disc off, then put one on each cell that glows.")
            else:
                self.error = f"The board cannot learn its sensors now: {answer.error.rstrip('.')}."

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
        return Group(drawn(self.panel, self.incidents, self.out.width, self.dropped), status)


def drawn(
    panel: PanelHealth, incidents: BoardIncidents, columns: int, dropped: Sequence[DroppedGames] = ()
) -> RenderableType:
    """Return a panel's map, the cells that are not well, what went wrong, and a sentence, for so many columns."""
    board = Text()
    rows = panel.rows()
    widest = max(len(row) for row in rows)
    width = _WIDE if widest * _WIDE + _NAME_WIDTH <= columns else _NARROW
    for row in rows:
        board.append(" " * ((widest - len(row)) * width // 2))
        board.append(f"{panel.grid.name(row[0]):>{_NAME_WIDTH - 1}} ", style="bold")
        for cell in row:
            board.append_text(_mark(panel.cells[cell], width))
        board.append("\n")
    parts: list[RenderableType] = [board]
    faults = panel.faults()
    if faults:
        table = Table(box=SIMPLE)
        for name in ("cell", "state", "counts", "zero", "mT", "noise", "span", "what to do"):
            table.add_column(name, justify="left" if name in ("cell", "state", "what to do") else "right")
        for fault in faults:
            table.add_row(
                fault.cell,
                Text(fault.state, style=_STYLES.get(fault.state, "reverse")),
                str(fault.counts),
                str(fault.zero),
                f"{fault.mt:+.1f}",
                f"{fault.noise:.1f}",
                str(fault.span or "-"),
                ADVICE.get(fault.state, "is in a state that this hexlume does not know: update it"),
            )
        parts.append(table)
    known = [one for one in panel.cells if one is not None]
    if known:
        noise = sum(one.noise for one in known) / len(known)
        measured = sum(one.span > 0 for one in known)
        parts.append(
            Text(f"Noise {noise:.1f} counts RMS in the mean; the span of {measured} cells is measured.", style="dim")
        )
    parts += [Text(line) for line in incidents.lines()]
    parts += [Text(one.sentence) for one in dropped]
    parts.append(Text(panel.summary()))
    return Group(*parts)


def _mark(cell: CellHealth | None, width: int) -> Text:
    """Return a cell's place on the map: its field in mT, in its state's colour, with ``!`` when it is not well."""
    if cell is None:
        return Text(f"{'?':>{width}}", style="dim")
    field = f"{cell.mt:+.{1 if width == _WIDE else 0}f}" if abs(cell.mt) >= 1 else "·"
    if cell.state == OK:
        return Text(f"{field:>{width}}", style=_STYLES[OK])
    marks = (f"{field}!", f"{cell.mt:+.0f}!", "!!")
    mark = next(mark for mark in marks if len(mark) < width)
    return Text(" " * (width - len(mark))).append(mark, style=_STYLES.get(cell.state, "reverse"))

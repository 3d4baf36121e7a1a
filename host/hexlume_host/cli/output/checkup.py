"""A checkup of one board: the health of its panel's sensors, and what went wrong on it."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from hexlume import VERSION

from ...device.health import ADVICE, OK, CellHealth, PanelHealth
from ...device.incidents import BoardIncidents
from ...device.messages import Answer, Health, Hello, Incident
from ...errors import LinkError, StoreUnavailableError
from ...store.dropped_games import DroppedGames
from ...store.repository import Store
from .board_lines import PortLines
from .table import right, table

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


class Checkup(PortLines):
    """Asks a board for its health; with ``learn`` it has the board learn its sensors first."""

    def __init__(self, store: Store, learn: bool = False) -> None:
        self.store = store
        self.panel: PanelHealth | None = None
        """What is known of the board's panel, once there is a board."""
        self.status = "Opening the serial port."
        """The last sentence about the port."""
        self.error = ""
        """Why this board cannot be examined, in one sentence."""
        self._incidents = BoardIncidents()
        self._dropped_games: list[DroppedGames] = []
        self._device = self._firmware = ""
        self._learn = learn
        self._command: Callable[..., int | None] = lambda do, **values: None
        self._asked: dict[int | None, str] = {}
        """What to say if the board refuses a command, by its id."""

    @property
    def complete(self) -> bool:
        """Whether the board has reported its whole panel and all incidents."""
        return self.panel is not None and self.panel.complete and self._incidents.complete

    @property
    def summary(self) -> str:
        """A sentence about the panel."""
        return self.panel.summary() if self.panel else "No board has said hello."

    def as_json(self) -> dict[str, Any]:
        """Return what a complete checkup found, as ``hexlume doctor --json`` prints it."""
        return {
            "hexlume": VERSION,
            "device": self._device,
            "firmware": self._firmware,
            **(self.panel.as_json() if self.panel else {}),
            **self._incidents.as_json(),
            "dropped": [one.as_json() for one in self._dropped_games],
        }

    def say(self, sentence: str) -> None:
        """Keep a sentence about the port."""
        self.status = sentence

    def notice(self, sentence: str) -> None:
        """Keep what needs attention; it may be that the board has dropped games."""
        super().notice(sentence)
        self._look_at_dropped()

    def _look_at_dropped(self) -> None:
        with suppress(StoreUnavailableError):
            self._dropped_games = self.store.dropped(self._device)

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends commands to the board."""
        self._command = command

    def hello(self, board: Hello) -> None:
        """Begin with a board's panel, and ask for its health."""
        super().hello(board)
        self._device, self._firmware = board.device, board.firmware
        self._look_at_dropped()
        self._incidents = BoardIncidents()
        try:
            self.panel = PanelHealth(board.panel)
        except LinkError as error:
            self.error = str(error)
            return
        self._asked[self._command("health", on=True)] = "This board does not tell its health ({}): update its firmware."
        if self._learn:
            # Once only: a board that comes back goes on by its lights.
            self._learn = False
            self.say("The board learns: take every disc off, then put one on each cell that glows.")
            self._asked[self._command("learn")] = "The board cannot learn its sensors now: {}."

    def answer(self, answer: Answer) -> None:
        """Note that the board does not do what it was asked for."""
        if not answer.ok and not self.error:
            self.error = self._asked.get(answer.id, "").format(answer.error.rstrip("."))

    def health(self, health: Health) -> None:
        """Take in a slice of the panel."""
        if self.panel is not None:
            self.panel.take(health)

    def incident(self, incident: Incident) -> None:
        """Take in what went wrong on the board."""
        self._incidents.take(incident)

    def drawn(self, columns: int) -> RenderableType:
        """Return the panel's map, the cells with faults and what went wrong, at most ``columns`` wide."""
        panel = self.panel
        if panel is None:
            return Text()
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
        names = ("cell", "state", *right("counts", "zero", "mT", "noise", "span"), "what to do")
        faults = [table(names, map(_fault_row, panel.faults()))] if panel.faults() else []
        lines = (*self._incidents.lines(), *(one.sentence for one in self._dropped_games), panel.summary())
        return Group(board, *faults, *map(Text, lines))


def _fault_row(fault: CellHealth) -> tuple[RenderableType, ...]:
    return (
        fault.cell,
        Text(fault.state, style=_STYLES.get(fault.state, "reverse")),
        str(fault.counts),
        str(fault.zero),
        f"{fault.mt:+.1f}",
        f"{fault.noise:.1f}",
        str(fault.span or "-"),
        ADVICE.get(fault.state, "is in a state that this hexlume does not know: update it"),
    )


def _mark(cell: CellHealth | None, width: int) -> Text:
    """Return a cell's place on the map: its field in mT, in its state's colour, with ``!`` when it has a fault."""
    if cell is None:
        return Text(f"{'?':>{width}}", style="dim")
    field = f"{cell.mt:+.0f}" if abs(cell.mt) >= 1 else "·"
    mark = field if cell.state == OK else f"{field}!"
    mark = mark if len(mark) < width else "!!"
    return Text(" " * (width - len(mark))).append(mark, style=_STYLES.get(cell.state, "reverse"))

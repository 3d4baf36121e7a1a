"""``hexlume doctor --examine``: names a board's fault by what it reads and what a person sees and measures."""

import time
from pathlib import Path

import typer

from ..device.discovery import PortFinder
from ..device.examination import examine
from ..device.fault_table import fault_table
from ..device.health import PanelHealth
from ..device.logger import Logger
from ..errors import LinkError
from ..store.repository import Store
from .bench import BoardEar, TerminalBench, diagnosis_lines
from .output import ending_on_ctrl_c, say

_PATIENCE_SECONDS = 20.0
"""How long the board may take to tell what it senses."""


def examine_board(port: str | None, store: Path | str | None) -> None:
    """Examine a board with the person at the terminal; exits with 1 unless all is well."""
    with Store(store) as opened, ending_on_ctrl_c():
        ear = BoardEar()
        logger = Logger(PortFinder(port), opened, ear, reconnect=True)
        try:
            logger.start()
            _wait(ear, logger)
            assert ear.board is not None
            table = fault_table(ear.board.panel)
            grid = PanelHealth(ear.board.panel).grid
            say(f"Board {ear.board.board}: {ear.board.panel}. It takes some minutes; Ctrl-C ends it.")
            bench = TerminalBench(ear, grid, table.parts)
            meter = bench.yes("Do you have a meter for volts and ohms?")
            magnets = bench.yes("Shall the magnet of every disc be looked at, too?")
            cells = [grid.name(cell) for cell in range(grid.cells)]
            discs = [f"disc {number + 1}" for number in range(grid.cells)] if magnets else []
            diagnosis = examine(bench, table, cells, meter, discs)
        finally:
            logger.command("raw", on=False)
            logger.stop()
        for line in diagnosis_lines(diagnosis):
            say(line)
        if not diagnosis.well:
            raise typer.Exit(1)


def _wait(ear: BoardEar, logger: Logger) -> None:
    """Wait until the board tells what it senses; raises ``LinkError``."""
    patience = time.monotonic() + _PATIENCE_SECONDS
    while ear.board is None or not ear.counts(1):
        if logger.join(0.1) and logger.error is not None:
            raise logger.error
        if ear.error or time.monotonic() > patience:
            raise LinkError(ear.error or "The board does not tell what it senses: see hexlume watch.")

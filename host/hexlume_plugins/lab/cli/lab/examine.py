"""``hexlume lab examine``: names a board's fault by what it reads and what a person sees and measures."""

from contextlib import closing

import typer

from hexlume_host.cli.options.port import PortArgument
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import say
from hexlume_host.device.health import PanelHealth

from ...examination import examine as examine_at
from ...fault_table import fault_table
from ...readings import reading
from ...terminal_bench import TerminalBench, diagnosis_lines


def examine(port: PortArgument = None, store: StoreOption = None) -> None:
    """Name a board's fault by what you see and measure.

    Asks for discs on cells, what glows, and what a meter shows. docs/hardware/faults.md says which faults it names.
    The exit code is 1 unless all is well.

    Examples:  hexlume lab examine  ·  hexlume lab examine /dev/ttyACM1
    """
    with reading(port, store, reconnect=True) as (readings, board):
        readings.wait(lambda: readings.counts(1))
        table, grid = fault_table(board.panel), PanelHealth(board.panel).grid
        say(f"Board {board.device}: {board.panel}. It takes some minutes; Ctrl-C ends it.")
        bench = TerminalBench(readings, grid, table.parts)
        if not bench.drives:
            say("Its console is not found (a simulated board has none): lights and single leads are left out.")
        meter = bench.yes("Do you have a meter for volts and ohms?")
        magnets = bench.yes("Shall the magnet of every disc be looked at, too?")
        cells = [grid.name(cell) for cell in range(grid.cells)]
        discs = [f"disc {number + 1}" for number in range(grid.cells)] if magnets else []
        with closing(bench):
            diagnosis = examine_at(bench, table, cells, meter, discs)
    for line in diagnosis_lines(diagnosis):
        say(line)
    if not diagnosis.well:
        raise typer.Exit(1)

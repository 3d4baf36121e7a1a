"""``hexlume lab report``: what others need to help with a board, in one file."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume import VERSION
from hexlume_host.cli.doctor import examining
from hexlume_host.cli.options.port import PortArgument
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import say, write_file
from hexlume_host.cli.output.checkup import Checkup
from hexlume_host.store.repository import Store

from ...fault_report import ReportRecorder


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="The file to write, board.jsonl.")],
    port: PortArgument = None,
    store: StoreOption = None,
) -> None:
    """Write a fault report, to be sent with a bug.

    It holds one round of the board's sensors; docs/how-to/report-a-fault.md lists what else.

    Examples:  hexlume lab report board.jsonl  ·  hexlume lab report board.jsonl /dev/ttyACM1
    """
    with Store(store) as opened:
        checkup, recorder = Checkup(opened), ReportRecorder()
        with examining(checkup, port, recorder) as logger:
            pass
        write_file(file, recorder.text(opened, VERSION, logger.dropped))
    say(f"{file} holds the board's health, incidents and last games. {checkup.summary}")

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

from ...fault_report import MOST_SECONDS, ReportRecorder


def report(
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help="The file to write, board.jsonl.")],
    port: PortArgument = None,
    record: Annotated[
        int,
        typer.Option(
            "--record",
            metavar="SECONDS",
            min=0,
            max=MOST_SECONDS,
            help="Record raw readings, lights, buttons and serial lines for so long.",
        ),
    ] = 0,
    store: StoreOption = None,
) -> None:
    """Write a fault report, to be sent with a bug.

    It holds one round of the board's sensors; docs/how-to/report-a-fault.md lists what else.

    Examples:  hexlume lab report board.jsonl  ·  hexlume lab report board.jsonl --record 60
    """
    with Store(store) as opened:
        checkup, recorder = Checkup(opened), ReportRecorder()
        with examining(checkup, port, recorder) as logger:
            cut = ""
            if record:
                say(f"Recording for {record} seconds, or until Ctrl-C: do now what goes wrong.")
                cut = recorder.record(logger, record)
        write_file(file, recorder.text(opened, VERSION, logger.dropped, bool(cut)))
    say(f"{file} holds {recorder.summary}. {checkup.summary}{cut and f' The recording was cut short: {cut}'}")

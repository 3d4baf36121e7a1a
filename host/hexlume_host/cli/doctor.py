"""``hexlume doctor``: every sensor of a board's panel, live, and what went wrong on the board."""

import time
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.text import Text

from ..device.discovery import PortFinder
from ..device.logger import Logger
from ..errors import LinkError
from ..store.repository import Store
from .options.port import PortArgument
from .options.store import StoreOption
from .output import JsonOption, console, ending_on_ctrl_c, is_terminal, print_json
from .output.checkup import Checkup

_PATIENCE_SECONDS = 20.0
"""How long a board may take to report its whole panel."""


def doctor(
    port: PortArgument = None,
    json: JsonOption = False,
    once: Annotated[bool, typer.Option("--once", help="End after one round of the whole panel.")] = False,
    learn: Annotated[
        bool, typer.Option("--learn", help="Calibrate the sensors first; the board's lights show how.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Show the health of every sensor of a board.

    Each cell shows the field at its sensor in mT (white side up is positive); a coloured cell has a fault. Below the
    cells are the board's last crashes with their tracebacks, and games that it dropped for lack of room. On a terminal
    all follows the board until Ctrl-C. With --once or --json, or without a terminal, the command ends after one round
    of the whole panel; the exit code is then 1 unless all is well. Games that are played meanwhile are logged as by
    hexlume log. What --json prints is what a bug report needs.

    Examples:  hexlume doctor  ·  hexlume doctor /dev/ttyACM1 --once  ·  hexlume doctor --json > board.json
    """
    live = is_terminal() and not once and not json
    if learn and not live:
        raise typer.BadParameter(
            "learning takes a person at a terminal: leave --once and --json out.", param_hint="--learn"
        )
    with Store(store) as opened:
        checkup = Checkup(opened, learn)
        _examine(checkup, port, live)
    if json:
        print_json(checkup.as_json())
    else:
        console().print(checkup.drawn(console().width))
    if checkup.panel is None or checkup.panel.faults():
        raise typer.Exit(1)


def _examine(checkup: Checkup, port: str | None, live: bool) -> None:
    """Log a board until the checkup is complete or, if ``live``, show it until Ctrl-C; raises ``LinkError``."""
    logger = Logger(PortFinder(port), checkup.store, checkup, reconnect=live)
    with ending_on_ctrl_c(lambda: f"Stopped. {checkup.summary}" if live else ""):
        try:
            logger.start()
            if live:
                _follow(checkup, logger)
            _complete(checkup, logger)
        finally:
            logger.command("health", on=False)
            logger.stop()


def _follow(checkup: Checkup, logger: Logger) -> None:
    """Show a board's health until Ctrl-C; raises what ends it before."""
    out = console()
    with Live(console=out, auto_refresh=False) as screen:
        while True:
            _wait(checkup, logger)
            screen.update(Group(checkup.drawn(out.width), Text(checkup.status, style="dim")), refresh=True)


def _complete(checkup: Checkup, logger: Logger) -> None:
    """Wait until the board has reported everything; raises ``LinkError``."""
    patience = time.monotonic() + _PATIENCE_SECONDS
    while not checkup.complete:
        _wait(checkup, logger)
        if time.monotonic() > patience:
            raise LinkError("The board has not reported its whole panel: unplug it, and try again.")


def _wait(checkup: Checkup, logger: Logger) -> None:
    """Wait a moment; raises what ended the link or the checkup."""
    if logger.join(0.1) and logger.error is not None:
        raise logger.error
    if checkup.error:
        raise LinkError(checkup.error)

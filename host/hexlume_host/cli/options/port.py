"""The argument of commands that talk to one board: where it is plugged in."""

from typing import Annotated

import typer

PortArgument = Annotated[
    str | None,
    typer.Argument(metavar="[PORT]", help="The board's serial port or URL; not needed when there is only one board."),
]

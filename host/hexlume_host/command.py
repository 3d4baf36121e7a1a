"""The command ``hexlume``."""

import os
import signal
import sys
from types import FrameType

import typer

import hexlume

from .commands import boards, demo, doctor, exporting, games, gtp, importing, log, play
from .commands.terminal import complain
from .errors import HostError

app = typer.Typer(
    name="hexlume",
    help="Plays, logs and shows games on a Hexlume board, real or simulated.",
    epilog="Begin with: hexlume play",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (play, log, boards, doctor, games, exporting, importing, demo, gtp):
    group.register(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"hexlume {hexlume.VERSION}")
        raise typer.Exit


@app.callback()
def hexlume_command(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """Plays, logs and shows games on a Hexlume board, real or simulated."""


def main() -> None:
    """Run the command line; every error ends in one sentence on standard error and exit code 1."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        app()
    except HostError as error:
        complain(str(error))
        sys.exit(1)
    except BrokenPipeError:
        _close_standard_output()
        sys.exit(1)
    except Exception as error:
        if os.environ.get("HEXLUME_TRACEBACK"):
            raise
        complain(
            f"hexlume failed ({type(error).__name__}: {error}): please report it, "
            "with what HEXLUME_TRACEBACK=1 prints when you run it again."
        )
        sys.exit(1)


def _terminate(signal_number: int, frame: FrameType | None) -> None:
    """End on SIGTERM as on Ctrl-C: through every ``finally``."""
    sys.exit(128 + signal_number)


def _close_standard_output() -> None:
    """Let nothing try to write to a pipe nobody reads when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

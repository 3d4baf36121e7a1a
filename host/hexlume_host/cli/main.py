"""The command ``hexlume``."""

import os
import signal
import sys
from importlib import import_module
from types import FrameType
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

import hexlume

from ..errors import HostError
from ..extras import extra_of, sentence
from .output import complain

MODULES = {
    "play": "play",
    "sim": "play",
    "serve": "serve",
    "log": "log",
    "boards": "boards",
    "doctor": "doctor",
    "deploy": "deploy",
    "games": "games",
    "show": "games",
    "stats": "stats",
    "replay": "replay",
    "watch": "watch",
    "picture": "picture",
    "export": "export",
    "import": "import_games",
    "analyse": "analyse",
    "analysis": "analysis",
    "problems": "puzzles",
    "demo": "demo",
    "host-game": "host_game",
    "join": "host_game",
    "gtp": "gtp",
    "match": "match",
    "solve": "solve",
    "selfplay": "selfplay",
    "hardware": "hardware",
}
"""The commands in the order of the help, each with its module in this package."""


_VALUE_OPTIONAL = "--chip"
"""The option whose value may be left out, which Typer has no means for."""


class Command(TyperCommand):
    """Tells how it is used whatever is wrong with its options; the parser leaves that out where a value is."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; raises a usage error that knows its command."""
        if _VALUE_OPTIONAL in args:
            value = args.index(_VALUE_OPTIONAL) + 1
            if value == len(args) or args[value].startswith("-"):
                args = [*args[:value], "", *args[value:]]
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise


class Commands(TyperGroup):
    """Imports a command's module when it is asked for: what it stands on may take a second to load."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, ``None`` if there is none of that name."""
        if cmd_name not in MODULES:
            return None
        part = typer.Typer(rich_markup_mode="rich")
        import_module(f".{MODULES[cmd_name]}", __package__).register(part)
        for command in part.registered_commands:
            command.cls = Command
        return get_group(part).commands[cmd_name]


app = typer.Typer(
    cls=Commands,
    name="hexlume",
    help="Plays, logs and shows games on a Hexlume board, real or simulated.",
    epilog="Begin with: hexlume play",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        app(prog_name="hexlume")
    except HostError as error:
        complain(str(error))
        sys.exit(1)
    except KeyboardInterrupt:
        # Before a command has begun, or after it has ended: commands say themselves what they leave.
        sys.exit(130)
    except BrokenPipeError:
        _close_standard_output()
        sys.exit(1)
    except Exception as error:
        if os.environ.get("HEXLUME_TRACEBACK"):
            raise
        if isinstance(error, ModuleNotFoundError):
            _complain_of_missing(str(error.name).partition(".")[0])
            sys.exit(1)
        if isinstance(error, UnicodeEncodeError):
            # Python takes arguments with any bytes; stores and messages take text.
            complain(f"{error.object[:40]!a} is not text in UTF-8: write it another way.")
            sys.exit(1)
        complain(
            f"hexlume failed ({type(error).__name__}: {error}): please report it, "
            "with what HEXLUME_TRACEBACK=1 prints when you run it again."
        )
        sys.exit(1)


def _complain_of_missing(package: str) -> None:
    """Say how to install a package: by the extra it belongs to, or again with Hexlume."""
    extra = extra_of(package)
    if extra is not None:
        complain(sentence("This command", [package], extra))
    else:
        complain(f"The Python package {package} is missing: install Hexlume again, or that package alone.")


def _terminate(signal_number: int, frame: FrameType | None) -> None:
    """End on SIGTERM as on Ctrl-C: through every ``finally``."""
    sys.exit(128 + signal_number)


def _close_standard_output() -> None:
    """Let nothing try to write to a pipe nobody reads when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

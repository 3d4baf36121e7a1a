"""The command ``hexlume``: a table of its commands, each imported only when it runs."""

import gc
import os
import re
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from inspect import getdoc
from io import TextIOWrapper
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

import hexlume
from hexlume_record.errors import HexlumeError

from ..external_games import VARIABLE, use_folders
from ..extras import extra_of, sentence

PANELS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "play": "Play on a simulated board in the browser.",
        "host-game": "Start a game with somebody at another computer.",
        "join": "Join a game that somebody at another computer has started.",
        "puzzles": "Find the best action of a position, or make such puzzles.",
    },
    "Games": {
        "games": "List the games in the store.",
        "show": "Show one game: its actions, its result and a position.",
        "rules": "Show the rule sheet of a game.",
        "stats": "Show results, lengths, openings, times and players' ratings.",
        "picture": "Draw a position or a game as SVG, PNG, GIF or APNG.",
        "export": "Write one game to a file.",
        "import": "Read games from files into the store.",
        "analyse": "Find the turning points of a game with the engine.",
    },
    "Boards": {
        "log": "Log the games of every board that is plugged in.",
        "serve": "Show live boards and the library in the browser, and log.",
        "watch": "Show the boards that play now, and those of this computer.",
        "doctor": "Show the health of every sensor of a board.",
    },
    "Build a board": {
        "hardware": "Write everything that it takes to order and build a panel.",
        "deploy": "Put the firmware on a board's drive.",
    },
    "Develop": {
        "new-game": "Write the folder of a game of your own.",
        "check-game": "Check the folder of a game of your own.",
        "sim": "Simulate a board, with a serial port for any program.",
        "demo": "Let scripted hands play on a simulated board.",
        "engine": "Play matches between programs and measure who is stronger.",
        "gtp": "Speak the Go Text Protocol on standard input and output.",
    },
}
"""The commands by panel of ``hexlume --help``, each with the first sentence of its own help."""
GROUPS = {
    "engine": {
        "match": "Play two programs against each other and measure who is stronger.",
    },
    "puzzles": {
        "list": "List the puzzles in the store, with how they were answered.",
        "show": "Show the position and the task of one puzzle.",
        "solve": "Solve puzzles on a board, real or simulated, or in the terminal.",
        "make": "Make puzzles from games that the engine plays against itself.",
        "mistakes": "Make puzzles from the turning points of analysed games.",
    },
}
"""The commands of the groups among them."""
_OTHER_NAMES = {"import": "import_games", "list": "list_puzzles"}
"""Commands whose names Python gives another meaning."""
MODULES = {
    f"{group} {name}".lstrip(): f"{group}.{_OTHER_NAMES.get(name, name.replace('-', '_'))}".lstrip(".")
    for group, table in (("", {name: "" for panel in PANELS.values() for name in panel}), *GROUPS.items())
    for name in table
    if name not in GROUPS
}
"""The module in this package of every command, such as ``engine match``; its function has the module's name."""


class Command(TyperCommand):
    """A command that shows its usage with every error in its options; the parser leaves that out for missing values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; raises a usage error that knows its command."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            if message := getattr(error, "message", ""):
                # Typer passes on the words with which pydantic begins.
                error.message = str(message).removeprefix("Value error, ")  # type: ignore[attr-defined]
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command, which has been imported by now."""
        gc.freeze()
        gc.enable()
        return super().invoke(ctx)


class Commands(TyperGroup):
    """A group of commands; each is imported when it runs; help and completion import none."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        self.panels = {"Commands": GROUPS[self.name]} if self.name in GROUPS else PANELS
        listed = [(name, words) for panel in self.panels.values() for name, words in panel.items()]
        # What help, completion and the suggestions for a mistyped name show of each.
        self.commands = {name: TyperCommand(name, help=words) for name, words in listed}

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the commands before the options: one screen has all that a player needs."""
        self.format_usage(ctx, formatter)
        width = max(map(len, self.commands))
        for title, panel in self.panels.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), words) for name, words in panel.items()])
        records = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that arguments name, imported, and its own arguments."""
        name, listed, rest = super().resolve_command(ctx, args)
        if listed is not None and name in GROUPS:
            return name, get_group(typer.Typer(cls=Commands, name=name, help=listed.help, **_SETTINGS)), rest
        return name, load(f"{self.name} {name}" if self.name in GROUPS else str(name)), rest


def load(words: str) -> Any:
    """Import a command, such as ``engine match``."""
    command = getattr(import_module(f".{MODULES[words]}", __package__), MODULES[words].rpartition(".")[2])
    if catalogue := sys.modules.get("hexlume.games.catalogue"):
        for problem in catalogue.BROKEN.values():
            _complain(problem)
    part = typer.Typer(**_SETTINGS)
    # The terminal's width and not the docstring's breaks the lines of a paragraph.
    text = re.sub(r"(?<!\n)\n(?!\n)", " ", getdoc(command) or "")
    description, _examples, examples = text.partition("Examples:  ")
    # The mark keeps the lines of its paragraph: each example has one of its own.
    text = f"{description}\b\nExamples:" + "".join(f"\n  {example}" for example in examples.split("  ·  "))
    part.command(words, cls=Command, help=text)(command)
    return get_group(part).commands[words]


_SETTINGS: dict[str, Any] = {
    "no_args_is_help": True,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
app = typer.Typer(cls=Commands, name="hexlume", **_SETTINGS)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"hexlume {hexlume.VERSION}")
        raise typer.Exit


def _use_games(folders: list[str] | None) -> list[str] | None:
    """Make external games known before a command imports the games."""
    for problem in use_folders(folders or [os.environ.get(VARIABLE, "")]):
        _complain(problem)
    return folders


@app.callback()
def hexlume_command(
    games_folder: Annotated[
        list[str] | None,
        typer.Option(
            "--games-folder",
            metavar="FOLDER",
            callback=_use_games,
            is_eager=True,
            help="A folder of games that come in addition to Hexlume's: their code is run. May be repeated.",
        ),
    ] = None,
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """Play, log and show games on a Hexlume board, real or simulated."""


def main() -> None:
    """Run the command line; every error ends in one sentence on standard error and exit code 1."""
    signal.signal(signal.SIGTERM, _terminate)
    # Looking for garbage takes a third of the time in which a command is imported, and finds none.
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        # As Python does everywhere from 3.15 on (PEP 686): files and pipes get the same text on every system.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
    if isinstance(sys.stdin, TextIOWrapper):
        # What somebody types may be anything.
        sys.stdin.reconfigure(errors="replace")
    try:
        app(prog_name="hexlume")
    except KeyboardInterrupt:
        # Before a command has begun, or after it has ended: commands handle Ctrl-C themselves.
        sys.exit(130)
    except BrokenPipeError:
        # Nothing may try to write to a pipe nobody reads when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if os.environ.get("HEXLUME_TRACEBACK") and not isinstance(error, HexlumeError):
            raise
        _complain(_error_sentence(error))
        sys.exit(1)
    finally:
        # Python ends sooner if it need not look through all of it for garbage.
        gc.freeze()


def _error_sentence(error: Exception) -> str:
    """Return what to say about an error that ended a command."""
    if isinstance(error, HexlumeError):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        package = str(error.name).partition(".")[0]
        if extra := extra_of(package):
            return sentence("This command", [package], extra)
        return f"The Python package {package} is missing: install Hexlume again, or that package alone."
    if isinstance(error, UnicodeEncodeError):
        # Python takes arguments with any bytes; stores and messages take text.
        return f"{error.object[:40]!a} is not text in UTF-8: write it another way."
    return (
        f"hexlume failed ({type(error).__name__}: {error}): please report it, "
        "with what HEXLUME_TRACEBACK=1 prints when you run it again."
    )


def _complain(words: str) -> None:
    from .output import complain  # noqa: PLC0415

    complain(words)


def _terminate(signal_number: int, frame: FrameType | None) -> None:
    """End on SIGTERM as on Ctrl-C: through every ``finally``."""
    sys.exit(128 + signal_number)

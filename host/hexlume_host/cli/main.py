"""The command ``hexlume``: lazy groups of commands, each imported only when it runs."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import getdoc
from io import TextIOWrapper
from pkgutil import resolve_name
from types import FrameType
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import hexlume
from hexlume_record.errors import HexlumeError

from ..external_games.folders import VARIABLE, use_folders
from ..extras import extra_of, sentence
from ..plugins import Plugin, attached, plugins, problems

KERNEL = Plugin(
    "hexlume_host",
    {
        "Play": {
            "play": "Play on a simulated board in the browser.",
        },
        "Games": {
            "games": "List the games in the store.",
            "show": "Show one game: its actions, its result and a position.",
            "rules": "Show the rule sheet of a game.",
            "picture": "Draw a position of a game as SVG.",
            "export": "Write one game to a file.",
            "import": "Read games from files into the store.",
        },
        "Boards": {
            "log": "Log the games of every board that is plugged in.",
            "serve": "Show live boards and the library in the browser, and log.",
        },
        "Build a board": {
            "doctor": "Show the health of every sensor of a board.",
            "hardware": "Write everything that it takes to order and build a panel.",
            "deploy": "Put the firmware on a board's drive.",
        },
        "Develop": {
            "sim": "Simulate a board, with a serial port for any program.",
        },
    },
)
"""The kernel's own commands, each with the first sentence of its own help."""
_OTHER_NAMES = {"import": "import_games", "list": "list_puzzles"}
"""Commands whose names Python gives another meaning."""
_SETTINGS: dict[str, Any] = {
    "no_args_is_help": True,
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Command(TyperCommand):
    """A command that has the options of what plugins attach to it, too."""

    _attached: Sequence[tuple[Any, Sequence[str]]] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; raises a usage error without the words with which pydantic begins."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def attach(self, commands: Sequence[Any]) -> None:
        """Take the options of what plugins attach, each a command that returns an ``Attachment`` or ``None``."""
        self._attached = [(one, [param.name for param in one.params]) for one in commands]
        self.params += [param for one in commands for param in one.params]

    def invoke(self, ctx: Any) -> Any:
        """Run the command, which has been imported by now, and before it what plugins attach to it."""
        gc.freeze()
        gc.enable()
        found = [one.callback(**{name: ctx.params.pop(name) for name in names}) for one, names in self._attached]
        attached.set([attachment for attachment in found if attachment is not None])
        return super().invoke(ctx)


class LazyCommand(TyperCommand):
    """A command that is imported when it runs; help and completion have its summary."""

    # Click's recipe for a lazy group imports every command for help and completion: this would take a second.

    def __init__(self, package: str, words: str, summary: str, panel: str = "Commands") -> None:
        *group, name = words.split()
        super().__init__(name, help=summary, rich_help_panel=panel)
        self.words = words
        self._function = _OTHER_NAMES.get(name, name.replace("-", "_"))
        self._module = ".".join([package, "cli", *group, self._function])

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context of the imported command."""
        return self.imported().make_context(info_name, args, parent, **extra)

    def imported(self) -> Command:
        """Import the command, with the options of what plugins attach to it."""
        function = getattr(import_module(self._module), self._function)
        if catalogue := sys.modules.get("hexlume.games.catalogue"):
            for problem in catalogue.BROKEN.values():
                _complain(problem)
        # The terminal's width and not the docstring's breaks the lines of a paragraph.
        text = re.sub(r"(?<!\n)\n(?!\n)", " ", getdoc(function) or "")
        description, _examples, examples = text.partition("Examples:  ")
        # The mark keeps the lines of its paragraph: each example has one of its own.
        text = f"{description}\b\nExamples:" + "".join(f"\n  {example}" for example in examples.split("  ·  "))
        part = typer.Typer(add_completion=False, rich_markup_mode=None)
        part.command(cls=Command, help=text)(function)
        built: Any = get_command(part)
        built.attach([_attachment(one.attachments[self.words]) for one in plugins() if self.words in one.attachments])
        return cast(Command, built)


class Group(TyperGroup):
    """A group of commands. Its help has them before the options: one screen has all that a player needs."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by panel, then the options."""
        self.format_usage(ctx, formatter)
        width = max(map(len, self.commands))
        for title, commands in self.panels().items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), self.commands[name].help) for name in commands])
        records = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])

    def panels(self) -> dict[str, list[str]]:
        """Return the names of the commands by panel."""
        found: dict[str, list[str]] = {}
        for name, command in self.commands.items():
            found.setdefault(getattr(command, "rich_help_panel", ""), []).append(name)
        return found


def _commands() -> Iterator[LazyCommand | Group]:
    """Yield the commands of the kernel and of plugins."""
    for source in (KERNEL, *plugins()):
        for panel, commands in source.commands.items():
            for name, summary in commands.items():
                if name in source.groups:
                    within = {
                        one: LazyCommand(source.package, f"{name} {one}", text)
                        for one, text in source.groups[name].items()
                    }
                    yield Group(name=name, commands=dict(within), help=summary, rich_help_panel=panel, **_SETTINGS)
                else:
                    yield LazyCommand(source.package, name, summary, panel)


def _attachment(name: str) -> Any:
    """Import what a plugin attaches to a command, as a command that has its options and nothing else."""
    part = typer.Typer(add_completion=False)
    part.command(context_settings={"help_option_names": []})(resolve_name(name))
    return get_command(part)


app = typer.Typer(cls=Group, name="hexlume", **_SETTINGS)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"hexlume {hexlume.VERSION}")
        raise typer.Exit


def _use_games(folders: list[str] | None) -> list[str] | None:
    """Make external games known before a command imports the games."""
    for problem in (*problems(), *use_folders(folders or [os.environ.get(VARIABLE, "")])):
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


PROGRAM: Any = get_command(app)
PROGRAM.commands = {command.name: command for command in _commands()}
COMMANDS: dict[str, LazyCommand] = {
    command.words: command
    for found in PROGRAM.commands.values()
    for command in getattr(found, "commands", {"": found}).values()
}
"""Every command by its words, such as ``engine match``."""


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
        PROGRAM(prog_name="hexlume")
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

"""What the commands share: where they print, and the options that mean the same everywhere."""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console

from ..store import Store, default_store

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="HEXLUME_STORE",
        metavar="PATH-OR-URL",
        help="Where the games are kept: a file, or a database URL such as postgresql://host/games.",
        show_default=default_store(),
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
WhiteOption = Annotated[str, typer.Option("--white", metavar="NAME", help="Who starts with white.")]
BlackOption = Annotated[str, typer.Option("--black", metavar="NAME", help="Who starts with black.")]


def console() -> Console:
    """Return the console for standard output; strings from boards and files are printed as they are."""
    return Console(markup=False, highlight=False, emoji=False)


def say(sentence: str) -> None:
    """Print one sentence on standard output, on one line however narrow the terminal."""
    console().print(sentence, soft_wrap=True)


def complain(sentence: str) -> None:
    """Print one sentence on standard error."""
    Console(stderr=True, markup=False, highlight=False, emoji=False, soft_wrap=True).print(sentence)


def print_json(value: Any) -> None:
    """Print a value as JSON on standard output."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def open_to_read(where: str | None) -> Store:
    """Open the store for reading: one the user names must be there, the default one is made when it is missing."""
    return Store(where, create=where is None)


def is_terminal() -> bool:
    """Return whether a person watches standard output."""
    return sys.stdout.isatty()

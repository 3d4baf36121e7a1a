"""Output of commands: sentences, JSON and tables on standard output and standard error."""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


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


def is_terminal() -> bool:
    """Return whether a person watches standard output."""
    return sys.stdout.isatty()

"""Output of commands: sentences, JSON and tables on standard output and standard error."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from hexlume_record.errors import HexlumeError

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


@contextmanager
def ending_on_ctrl_c(last_words: Callable[[], str] = str) -> Iterator[None]:
    """End with exit code 130 on Ctrl-C, after a last sentence unless that is empty."""
    try:
        yield
    except KeyboardInterrupt:
        if sentence := last_words():
            say(sentence)
        raise typer.Exit(130) from None


@contextmanager
def showing_results(results: Callable[[], None], last_words: Callable[[], str]) -> Iterator[None]:
    """Show results at the end; after Ctrl-C, too, with a last sentence on standard error and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        results()
        complain(last_words())
        raise typer.Exit(130) from None
    results()


def print_json(value: Any) -> None:
    """Print a value as JSON on standard output."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_file(path: Path, content: bytes) -> None:
    """Write a file; raises ``HexlumeError``."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise HexlumeError(f"{path} cannot be written: {error.strerror or error}.") from error


def is_terminal() -> bool:
    """Return whether a person watches standard output."""
    return sys.stdout.isatty()

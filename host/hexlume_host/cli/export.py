"""``hexlume export``: one game as a file (docs/record.md)."""

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import RecordError
from ..formats.apgame import record_apgame
from ..formats.json import record_json
from ..formats.text import record_text
from ..game.record import GameRecord
from ..variations.files import saved_variations
from .options.store import GameArgument, StoreOption, open_to_read, record_of


class Format(StrEnum):
    """What a game can be exported to."""

    JSON = "json"
    APGAME = "apgame"
    TEXT = "text"


def export(
    game: GameArgument,
    format: Annotated[
        Format,
        typer.Option(
            "--format",
            help="json: everything the store holds; apgame: AbstractPlay's record of a finished game; "
            "text: a record that people read.",
        ),
    ] = Format.JSON,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write, - for standard output.")] = "-",
    store: StoreOption = None,
) -> None:
    """Write one game to a file.

    hexlume import reads json and text back (docs/record.md).

    Examples:  hexlume export 3 > game.json  ·  hexlume export 3 --format text --out game.txt
    """
    with open_to_read(store) as opened:
        record = record_of(opened, game)
        variations = saved_variations(opened.where, record)
    text = json_text(record_json(record, variations)) if format is Format.JSON else _WRITERS[format](record)
    write_out(text, out)


def write_out(text: str, out: str) -> None:
    """Write a text to a file, or to standard output for ``-``; raises ``RecordError``."""
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{out} cannot be written: {error.strerror or error}.") from error


def json_text(value: dict[str, Any]) -> str:
    """Return an object as text, as files hold it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


_WRITERS: dict[Format, Callable[[GameRecord], str]] = {
    Format.APGAME: lambda record: json_text(record_apgame(record)),
    Format.TEXT: record_text,
}

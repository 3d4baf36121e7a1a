"""``hexlume export``: one game as a file (docs/record.md)."""

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexlume_record.formats.apgame import record_apgame
from hexlume_record.formats.json import record_json
from hexlume_record.formats.link import record_link
from hexlume_record.formats.text import record_text

from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import write_file


def export(
    game: GameArgument,
    format: Annotated[
        Literal["json", "apgame", "text", "link"],
        typer.Option(
            "--format",
            help="json: everything the store holds; apgame: AbstractPlay's record of a finished game; "
            "text: a record that people read; link: its start and its actions in a text that fits into a message.",
        ),
    ] = "json",
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write, - for standard output.")] = "-",
    store: StoreOption = None,
) -> None:
    """Write one game to a file.

    hexlume import reads json and link back, and the analysis page of every Hexlume takes a link behind a # in its
    address (docs/record.md).

    Examples:  hexlume export 3 > game.json  ·  hexlume export 3 --format text --out game.txt  ·  hexlume export 3
    --format link
    """
    with open_to_read(store) as opened:
        record = record_of(opened, game)
        variations = opened.variations(record)
    if format in ("text", "link"):
        text = record_text(record) if format == "text" else f"{record_link(record)}\n"
    else:
        value = record_apgame(record) if format == "apgame" else record_json(record, variations)
        text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    if out == "-":
        sys.stdout.write(text)
    else:
        write_file(Path(out), text.encode())

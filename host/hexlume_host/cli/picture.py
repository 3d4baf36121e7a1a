"""``hexlume picture``: a position as a picture (docs/pictures.md)."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from hexlume_record.errors import HexlumeError
from hexlume_record.game.replay import replay_of

from ..game_files.text_file import read_text_file
from ..images import draw
from ..images.replay import picture_of_ply
from .options.store import StoreOption, open_to_read, record_of
from .output import write_file


def picture(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game's number in the list of games, or the board's own id of it."),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=0, help="Show the game after N actions; by default its end."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="FILE", help="Show a position from a JSON file, - for standard input."),
    ] = None,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="The SVG file to write, - for standard output.")
    ] = "-",
    theme: Annotated[
        Literal["light", "dark"], typer.Option("--theme", help="The surroundings that the picture is for.")
    ] = "light",
    width: Annotated[float, typer.Option("--width", metavar="MM", help="A cell's width in mm, 1 to 100.")] = 10.0,
    names: Annotated[bool, typer.Option("--names/--no-names", help="Whether cells bear their names.")] = True,
    store: StoreOption = None,
) -> None:
    """Draw a position as SVG.

    Examples:  hexlume picture 3 -o end.svg  ·  hexlume picture 3 --ply 12 -o ply.svg --theme dark  ·  hexlume
    picture --position position.json > position.svg
    """
    if out != "-" and Path(out).suffix.lower() != ".svg":
        raise HexlumeError(f"{out} would be an SVG picture: end its name in .svg.")
    if (game is None) == (position is None):
        raise HexlumeError("Name either a game by its number (see hexlume games) or a file with --position.")
    if position is not None:
        drawn = draw(_position(position), theme=theme, names=names, cell_mm=width)
    else:
        with open_to_read(store) as opened:
            replay = replay_of(record_of(opened, game or ""))
        drawn = picture_of_ply(replay, replay.ply(ply), theme=theme, names=names, cell_mm=width)
    if out == "-":
        sys.stdout.write(drawn)
    else:
        write_file(Path(out), drawn.encode())


def _position(file: str) -> dict[str, Any]:
    """Return the position of a file: the JSON of rule ACT-5, or a record that has one (``hexlume show --json``)."""
    name, text = read_text_file(file)
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HexlumeError(f"{name} is no JSON.") from error
    if isinstance(read, dict) and isinstance(read.get("position"), dict):
        read = read["position"]
    if not isinstance(read, dict):
        raise HexlumeError(f"{name} holds no position: one is an object with board, pieces and to_move (rule ACT-5).")
    return read

"""``hexlume picture``: a position or a whole game as a picture (docs/pictures.md)."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from hexlume_record.errors import HexlumeError
from hexlume_record.game.replay import replay_of

from ..game_files.text_file import read_text_file
from ..images.replay import (
    CELL_MM,
    GIF_WIDTH,
    PNG_WIDTH,
    STILL,
    picture_of_game,
    picture_of_ply,
    picture_of_position,
)
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
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write: svg and png show one position, gif the whole game; - prints an svg.",
        ),
    ] = "-",
    theme: Annotated[
        Literal["light", "dark"], typer.Option("--theme", help="The surroundings that the picture is for.")
    ] = "light",
    size: Annotated[
        float | None,
        typer.Option(
            "--width",
            metavar="N",
            help="svg: a cell's width in mm; the others: the picture's width in pixels.",
            show_default=f"{CELL_MM:g} mm, {PNG_WIDTH} or {GIF_WIDTH} pixels",
        ),
    ] = None,
    names: Annotated[bool, typer.Option("--names/--no-names", help="Whether cells bear their names.")] = True,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="How long a frame of a gif stays.")] = 0.8,
    store: StoreOption = None,
) -> None:
    """Draw a position or a game as SVG, PNG or GIF.

    Examples:  hexlume picture 3 -o game.gif  ·  hexlume picture 3 --ply 12 -o ply.png --theme dark  ·  hexlume
    picture --position position.json -o position.svg
    """
    form = "svg" if out == "-" else Path(out).suffix.lower().removeprefix(".")
    if form not in (*STILL, "gif"):
        raise HexlumeError(f"{out} is no kind of picture: end its name in svg, png or gif.")
    if (game is None) == (position is None):
        raise HexlumeError("Name either a game by its number (see hexlume games) or a file with --position.")
    if form == "gif" and (position is not None or ply is not None):
        raise HexlumeError("A gif shows a whole game: leave out --ply and --position, or write an svg or png.")
    if position is not None:
        drawn = picture_of_position(_position(position), form, size, theme=theme, names=names)
    else:
        with open_to_read(store) as opened:
            replay = replay_of(record_of(opened, game or ""))
        if form == "gif":
            drawn = picture_of_game(replay, size, theme=theme, names=names, seconds=seconds)
        else:
            drawn = picture_of_ply(replay, replay.ply(ply), form, size, theme=theme, names=names)
    if out == "-":
        sys.stdout.write(drawn.decode())
    else:
        write_file(Path(out), drawn)


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

"""``hexlume picture``: a position or a whole game as a picture (docs/pictures.md)."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import typer

from hexlume_record.errors import HexlumeError
from hexlume_record.game.replay import replay_of

from ..game_files.text_file import read_text_file
from ..images.replay import (
    CELL_MM,
    GIF_WIDTH,
    PNG_WIDTH,
    picture_of_game,
    picture_of_ply,
    picture_of_position,
)
from .options.store import StoreOption, open_to_read, record_of
from .output import is_terminal, write_file

Form = Literal["svg", "png", "gif"]


def picture(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="The game's number in the list of games, or the board's own id of it."),
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
        str, typer.Option("--out", "-o", metavar="FILE", help="The file to write, - for standard output.")
    ] = "-",
    format: Annotated[
        Form | None,
        typer.Option(
            "--format",
            help="svg and png show one position, gif the whole game.",
            show_default="by FILE, or svg",
        ),
    ] = None,
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
    loop: Annotated[bool, typer.Option("--loop/--no-loop", help="Whether a gif begins again at its end.")] = True,
    store: StoreOption = None,
) -> None:
    """Draw a position or a game as SVG, PNG or GIF.

    SVG and PNG show one position; GIF shows the whole game.

    Examples:  hexlume picture 3 -o game.gif  ·  hexlume picture 3 --ply 12 -o ply.png --theme dark  ·  hexlume
    picture --position position.json -o position.svg
    """
    form = _form(format, out)
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
            drawn = picture_of_game(replay, size, theme=theme, names=names, seconds=seconds, loop=loop)
        else:
            drawn = picture_of_ply(replay, replay.ply(ply), form, size, theme=theme, names=names)
    _write(out, form, drawn)


def _form(format: Form | None, out: str) -> str:
    ending = Path(out).suffix.lower().removeprefix(".")
    form = format or ending or "svg"
    if form not in get_args(Form):
        choices = ", ".join(get_args(Form))
        raise HexlumeError(f"{out} tells no form of pictures: end it in {choices}, or name one with --format.")
    return form


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


def _write(out: str, form: str, drawn: bytes) -> None:
    if out == "-":
        if form != "svg" and is_terminal():
            raise HexlumeError(f"A terminal cannot show a {form}: name a file with --out.")
        sys.stdout.buffer.write(drawn)
        sys.stdout.buffer.flush()
        return
    write_file(Path(out), drawn)

"""``hexlume picture``: a position as a picture (docs/pictures.md)."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from hexlume_record.errors import HexlumeError
from hexlume_record.game.replay import replay_of

from ..images.replay import picture_of_ply
from .options.store import GameArgument, StoreOption, open_to_read, record_of
from .output import write_file


def picture(
    game: GameArgument,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=0, help="Show the game after N actions; by default its end."),
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
    """Draw a position of a game as SVG.

    Examples:  hexlume picture 3 -o end.svg  ·  hexlume picture 3 --ply 12 -o ply.svg --theme dark
    """
    if out != "-" and Path(out).suffix.lower() != ".svg":
        raise HexlumeError(f"{out} would be an SVG picture: end its name in .svg.")
    with open_to_read(store) as opened:
        replay = replay_of(record_of(opened, game))
    drawn = picture_of_ply(replay, replay.ply(ply), theme=theme, names=names, cell_mm=width)
    if out == "-":
        sys.stdout.write(drawn)
    else:
        write_file(Path(out), drawn.encode())

"""``hexlume new-game``: writes the folder of a game of one's own."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from hexlume_host.cli.output import say

from ..skeleton import write_skeleton


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters and digits, the first a letter.")],
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="Where the game's folder is written.", show_default="here")
    ] = Path(),
    grid: Annotated[
        Literal["hex", "square", "rhombus"], typer.Option("--grid", help="The kind of the game's board.")
    ] = "hex",
) -> None:
    """Write the folder of a game of your own.

    It has a small example that can be played at once: change it to your game (docs/how-to/add-a-game.md). To play it,
    name the folder with hexlume --games-folder, or in HEXLUME_GAMES.

    Examples:  hexlume new-game havannah  ·  hexlume new-game gomoku --grid square --folder ~/games
    """
    written = write_skeleton(name, folder.expanduser(), grid)
    say(f"Wrote {written}: {', '.join(sorted(path.name for path in written.iterdir()))}.")
    say(f"Check it: hexlume check-game {written}")
    say(f"Play it:  hexlume --games-folder {written} play --game {name}")

"""``hexlume new-game``: writes the folder of a game of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume_host.cli.output import say

from ..skeleton import write_skeleton


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters and digits, the first a letter.")],
    folder: Annotated[
        Path, typer.Option("--folder", metavar="DIR", help="Where the game's folder is written.", show_default="here")
    ] = Path(),
) -> None:
    """Write the folder of a game of your own.

    It has a small example that can be played at once: change it to your game (docs/how-to/add-a-game.md). To play it,
    name the folder with hexlume --games-folder, or in HEXLUME_GAMES.

    Examples:  hexlume new-game havannah  ·  hexlume new-game gomoku --folder ~/games
    """
    written = write_skeleton(name, folder.expanduser())
    say(
        f"Wrote {written}: {', '.join(sorted(path.name for path in written.iterdir()))}.\n"
        f"Check it: hexlume check-game {written}\n"
        f"Play it:  hexlume --games-folder {written} play --rules {name}"
    )

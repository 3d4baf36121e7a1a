"""``hexlume puzzles mistakes``: puzzles from the mistakes in people's own games."""

from typing import Annotated

import typer

from hexlume_host.cli.options.store import StoreOption, open_to_read
from hexlume_host.cli.output import JsonOption, print_json, say, showing_results
from hexlume_host.signals import ending_promptly

from ...puzzles.mistakes import mistake_puzzles
from ...puzzles.options import PositionsOption
from ...puzzles.repository import save_puzzle
from ...search.factory import is_installed
from .make import kept_words, made_words, make_prover


def mistakes(
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Whose mistakes (default: everybody's).")
    ] = "",
    positions: PositionsOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Make puzzles from the turning points of analysed games.

    What can be proven is proven; the rest goes by the engine's estimate, and every answer says so.

    Examples:  hexlume puzzles mistakes --player Ann, then hexlume puzzles solve --mistakes
    """
    prover = make_prover(positions, json) if is_installed() else None
    made: list[int] = []
    games: list[int] = []

    def print_made() -> None:
        if json:
            print_json({"games": len(games), "puzzles": made})
        elif made:
            name = f" --player '{player}'" if player else ""
            say(f"{made_words(made)} Solve them: hexlume puzzles solve --mistakes{name}")
        elif not games:
            say("No such game is analysed yet: hexlume analyse ID judges one.")
        else:
            say("Every mistake is a puzzle already.")

    with open_to_read(store) as opened, ending_promptly(), showing_results(print_made, lambda: kept_words(made)):
        for puzzle in mistake_puzzles(opened, player, prover, games.append):
            stored = save_puzzle(opened, puzzle)
            made += [] if stored is None else [stored]

"""``hexlume gtp``: the games for programs that speak the Go Text Protocol."""

import sys
from typing import Annotated

import typer

from hexlume.games.contract import OptionError

from ..errors import HostError
from ..gtp.chooser import RandomChooser
from ..gtp.engine import serve
from ..gtp.session import Session
from ..gtp.starting import start_game
from .play import GameOption, OptionsOption, SizeOption


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Examples:  hexlume gtp  ·  hexlume gtp --game droched --size 5 --option komi=3 --seed 7")(gtp)


def gtp(
    game: GameOption = "orochi",
    size: SizeOption = 0,
    option: OptionsOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="What genmove's choices follow from.")
    ] = None,
) -> None:
    """Speak the Go Text Protocol, version 2, on standard input and output (docs/gtp.md)."""
    words = [f"size={size}"] if size else []
    try:
        session = Session(start_game(game, [*words, *(option or [])]), RandomChooser(seed))
    except OptionError as error:
        raise HostError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    try:
        serve(session, sys.stdin.buffer, sys.stdout.buffer)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None

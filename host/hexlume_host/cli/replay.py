"""``hexlume replay``: a stored game, ply by ply."""

from typing import Annotated

import typer

from ..game.diagram import beside, diagram
from ..game.replay import Ply, Replay, replay_of
from ..game.text import took_words
from .games import GameArgument, record_of
from .output import StoreOption, console, is_terminal, open_to_read


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Examples:  hexlume replay 3  ·  hexlume replay 3 --ply 12  ·  hexlume replay 3 > game.txt")(
        replay
    )


def replay(
    game: GameArgument,
    ply: Annotated[
        int | None,
        typer.Option("--ply", metavar="N", min=0, help="Begin after N actions; without a terminal show only that."),
    ] = None,
    undone: Annotated[bool, typer.Option("--undone", help="Tell what was taken back, too.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print lines, also on a terminal.")] = False,
    store: StoreOption = None,
) -> None:
    """Step and play through a game: on a terminal with keys, elsewhere printed line by line."""
    with open_to_read(store) as opened:
        read = replay_of(record_of(opened, game))
        first = read.ply(ply)
        if is_terminal() and not plain:
            # Takes long to import, and the other commands do without.
            from .replay_screen import ReplayScreen  # noqa: PLC0415

            number = read.record.id
            ReplayScreen(read, first.number, lambda: replay_of(opened.record(number)), undone).run()
            return
    if ply is not None:
        _print_position(read, first)
        return
    out = console()
    for shown in read.plies:
        out.print(ply_words(shown, undone), soft_wrap=True)
    if read.problem:
        out.print(read.problem, soft_wrap=True)
    if read.result_words:
        out.print(read.result_words, soft_wrap=True)


def ply_words(ply: Ply, undone: bool) -> str:
    """Return a line that tells a ply: number, colour, action, what it took off, what is forced, how long it took."""
    shown = ply.shown
    words = [f"{ply.number}. {ply.colour} {ply.action}" if ply.number else "The start"]
    if ply.took_ms is not None:
        words.append(f"after {took_words(ply.took_ms)}")
    if shown["captured"]:
        words.append(f"taken off: {' '.join(shown['captured'])}")
    if shown["forced"]:
        words.append(f"{shown['to_move']} has to turn over: {' '.join(shown['forced'])}")
    if undone and ply.taken_back:
        words.append(f"tried and taken back: {' '.join(ply.taken_back)}")
    return ", ".join(words)


def _print_position(read: Replay, ply: Ply) -> None:
    out = console()
    out.print(ply_words(ply, undone=True), soft_wrap=True)
    out.print()
    game = read.game(ply.number)
    out.print(diagram(game))
    for line in beside(game):
        out.print(line)
    if ply.shown["result_words"]:
        out.print(ply.shown["result_words"], soft_wrap=True)
    elif ply.shown["due"]:
        out.print(ply.shown["due"], soft_wrap=True)

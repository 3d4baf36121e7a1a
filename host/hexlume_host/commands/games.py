"""``hexlume games``, ``show`` and ``export``: what the store holds."""

import json as json_format
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.table import Table

from ..diagram import diagram
from ..errors import RecordError
from ..live import LiveGame
from ..record import FINISHED, GameHeader, GameRecord
from ..record_json import record_json, summary_json
from ..store import Store
from ..words import option_text
from .terminal import JsonOption, StoreOption, console, open_to_read, print_json, say

GameArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The game's number in the list of games, or the board's own id of it.")
]


class Format(StrEnum):
    """What a game can be exported to."""

    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog="Examples:  hexlume games  ·  hexlume games --json --store club.sqlite")(games)
    app.command(epilog="Examples:  hexlume show 3  ·  hexlume show 3 --json")(show)
    app.command(epilog="Examples:  hexlume export 3 > game.json  ·  hexlume export 3 --out game.json")(export)


def games(
    every: Annotated[bool, typer.Option("--all", help="Also those in which nobody has acted yet.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the games in the store."""
    with open_to_read(store) as opened:
        summaries = [summary for summary in opened.games() if summary.action_count or every]
    if json:
        print_json([summary_json(summary) for summary in summaries])
        return
    if not summaries:
        say("No games yet. Play one: hexlume play")
        return
    table = Table("id", box=SIMPLE)
    table.add_column("when", no_wrap=True)
    table.add_column("game", overflow="fold")
    table.add_column("board", overflow="fold")
    table.add_column("white : black", overflow="fold")
    table.add_column("actions", justify="right", no_wrap=True)
    table.add_column("result", no_wrap=True)
    for summary in summaries:
        table.add_row(
            str(summary.id),
            _when(summary),
            f"{summary.rules} {summary.on}{_options(summary)}",
            summary.board,
            f"{summary.white or '?'} : {summary.black or '?'}" if summary.white or summary.black else "",
            str(summary.action_count),
            summary.ending.result or summary.ending.status,
        )
    console().print(table)


def show(game: GameArgument, json: JsonOption = False, store: StoreOption = None) -> None:
    """Show one game: its actions turn by turn, its result and the board at its end."""
    with open_to_read(store) as opened:
        record = _record(opened, game)
    if json:
        print_json(record_json(record))
        return
    live = LiveGame.of(record)
    out = console()
    out.print(f"Game {record.id}: {record.rules} on {record.on}{_options(record)}")
    out.print(f"White: {record.white or 'not named'}   Black: {record.black or 'not named'}")
    out.print(f"Begun {_when(record)} on board {record.board} ({record.panel}, firmware {record.firmware})")
    out.print()
    number = 1
    for colour, actions in live.turns():
        numbered = "  ".join(f"{number + step}. {action}" for step, action in enumerate(actions))
        number += len(actions)
        out.print(f"{colour:<6} {numbered}")
    out.print()
    out.print(live.result_words if record.ending.status == FINISHED else f"The game is {record.ending.status}.")
    if live.problem:
        out.print(live.problem)
    if live.game is not None:
        out.print()
        out.print(diagram(live.game))


def export(
    game: GameArgument,
    format: Annotated[Format, typer.Option("--format", help="json: everything the store holds.")] = Format.JSON,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write, - for standard output.")] = "-",
    store: StoreOption = None,
) -> None:
    """Write one game to a file or to standard output."""
    with open_to_read(store) as opened:
        record = _record(opened, game)
    text = json_format.dumps(record_json(record), indent=2, ensure_ascii=False) + "\n"
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{out} cannot be written: {error.strerror or error}.") from error


def _record(store: Store, game: str) -> GameRecord:
    # Longer digits are no number of a game that any store has.
    return store.record(int(game) if game.isdecimal() and game.isascii() and len(game) <= 9 else game)


def _when(header: GameHeader) -> str:
    return header.started_at.astimezone().strftime("%Y-%m-%d %H:%M")


def _options(header: GameHeader) -> str:
    return "".join(f" {name}={option_text(value)}" for name, value in header.options.items())

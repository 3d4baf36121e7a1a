"""``hexlume games`` and ``show``: what the store holds."""

from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.table import Table

from ..formats.json import record_json, summary_json
from ..game.diagram import beside, diagram
from ..game.record import FINISHED, FROM_FILE, INCOMPLETE, GameHeader, GameRecord, GameSummary, Players
from ..game.state import GameState
from ..game.text import clock_words, option_text
from ..library.filters import GameFilter
from ..library.search import all_found
from ..store.repository import Store
from ..variations.files import kept
from .options.filter import (
    BoardIdOption,
    BoardSizeOption,
    GameOption,
    OpponentOption,
    OutcomeOption,
    PlayerOption,
    ResultOption,
    SinceOption,
    SourceOption,
    StatusOption,
    UntilOption,
    WholeOption,
    filter_of,
)
from .output import JsonOption, StoreOption, console, open_to_read, print_json, say

GameArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The game's number in the list of games, or the board's own id of it.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(
        epilog="Examples:  hexlume games  ·  hexlume games --player ann --since 2026-05-01  ·  hexlume games --json"
    )(games)
    app.command(epilog="Examples:  hexlume show 3  ·  hexlume show 3 --json")(show)


def games(
    every: Annotated[bool, typer.Option("--all", help="Also those in which nobody has acted yet.")] = False,
    game: GameOption = "",
    size: BoardSizeOption = "",
    player: PlayerOption = "",
    opponent: OpponentOption = "",
    whole: WholeOption = False,
    since: SinceOption = "",
    until: UntilOption = "",
    result: ResultOption = "",
    outcome: OutcomeOption = "",
    status: StatusOption = "",
    board: BoardIdOption = "",
    source: SourceOption = "",
    last: Annotated[int | None, typer.Option("--last", min=1, metavar="N", help="Only the N latest of them.")] = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the games in the store; names stand under the colours that the players had at the end."""
    wanted = filter_of(
        rules=game,
        on=size,
        player=player,
        opponent=opponent,
        whole=whole,
        since=since,
        until=until,
        result=result,
        outcome=outcome,
        status=status,
        board=board,
        source=source,
        empty=every,
    )
    with open_to_read(store) as opened:
        summaries = all_found(opened, wanted, last)
        dropped = opened.dropped(board) if wanted == GameFilter(board=board, empty=every) else []
    if json:
        print_json([summary_json(summary) for summary in summaries])
        return
    if summaries:
        console().print(_table(summaries))
    else:
        filtered = wanted != GameFilter(empty=every)
        say("No games are like that." if filtered else "No games yet. Play one: hexlume play")
    for one in dropped:
        say(one.sentence)


def _table(summaries: list[GameSummary]) -> Table:
    table = Table("id", box=SIMPLE)
    table.add_column("when", no_wrap=True)
    table.add_column("game", overflow="fold")
    table.add_column("board", overflow="fold")
    table.add_column("white : black", overflow="fold")
    table.add_column("actions", justify="right", no_wrap=True)
    table.add_column("result", no_wrap=True)
    for summary in summaries:
        white, black = summary.players.white, summary.players.black
        table.add_row(
            str(summary.id),
            _when(summary),
            f"{summary.rules} {summary.on}{_options(summary)}",
            "imported" if summary.source == FROM_FILE else summary.board,
            f"{white or '?'} : {black or '?'}" if white or black else "",
            str(summary.action_count),
            summary.ending.result or summary.ending.status,
        )
    return table


def show(game: GameArgument, json: JsonOption = False, store: StoreOption = None) -> None:
    """Show one game: its actions turn by turn, its result and the board at its end."""
    with open_to_read(store) as opened:
        record = record_of(opened, game)
        variations = kept(opened.where, record) if json else None
    if json:
        print_json(record_json(record, variations))
        return
    state = GameState.replay(record)
    out = console()
    out.print(f"Game {record.id}: {record.rules} on {record.on}{_options(record)}")
    out.print(_players_line(record.starters))
    if record.clock:
        out.print(f"Clock: {record.clock} ({clock_words(record.clock)})")
    out.print(f"Begun {_when(record)}{_origin(record)}")
    out.print()
    number = 1
    for colour, actions in state.turns():
        numbered = "  ".join(f"{number + step}. {action}" for step, action in enumerate(actions))
        number += len(actions)
        out.print(f"{colour:<6} {numbered}")
    out.print()
    players = record.players
    if record.seats_swapped:
        out.print(f"The players have exchanged their colours. {_players_line(players)}")
    out.print(state.result_words if record.ending.status == FINISHED else f"The game is {record.ending.status}.")
    if record.ending.status == INCOMPLETE:
        out.print("The board had no room left for the rest before a host came.")
    winner = {"W+": players.white, "B+": players.black}.get(record.ending.result or "", "")
    if winner:
        out.print(f"The winner is {winner}.")
    if state.problem:
        out.print(state.problem)
    if state.game is not None:
        out.print()
        out.print(diagram(state.game))
        for line in beside(state.game):
            out.print(line)


def record_of(store: Store, game: str) -> GameRecord:
    """Return the game that a command's argument names; raises ``RecordError`` when there is none."""
    # Longer digits are no number of a game that any store has.
    return store.record(int(game) if game.isdecimal() and game.isascii() and len(game) <= 9 else game)


def _players_line(players: Players) -> str:
    return f"White: {players.white or 'not named'}   Black: {players.black or 'not named'}"


def _when(header: GameHeader) -> str:
    when = header.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return when if header.start_known else f"before {when}"


def _origin(record: GameRecord) -> str:
    parts = [record.panel, f"firmware {record.firmware}" if record.firmware else ""]
    told = ", ".join(part for part in parts if part)
    board = f" on board {record.board}{f' ({told})' if told else ''}" if record.board else ""
    return f"{board}, imported from a file" if record.source == FROM_FILE else board


def _options(header: GameHeader) -> str:
    return "".join(f" {name}={option_text(value)}" for name, value in header.options.items())

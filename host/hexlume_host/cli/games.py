"""``hexlume games``: the games in the store."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import typer
from rich.table import Column, Table

from hexlume_record.game.record import FROM_FILE, GameHeader, GameSummary
from hexlume_record.words.text import game_words

from ..library.filters import GameFilter, Outcome, Result, Source, Status
from ..library.search import all_found
from .options.rules_name import RulesName
from .options.store import StoreOption, open_to_read
from .output import JsonOption, console, print_json, say
from .output.table import right, table

_DAYS = ["%Y-%m-%d"]


def games(
    every: Annotated[bool, typer.Option("--all", help="Also those in which nobody has acted yet.")] = False,
    rules: Annotated[RulesName | None, typer.Option("--rules", case_sensitive=False, help="Only this game.")] = None,
    board: Annotated[str, typer.Option("--board", metavar="BOARD", help="Only on this board, such as hex5.")] = "",
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Only games of players with such names.")
    ] = "",
    opponent: Annotated[str, typer.Option("--against", metavar="NAME", help="Only games against such names.")] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Names are whole names, not parts of them.")] = False,
    since: Annotated[
        datetime | None,
        typer.Option("--since", formats=_DAYS, metavar="DAY", help="Begun on this day, 2026-05-01, or later."),
    ] = None,
    until: Annotated[
        datetime | None, typer.Option("--until", formats=_DAYS, metavar="DAY", help="Begun on this day or earlier.")
    ] = None,
    result: Annotated[Result | None, typer.Option("--result", help="Only games with this result; 0: a draw.")] = None,
    outcome: Annotated[
        Outcome | None, typer.Option("--outcome", help="Only games that ended so for the player.")
    ] = None,
    status: Annotated[Status | None, typer.Option("--status", help="Only games with this status.")] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="ID", help="Only games played on the board with this id.")
    ] = "",
    source: Annotated[
        Source | None, typer.Option("--source", help="Only games from boards, from files, or puzzles on a board.")
    ] = None,
    last: Annotated[
        int | None, typer.Option("--last", min=1, max=1_000_000, metavar="N", help="Only the N latest.")
    ] = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """List the games in the store.

    Names stand under the colours that the players had at the end.

    Examples:  hexlume games  ·  hexlume games --player ann --since 2026-05-01  ·  hexlume games --json
    """
    wanted = GameFilter(
        rules=rules or "",
        board=board,
        player=player,
        opponent=opponent,
        whole=exact,
        since=since and since.date(),
        until=until and until.date(),
        result=result,
        outcome=outcome,
        status=status,
        device=device,
        source=source,
        empty=every,
    )
    with open_to_read(store) as opened:
        summaries = all_found(opened, wanted, last)
        dropped = opened.dropped(device) if wanted == GameFilter(device=device, empty=every) else []
    if json:
        from hexlume_record.formats.json import summary_json  # noqa: PLC0415

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
    columns = [
        "id",
        Column("when", no_wrap=True),
        *(Column(name, overflow="fold") for name in ("game", "white : black")),
        *right("actions"),
        Column("result", no_wrap=True),
    ]
    return table(columns, map(_row, summaries))


def _row(summary: GameSummary) -> Sequence[str]:
    white, black = summary.players.white, summary.players.black
    return (
        str(summary.id),
        started_words(summary),
        game_words(summary.rules, summary.board, summary.options) + ", imported" * (summary.source == FROM_FILE),
        f"{white or '?'} : {black or '?'}" if white or black else "",
        str(summary.action_count),
        summary.ending.result or summary.ending.status,
    )


def started_words(header: GameHeader) -> str:
    """Return when a game began, in local time."""
    when = header.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return when if header.start_known else f"before {when}"

"""``hexlume stats``: what the games in the store have in common, and how players stand."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.bar import Bar
from rich.console import Console
from rich.table import Column, Table

from hexlume_record.words.text import board_words, game_title, game_words

from ..library.filters import GameFilter
from ..library.json import rating_json, statistics_json
from ..library.player import Profile, profile
from ..library.ratings import ALL_GAMES, SETTLED_GAMES, PlayerRating, Ratings
from ..library.statistics import Openings, Statistics, Times, openings, statistics, times
from .options.filter import (
    BoardOption,
    ExactOption,
    GameOption,
    OpponentOption,
    PlayerOption,
    SinceOption,
    UntilOption,
    filter_of,
)
from .options.store import StoreOption, open_to_read
from .output import JsonOption, console, print_json, say
from .table import right, table

MOST_PLAYERS = 10
BAR_WIDTH = 40
MOST_BARS = 20
MOST_CELLS = 10
_COUNTS = ("games", "won", "drawn", "lost")


def stats(
    game: GameOption = None,
    board: BoardOption = "",
    player: PlayerOption = "",
    opponent: OpponentOption = "",
    exact: ExactOption = False,
    since: SinceOption = None,
    until: UntilOption = None,
    turns: Annotated[
        int, typer.Option("--turns", min=0, max=4, help="How many turns an opening has; 0: the first action alone.")
    ] = 1,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show results, lengths, openings, times and players' ratings.

    The options choose the games. With --player and --exact, that player's results by colour, game and opponent are
    shown, too.

    Examples:  hexlume stats  ·  hexlume stats --game orochi --player ann  ·  hexlume stats --json
    """
    wanted = filter_of(rules=game, on=board, player=player, opponent=opponent, whole=exact, since=since, until=until)
    with open_to_read(store) as opened:
        found = statistics(opened, wanted)
        opening = openings(opened, wanted, turns)
        taken = times(opened, wanted)
        ratings = Ratings(opened)
        standing = ratings.players(game or ALL_GAMES, player, MOST_PLAYERS)
        one = profile(opened, ratings, player) if player and exact else None
    if json:
        print_json(_json(wanted, found, opening, taken, standing))
        return
    if not found.games:
        say("No games are like that. See which there are: hexlume games" if wanted.texts() else "No games yet.")
        return
    out = console()
    _print_games(out, found)
    if opening is not None:
        _print_openings(out, opening)
    _print_times(out, taken)
    _print_standing(out, standing, game)
    if one is not None:
        _print_player(out, one)


def _print_games(out: Console, found: Statistics) -> None:
    others = ", ".join(
        f"{found.statuses[name]} {name}" for name in ("unfinished", "abandoned", "incomplete") if name in found.statuses
    )
    out.print(f"{found.games} games{f' ({others})' if others else ''}", soft_wrap=True)
    kinds = ((game_title(rules), board_words(on), str(count)) for (rules, on), count in found.boards.items())
    out.print(table(("game", "board", *right("games")), kinds))
    if finished := found.statuses.get("finished", 0):
        results = [
            (f"{words} {found.results.get(result, 0) / finished:.1%}", found.results.get(result, 0))
            for result, words in (("W+", "white won"), ("0", "draw"), ("B+", "black won"))
        ]
        out.print(_bars("Results", results))
        out.print(_bars(f"Actions in a finished game (median {found.median_length:g})", _binned(found.lengths)))
    months = list(found.months.items())
    earlier = f", the last {MOST_BARS} with games" if len(months) > MOST_BARS else ""
    out.print(_bars(f"Games per month{earlier}", months[-MOST_BARS:]))


def _print_openings(out: Console, opening: Openings) -> None:
    what = {0: "the first action", 1: "the first turn"}.get(opening.turns, f"the first {opening.turns} turns")
    title = f"Openings of {game_words(opening.rules, opening.on, {})}: cells of {what}, in {opening.games} games"
    most = sorted(opening.cells.items(), key=lambda item: (-item[1], item[0]))[:MOST_CELLS]
    words = sorted(opening.words.items(), key=lambda item: (-item[1], item[0]))
    out.print(_bars(title, [(f"{name} {count / opening.games:.1%}", count) for name, count in most + words]))


def _print_times(out: Console, taken: Times) -> None:
    # The first ones, then fewer and fewer.
    numbers = (1, 2, 3, 5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200)
    known = [(str(number), taken.seconds[number - 1]) for number in numbers if number <= len(taken.seconds)]
    rows = [(number, round(seconds, 1)) for number, seconds in known if seconds is not None]
    if rows:
        out.print(_bars(f"Median time of an action in seconds, by its number, in {taken.games} games", rows))


def _print_standing(out: Console, standing: list[PlayerRating], game: str | None) -> None:
    rated = [
        (
            player.name,
            f"{player.points} ± {player.deviation}{' ?' if player.provisional else '  '}",
            *map(str, (player.games, player.won, player.drawn, player.lost)),
        )
        for player in standing
        if player.points is not None
    ]
    if not rated:
        return
    out.print(table(("player", *right("rating", *_COUNTS)), rated, f"Ratings{f' in {game}' if game else ''}"))
    out.print(f"?: provisional, fewer than {SETTLED_GAMES} rated games")


def _print_player(out: Console, one: Profile) -> None:
    tallies = {**one.by_colour, **one.by_rules, **{f"against {name}": tally for name, tally in one.opponents.items()}}
    rows = (
        (name, *map(str, (tally.games, tally.won, tally.drawn, tally.lost)))
        for name, tally in {**tallies, "all": one.total}.items()
    )
    out.print(table((one.name, *right(*_COUNTS)), rows, f"Results of {one.name}"))


def _bars(title: str, rows: Sequence[tuple[str, float]]) -> Table:
    most = max((count for _, count in rows), default=0) or 1
    bars = ((name, str(count), Bar(most, 0, count, width=BAR_WIDTH)) for name, count in rows)
    shown = table((Column(overflow="fold"), *right(""), ""), bars, title)
    shown.show_header = False
    return shown


def _binned(lengths: dict[int, int]) -> list[tuple[str, int]]:
    """Return counts of lengths in at most ``MOST_BARS`` ranges, from the shortest game's on."""
    first, last = min(lengths), max(lengths)
    size = max(1, -(-(last - first + 1) // MOST_BARS))
    bins = [0] * ((last - first) // size + 1)
    for length, count in lengths.items():
        bins[(length - first) // size] += count
    starts = (first + size * at for at in range(len(bins)))
    return [
        (str(start) if size == 1 else f"{start}-{start + size - 1}", count)
        for start, count in zip(starts, bins, strict=True)
    ]


def _json(
    wanted: GameFilter, found: Statistics, opening: Openings | None, taken: Times, standing: list[PlayerRating]
) -> dict[str, Any]:
    return {
        **statistics_json(wanted, found, opening, taken),
        "ratings": [rating_json(player) for player in standing if player.points is not None],
    }

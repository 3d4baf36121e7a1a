"""``hexlume stats``: what the games in the store have in common, and how players stand."""

from typing import Any

from rich.console import Console

from hexlume_host.cli.options.filter import (
    BoardOption,
    ExactOption,
    OpponentOption,
    PlayerOption,
    RulesOption,
    SinceOption,
    UntilOption,
    filter_of,
)
from hexlume_host.cli.options.store import StoreOption, open_to_read
from hexlume_host.cli.output import JsonOption, console, print_json, say
from hexlume_host.cli.output.table import right, table
from hexlume_record.words.text import board_words, game_title

from ..player import profile
from ..ratings import ALL_GAMES, SETTLED_GAMES, Ratings, Standing
from ..statistics import Statistics, figures, statistics

MOST_PLAYERS = 10
_COUNTS = ("games", "won", "drawn", "lost")


def stats(
    rules: RulesOption = None,
    board: BoardOption = "",
    player: PlayerOption = "",
    opponent: OpponentOption = "",
    exact: ExactOption = False,
    since: SinceOption = None,
    until: UntilOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Show results, lengths and players' ratings.

    The options choose the games. With --player and --exact, that player's results by colour, game and opponent are
    shown, too. --json has openings, times and months as well, which the page /statistics of hexlume serve draws.

    Examples:  hexlume stats  ·  hexlume stats --rules orochi --player ann  ·  hexlume stats --json
    """
    wanted = filter_of(
        rules=rules, board=board, player=player, opponent=opponent, whole=exact, since=since, until=until
    )
    with open_to_read(store) as opened:
        ratings = Ratings(opened)
        rated = [one for one in ratings.players(rules or ALL_GAMES, player, MOST_PLAYERS) if one[1].history]
        if json:
            print_json({**figures(opened, wanted, 1), "ratings": [standing.as_json(name) for name, standing in rated]})
            return
        found = statistics(opened, wanted)
        one = profile(opened, ratings, player) if player and exact and found.games else None
    if not found.games:
        say("No games are like that. See which there are: hexlume games" if wanted.texts() else "No games yet.")
        return
    out = console()
    _print_games(out, found)
    if rated:
        _print_ratings(out, rated, rules)
    if one is not None:
        _print_player(out, one)


def _print_games(out: Console, found: Statistics) -> None:
    others = ", ".join(
        f"{found.statuses[name]} {name}" for name in ("unfinished", "abandoned", "incomplete") if name in found.statuses
    )
    out.print(f"{found.games} games{f' ({others})' if others else ''}", soft_wrap=True)
    kinds = ((game_title(rules), board_words(board), str(count)) for rules, board, count in found.boards)
    out.print(table(("game", "board", *right("games")), kinds))
    if finished := found.statuses.get("finished", 0):
        shares = [f"{found.results.get(result, 0) / finished:.1%}" for result in ("W+", "0", "B+")]
        out.print("Finished: white won {}, draw {}, black won {}".format(*shares), soft_wrap=True)
        out.print(f"Half of these have at most {found.median_length:g} actions", soft_wrap=True)


def _print_ratings(out: Console, rated: list[tuple[str, Standing]], rules: str | None) -> None:
    rows = []
    for name, standing in rated:
        shown = standing.as_json(name)
        points = f"{shown['rating']} ± {shown['deviation']}{' ?' if standing.provisional else '  '}"
        rows.append((name, points, *(str(shown[count]) for count in _COUNTS)))
    out.print(table(("player", *right("rating", *_COUNTS)), rows, f"Ratings{f' in {rules}' if rules else ''}"))
    out.print(f"?: provisional, fewer than {SETTLED_GAMES} rated games")


def _print_player(out: Console, one: dict[str, Any]) -> None:
    opponents = {f"against {tally['name']}": tally for tally in one["opponents"]}
    tallies = {**one["by_colour"], **one["by_rules"], **opponents, "all": one["total"]}
    rows = ((name, *(str(tally[count]) for count in _COUNTS)) for name, tally in tallies.items())
    out.print(table((one["name"], *right(*_COUNTS)), rows, f"Results of {one['name']}"))

"""``hexlume engine match``: games between two programs that speak the Go Text Protocol."""

import math
from contextlib import nullcontext
from dataclasses import asdict
from typing import Annotated

import typer

from hexlume_host.cli.options.game import DEFAULT_RULES, OptionsOption, RulesOption, SizeOption, start_game
from hexlume_host.cli.output import JsonOption, complain, console, print_json, say, showing_results
from hexlume_host.cli.output.progress_bar import progress_bar
from hexlume_host.cli.output.table import table
from hexlume_host.store.repository import Store
from hexlume_record.errors import sentence

from ...search.elo import estimate
from ...search.match import Tally, Terms, play_match
from ...search.match_record import imported
from ...search.program import is_engine
from ..compile_engine import compile_first

PlayerArgument = Annotated[
    str, typer.Argument(metavar="PLAYER", help="level:1 to level:6, uct, random, or the command of a GTP program.")
]


def match(
    first: PlayerArgument,
    second: PlayerArgument,
    rules: RulesOption = DEFAULT_RULES,
    size: SizeOption = 0,
    option: OptionsOption = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 20,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", min=0.001, help="For each action.")] = 1.0,
    opening: Annotated[
        int,
        typer.Option("--opening", metavar="N", min=0, max=40, help="Random actions at the start of a pair of games."),
    ] = 2,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed of openings and choices.")] = 1,
    timeout: Annotated[
        float,
        typer.Option("--timeout", metavar="S", min=0.1, help="Max seconds for an answer, or it loses."),
    ] = 600.0,
    cpu: Annotated[
        bool, typer.Option("--cpu", help="Give Hexlume's own players seconds of work and not of the wall's clock.")
    ] = False,
    store: Annotated[
        str | None, typer.Option("--store", metavar="PATH-OR-URL", help="Keep the games in this store as well.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play two programs against each other and measure who is stronger.

    They play in pairs of games with colours exchanged (docs/engine.md).

    Examples:  hexlume engine match level:6 uct --rules sibling --games 40  ·  hexlume engine match
    level:3 'other-engine --gtp' --store club.sqlite
    """
    start = start_game(rules, size, option or [])
    terms = Terms(first, second, rules, start.size, dict(start.options), seconds, opening, seed, timeout, cpu=cpu)
    if is_engine(first) or is_engine(second):
        compile_first(json)
    tally = Tally()
    with (
        Store(store) if store else nullcontext() as opened,
        showing_results(lambda: _print_outcome(terms, tally, json), lambda: f"Stopped after {tally.games} games."),
        progress_bar("Playing", games, json) as update,
    ):
        for played in play_match(terms, games):
            tally.add(played)
            update(advance=1, description=f"{tally.wins}+ {tally.draws}= {tally.losses}-")
            if opened is not None:
                opened.import_game(imported(terms, played))
            if played.fault and not json:
                complain(f"Game {played.number + 1}: {played.fault}, and loses.")


def _print_outcome(terms: Terms, tally: Tally, json: bool) -> None:
    if not tally.games:
        return
    found = estimate(tally.wins, tally.draws, tally.losses)
    if json:
        # JSON knows no infinite differences.
        finite = {name: value if math.isfinite(value) else None for name, value in asdict(found).items()}
        print_json({**asdict(terms), "games": tally.games, **asdict(tally), **finite})
        return
    row = (
        f"{terms.first} against {terms.second}",
        *map(str, (tally.games, tally.wins, tally.draws, tally.losses)),
        f"{found.share:.1%} ({found.share_low:.1%} to {found.share_high:.1%})",
        f"{found.elo:+.0f} ({found.elo_low:+.0f} to {found.elo_high:+.0f})",
    )
    console().print(table(("", "games", "won", "drawn", "lost", "share", "Elo"), [row]))
    say("In brackets: the 95 % interval.")
    for fault in tally.faults:
        say(sentence(fault))

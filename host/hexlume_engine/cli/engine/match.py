"""``hexlume engine match``: games between two programs that speak the Go Text Protocol."""

from contextlib import nullcontext
from dataclasses import asdict
from typing import Annotated

import typer

from hexlume_host.cli.options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from hexlume_host.cli.output import JsonOption, complain, console, print_json, say, showing_results
from hexlume_host.cli.table import table
from hexlume_host.store.repository import Store
from hexlume_record.errors import sentence

from ...search.elo import estimate
from ...search.match import MatchFile, Tally, Terms, play_match
from ...search.match_record import imported
from ...search.program import is_engine
from ..compile_engine import compile_first
from .run import FileOption, StoreOption, numbers, share_words, shown, stopped_words

PlayerArgument = Annotated[
    str, typer.Argument(metavar="PLAYER", help="level:1 to level:6, uct, random, or the command of a GTP program.")
]


def match(
    first: PlayerArgument,
    second: PlayerArgument,
    game: GameOption = DEFAULT_GAME,
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
    file: FileOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Play two programs against each other and measure who is stronger.

    They play in pairs of games with colours exchanged (docs/engine.md).

    Examples:  hexlume engine match level:6 uct --game sibling --games 40  ·  hexlume engine match
    level:3 'other-engine --gtp' --file match.jsonl
    """
    start = start_game(game, size, option or [])
    terms = Terms(first, second, game, start.size, dict(start.options), seconds, opening, seed, timeout, cpu=cpu)
    if is_engine(first) or is_engine(second):
        compile_first(json)
    match_file = MatchFile(file, terms) if file else None
    tally = Tally()
    with (
        Store(store) if store else nullcontext() as opened,
        showing_results(
            lambda: _print_outcome(terms, tally, json), lambda: stopped_words(f"{tally.games} games", file)
        ),
    ):
        played_games = play_match(terms, games, match_file)
        for played in shown(played_games, games, json, lambda _: f"{tally.wins}+ {tally.draws}= {tally.losses}-"):
            tally.add(played)
            if opened is not None:
                opened.import_game(imported(terms, played))
            if played.fault and not json:
                complain(f"Game {played.number + 1}: {played.fault}, and loses.")


def _print_outcome(terms: Terms, tally: Tally, json: bool) -> None:
    if not tally.games:
        return
    if json:
        print_json({**asdict(terms), "faults": tally.faults, **numbers(tally)})
        return
    found = estimate(tally.wins, tally.draws, tally.losses)
    row = (
        f"{terms.first} against {terms.second}",
        *map(str, (tally.games, tally.wins, tally.draws, tally.losses)),
        share_words(tally),
        f"{found.elo:+.0f} ({found.elo_low:+.0f} to {found.elo_high:+.0f})",
    )
    console().print(table(("", "games", "won", "drawn", "lost", "share", "Elo"), [row]))
    say("In brackets: the 95 % interval.")
    for fault in tally.faults:
        say(sentence(fault))

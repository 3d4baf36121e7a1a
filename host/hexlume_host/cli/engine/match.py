"""``hexlume engine match``: games between two programs that speak the Go Text Protocol."""

import json as json_format
import math
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.table import Table

from ...engine.elo import Estimate, estimate
from ...engine.match import MatchFile, MatchGame, Tally, Terms, play_match
from ...engine.match_record import imported
from ...engine.program import is_engine
from ...errors import sentence
from ...extras import require
from ...store.repository import Store
from ..compile_engine import compile_first
from ..options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from ..output import JsonOption, complain, console, say
from ..progress_bar import counting_bar

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
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Keep the games here; the same command goes on where it ended."),
    ] = None,
    store: Annotated[
        str | None, typer.Option("--store", metavar="PATH-OR-URL", help="Keep the games in this store as well.")
    ] = None,
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
        require("engine", "The engine")
        compile_first(json)
    kept = MatchFile(file, terms) if file else None
    tally = Tally()
    try:
        with Store(store) if store else nullcontext() as opened:
            for played in _shown(terms, games, kept, tally, json):
                tally.add(played)
                if opened is not None:
                    opened.import_game(imported(terms, played))
                if played.fault and not json:
                    complain(f"Game {played.number + 1}: {played.fault}, and loses.")
    except KeyboardInterrupt:
        if not json:
            say(
                f"Stopped after {tally.games} games."
                + (f" {file} keeps them; the same command goes on." if file else "")
            )
        _print_outcome(terms, tally, json)
        raise typer.Exit(130) from None
    _print_outcome(terms, tally, json)


def _shown(terms: Terms, count: int, kept: MatchFile | None, tally: Tally, json: bool) -> Iterator[MatchGame]:
    """Yield the games with a bar of progress for a person who watches, unless JSON is printed."""
    with counting_bar(count, json) as advance:
        advance("Playing", 0)

        def moved(actions: int) -> None:
            score = f"{tally.wins}+ {tally.draws}= {tally.losses}-"
            advance(f"{score}  game {tally.games + 1}, action {actions}", 0)

        for played in play_match(terms, count, kept, moved):
            yield played
            advance("", 1)


def _print_outcome(terms: Terms, tally: Tally, json: bool) -> None:
    """Print the outcome."""
    if not tally.games:
        return
    found = estimate(tally.wins, tally.draws, tally.losses)
    if json:
        print(json_format.dumps(_json(terms, tally, found)))
        return
    table = Table("", "games", "won", "drawn", "lost", "share", "Elo", box=SIMPLE)
    table.add_row(
        f"{terms.first} against {terms.second}",
        str(tally.games),
        str(tally.wins),
        str(tally.draws),
        str(tally.losses),
        f"{found.share:.1%} ({found.share_low:.1%} to {found.share_high:.1%})",
        f"{_elo(found.elo)} ({_elo(found.elo_low)} to {_elo(found.elo_high)})",
    )
    console().print(table)
    say("In brackets: the 95 % interval.")
    for fault in tally.faults:
        say(sentence(fault))


def _json(terms: Terms, tally: Tally, found: Estimate) -> dict[str, Any]:
    """Return the outcome for other programs; differences that are infinite are ``null``."""
    numbers = {name: value if math.isfinite(value) else None for name, value in asdict(found).items()}
    return {**asdict(terms), "games": tally.games, **asdict(tally), **numbers}


def _elo(difference: float) -> str:
    if math.isinf(difference):
        return "+∞" if difference > 0 else "−∞"  # noqa: RUF001
    return f"{difference:+.0f}"

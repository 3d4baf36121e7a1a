"""``hexlume engine selfplay``: the engine's games against itself, and better parameters from them."""

import os
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from hexlume_host.cli.options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from hexlume_host.cli.output import JsonOption, console, print_json, say, showing_results, write_file
from hexlume_host.cli.table import table
from hexlume_host.extras import require
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

from ...search.elo import estimate
from ...search.level import LEVELS, Settings, settings_in, settings_of, settings_text
from ...search.match import MatchFile, MatchGame, Tally, Terms
from ...search.match_record import imported
from ...search.selfplay import Competitor, SelfPlay, play_all
from ...search.tuning import Played, Tuner, Tuning
from ...search.workers import ClusterWorkers, LocalWorkers, Workers
from ..compile_engine import compile_first
from .run import FileOption, StoreOption, numbers, share_words, shown, stopped_words

_GAMES, _GAMES_OF_A_SET = 100, 40
_PLAYOUTS = 3000


def selfplay(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help=f"How many games ({_GAMES}), or of a set ({_GAMES_OF_A_SET})."
        ),
    ] = None,
    level: Annotated[
        int, typer.Option("--level", metavar="N", min=1, max=len(LEVELS), help="The engine's strength.")
    ] = len(LEVELS),
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts", metavar="N", min=1, help=f"Games searched before an action ({_PLAYOUTS} without --seconds)."
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=0.001, help="For each action, instead of playouts.")
    ] = None,
    cpu: Annotated[bool, typer.Option("--cpu", help="Count seconds of work and not of the wall's clock.")] = False,
    opening: Annotated[
        int, typer.Option("--opening", metavar="N", min=0, max=40, help="Random actions at a game's start.")
    ] = 2,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed of all choices.")] = 1,
    tune: Annotated[bool, typer.Option("--tune", help="Look for better parameters of the search.")] = False,
    sets: Annotated[
        int, typer.Option("--sets", metavar="N", min=1, help="How many sets of parameters are tried.")
    ] = 30,
    confirm: Annotated[
        int, typer.Option("--confirm", metavar="N", min=1, help="Games of the last match, which says what was won.")
    ] = 200,
    parameters: Annotated[
        Path | None,
        typer.Option("--parameters", metavar="FILE", help="Write better parameters here, for hexlume gtp to play by."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=0, max=256, help="Processes that play; 0 is one a core.")
    ] = 0,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: its scheduler, tcp://host:8786."),
    ] = None,
    file: FileOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let the engine play itself, for games or to tune its search.

    The games can be stored. With --tune it looks for better parameters of the search (docs/engine.md).

    Examples:  hexlume engine selfplay --game sibling --games 200 --store club.sqlite  ·  hexlume engine
    selfplay --tune --file tuning.jsonl --cluster tcp://host:8786
    """
    start = start_game(game, size, option or [])
    if playouts is not None and seconds is not None:
        raise HexlumeError("Give --playouts or --seconds, not both.")
    if parameters is not None and not tune:
        raise HexlumeError("There are parameters to write with --tune only.")
    if seconds is None and playouts is None:
        playouts = _PLAYOUTS
    name = f"Hexlume level {level}"
    terms = Terms(
        name, name, game, start.size, dict(start.options), seconds or 0.0, opening, seed, limit_s=0.0, cpu=cpu
    )
    require("engine", "The engine")
    if tune:
        require("tuning", "Tuning")
    if cluster is None:
        compile_first(json)
    if parameters is not None and parameters.exists():
        # A file that cannot be read is refused before hours of play.
        settings_in(parameters)
    players: Workers = ClusterWorkers(cluster) if cluster else LocalWorkers(workers or os.cpu_count() or 1)
    with Store(store) if store else nullcontext() as opened, players:

        def keep(of: Terms, played: MatchGame) -> None:
            if opened is not None:
                opened.import_game(imported(of, played, repeatable=playouts is not None))

        if tune:
            tuner = Tuner(Tuning(terms, level, playouts, games or _GAMES_OF_A_SET), workers=players, file=file)
            _tune(tuner, sets, confirm, file, parameters, keep, json)
        else:
            task = SelfPlay(terms, (Competitor(name, level), Competitor(name, level)), playouts)
            _play(task, games or _GAMES, file, players, keep, json)


def _play(
    task: SelfPlay,
    count: int,
    file: Path | None,
    players: Workers,
    keep: Callable[[Terms, MatchGame], None],
    json: bool,
) -> None:
    """Play the games of a run, and print how many each colour has won."""
    results = Counter[str]()
    match_file = MatchFile(file, task) if file else None
    with showing_results(
        lambda: _print_games(task, results, json), lambda: stopped_words(f"{results.total()} games", file)
    ):
        for played in shown(play_all(task, count, players, match_file), count, json, lambda _: "Playing"):
            keep(task.terms, played)
            results[played.result] += 1


def _print_games(task: SelfPlay, results: Counter[str], json: bool) -> None:
    terms, games, white, black = task.terms, results.total(), results["W+"], results["B+"]
    drawn = games - white - black
    if json:
        print_json(
            {
                "game": terms.game,
                "size": terms.size,
                "options": terms.options,
                "seed": terms.seed,
                "playouts": task.playouts,
                "seconds": terms.seconds or None,
                "games": games,
                "white": white,
                "drawn": drawn,
                "black": black,
            }
        )
    elif games:
        say(f"{games} games: white won {white}, black {black}{f', {drawn} were drawn' if drawn else ''}.")


def _tune(
    tuner: Tuner,
    sets: int,
    confirm: int,
    file: Path | None,
    parameters: Path | None,
    keep: Callable[[Terms, MatchGame], None],
    json: bool,
) -> None:
    """Try sets of parameters, let the best one play once more, and keep it if it is better."""
    last = Tally()
    written = None
    with showing_results(
        lambda: _print_sets(tuner, last, written, json), lambda: stopped_words(f"{len(tuner.sets)} sets", file)
    ):
        for played in shown(tuner.search(sets), sets * tuner.tuning.games, json, _of_set):
            keep(played.match.terms, played.game)
        for played in shown(tuner.confirm(tuner.best(), confirm), confirm, json, _of_set):
            keep(played.match.terms, played.game)
            last.add(played.game)
        if parameters is not None and _is_better(last):
            # Other games' settings stay.
            settings = settings_in(parameters) if parameters.exists() else {}
            settings = {**settings, tuner.tuning.terms.game: tuner.sets[tuner.best()][0]}
            write_file(parameters, settings_text(settings).encode())
            written = parameters


def _of_set(played: Played) -> str:
    return "Last match" if played.last else f"Set {played.number + 1}"


def _is_better(last: Tally) -> bool:
    return last.games > 0 and estimate(last.wins, last.draws, last.losses).share_low > 0.5


def _print_sets(tuner: Tuner, last: Tally, written: Path | None, json: bool) -> None:
    """Print the sets, the best one first, and how it did in the last match."""
    base = settings_of(tuner.tuning.terms.game)
    sets = [(at + 1, _changed(settings, base), tally) for at, (settings, tally) in enumerate(tuner.sets)]
    sets.sort(key=lambda one: -(one[2].wins + one[2].draws / 2) / one[2].games)
    if json:
        rows = [{"set": number, "parameters": changed, **numbers(tally)} for number, changed, tally in sets]
        last_match = {"set": tuner.best() + 1, **numbers(last)} if last.games else None
        print_json({"sets": rows, "last_match": last_match, "written": str(written) if written else None})
        return
    lines = [
        (
            str(number),
            str(tally.games),
            share_words(tally),
            ", ".join(f"{name} {value:.4g}" for name, value in changed.items()),
        )
        for number, changed, tally in sets[:5]
    ]
    console().print(table(("set", "games", "share", "parameters"), lines))
    if last.games:
        say(f"In a match of {last.games} games that chose nothing, set {tuner.best() + 1} won {share_words(last)}.")
        if not _is_better(last):
            say("That does not show that it is better than what the game has now.")
        else:
            say(f"{written} has its parameters." if written else "It is better than what the game has now.")


def _changed(settings: Settings, base: Settings) -> dict[str, Any]:
    before = asdict(base)
    return {name: value for name, value in asdict(settings).items() if value != before[name]}

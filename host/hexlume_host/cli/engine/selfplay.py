"""``hexlume engine selfplay``: the engine's games against itself, and better parameters from them."""

import json as json_format
import math
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.box import SIMPLE
from rich.table import Table

from ...engine.elo import Estimate, estimate
from ...engine.level import LEVELS, OF_GAME, Settings, settings_in, settings_text
from ...engine.match import MatchFile, MatchGame, Tally, Terms
from ...engine.match_record import imported
from ...engine.selfplay import SelfPlay, Side, play_all
from ...engine.tuning import Played, Tuner, Tuning
from ...engine.workers import ClusterWorkers, LocalWorkers, Workers
from ...errors import HostError
from ...extras import require
from ...store.repository import Store
from ..compile_engine import compile_first
from ..options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from ..output import JsonOption, console, print_json, say
from ..progress_bar import counting_bar

_GAMES, _GAMES_OF_A_SET = 100, 40
_PLAYOUTS = 3000

_Item = TypeVar("_Item")


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
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Keep the games here; the same command goes on where it ended."),
    ] = None,
    store: Annotated[
        str | None, typer.Option("--store", metavar="PATH-OR-URL", help="Keep the games in this store as well.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Let the engine play itself, for games or to tune its search.

    The games can be stored. With --tune it looks for better parameters of the search (docs/engine.md).

    Examples:  hexlume engine selfplay --game sibling --games 200 --store club.sqlite  ·  hexlume engine
    selfplay --game orochi --tune --file tuning.jsonl --cluster tcp://host:8786
    """
    start = start_game(game, size, option or [])
    if playouts is not None and seconds is not None:
        raise HostError("Give --playouts or --seconds, not both.")
    if parameters is not None and not tune:
        raise HostError("There are parameters to write with --tune only.")
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
    with ExitStack() as stack:
        opened = stack.enter_context(Store(store)) if store else None

        def keep(of: Terms, played: MatchGame) -> None:
            if opened is not None:
                opened.import_game(imported(of, played, repeatable=playouts is not None))

        def players() -> Workers:
            made: Workers = ClusterWorkers(cluster) if cluster else LocalWorkers(workers or os.cpu_count() or 1)
            return stack.enter_context(made)

        if tune:
            tuning = Tuning(terms, level, playouts, games or _GAMES_OF_A_SET)
            _tune(tuning, sets, confirm, file, parameters, players, keep, json)
        else:
            task = SelfPlay(terms, (Side(name, level), Side(name, level)), playouts)
            _play(task, games or _GAMES, file, players, keep, json)


def _play(
    task: SelfPlay,
    count: int,
    file: Path | None,
    players: Callable[[], Workers],
    keep: Callable[[Terms, MatchGame], None],
    json: bool,
) -> None:
    """Play the games of a run, and tell how many each colour has won."""
    tally = Tally()
    kept = MatchFile(file, task) if file else None
    with _stopping(file, json, lambda: f"after {tally.games} games", lambda: _print_games(task, tally, json)):
        for played in _shown(play_all(task, count, players(), kept), count, json, lambda game: "Playing"):
            keep(task.terms, played)
            # The players being the same, what there is to count is white's results.
            tally.add(_for_white(played))
    _print_games(task, tally, json)


def _for_white(played: MatchGame) -> MatchGame:
    points = {"W+": 1.0, "B+": 0.0}.get(played.result, 0.5)
    return MatchGame(played.number, points, played.result, played.reason, [], played.starter, played.seconds)


def _print_games(task: SelfPlay, tally: Tally, json: bool) -> None:
    summary = {
        **{name: value for name, value in asdict(task.terms).items() if name in ("game", "size", "options", "seed")},
        "playouts": task.playouts,
        "seconds": task.terms.seconds or None,
        "games": tally.games,
        "white": tally.wins,
        "drawn": tally.draws,
        "black": tally.losses,
    }
    if json:
        print(json_format.dumps(summary))
    elif tally.games:
        drawn = f", {tally.draws} were drawn" if tally.draws else ""
        say(f"{tally.games} games: white won {tally.wins}, black {tally.losses}{drawn}.")


def _tune(
    tuning: Tuning,
    sets: int,
    confirm: int,
    file: Path | None,
    parameters: Path | None,
    players: Callable[[], Workers],
    keep: Callable[[Terms, MatchGame], None],
    json: bool,
) -> None:
    """Try sets of parameters, have the best one play once more, and tell what that says."""
    if parameters is not None and parameters.exists():
        # What cannot be read is told before hours of play.
        settings_in(parameters)
    tuner = Tuner(tuning, workers=players(), kept=file)
    last = Tally()
    with _stopping(file, json, lambda: f"after {len(tuner.sets)} sets", lambda: _print_sets(tuner, last, None, json)):
        for played in _shown(tuner.search(sets), sets * tuning.games, json, _of_set):
            keep(played.match.terms, played.game)
        for played in _shown(tuner.confirm(tuner.best(), confirm), confirm, json, _of_set):
            keep(played.match.terms, played.game)
            last.add(played.game)
    better = estimate(last.wins, last.draws, last.losses).share_low > 0.5
    if better and parameters is not None:
        _write(parameters, tuning.terms.game, tuner.sets[tuner.best()][0])
    _print_sets(tuner, last, parameters if better else None, json)


def _of_set(played: Played) -> str:
    return "Last match" if played.last else f"Set {played.number + 1}"


def _write(path: Path, game: str, settings: Settings) -> None:
    """Put a game's settings into a file of parameters; other games' stay."""
    held = settings_in(path) if path.exists() else {}
    try:
        path.write_text(settings_text({**held, game: settings}))
    except OSError as error:
        raise HostError(f"{path} cannot be written: {error.strerror or error}.") from error


def _print_sets(tuner: Tuner, last: Tally, written: Path | None, json: bool) -> None:
    """Tell the sets, the best one first, and how it did in the last match."""
    found = estimate(last.wins, last.draws, last.losses) if last.games else None
    base = OF_GAME[tuner.tuning.terms.game]
    rows = [
        {"set": number + 1, "parameters": _changed(settings, base), **_numbers(tally)}
        for number, (settings, tally) in enumerate(tuner.sets)
    ]
    rows.sort(key=lambda row: -float(row["share"]))
    if json:
        last_match = {"set": tuner.best() + 1, **_numbers(last)} if found else None
        print_json({"sets": rows, "last_match": last_match, "written": str(written) if written else None})
        return
    table = Table("set", "games", "share", "parameters", box=SIMPLE)
    for row in rows[:5]:
        words = ", ".join(f"{name} {value:.4g}" for name, value in row["parameters"].items())
        table.add_row(str(row["set"]), str(row["games"]), _share(row), words)
    console().print(table)
    if found is None:
        return
    say(f"In a match of {last.games} games that chose nothing, set {tuner.best() + 1} won {_share(_numbers(last))}.")
    if found.share_low > 0.5:
        say(f"{written} has its parameters." if written else "It is better than what the game has now.")
    else:
        say("That does not show that it is better than what the game has now.")


def _changed(settings: Settings, base: Settings) -> dict[str, Any]:
    return {
        one.name: getattr(settings, one.name)
        for one in fields(settings)
        if getattr(settings, one.name) != getattr(base, one.name)
    }


def _numbers(tally: Tally) -> dict[str, Any]:
    found: Estimate = estimate(tally.wins, tally.draws, tally.losses)
    interval = {name: value if math.isfinite(value) else None for name, value in asdict(found).items()}
    return {"games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, **interval}


def _share(row: dict[str, Any]) -> str:
    return f"{row['share']:.1%} ({row['share_low']:.1%} to {row['share_high']:.1%})"


@contextmanager
def _stopping(file: Path | None, json: bool, how_far: Callable[[], str], finish: Callable[[], None]) -> Iterator[None]:
    """End in order on Ctrl-C: say how far it went and how to go on, tell what is known, exit with 130."""
    try:
        yield
    except KeyboardInterrupt:
        if not json:
            on = (
                f"{file} keeps all finished games; the same command goes on." if file else "With --file it could go on."
            )
            say(f"Stopped {how_far()}. {on}")
        finish()
        raise typer.Exit(130) from None


def _shown(items: Iterator[_Item], count: int, json: bool, name: Callable[[_Item], str]) -> Iterator[_Item]:
    """Yield what is played with a bar of progress for a person who watches, unless JSON is printed."""
    with counting_bar(count, json) as advance:
        advance("Starting", 0)
        for item in items:
            yield item
            advance(name(item), 1)

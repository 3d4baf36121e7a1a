"""``hexlume analyse``: where a stored game turned, and what was better, by the engine."""

from typing import Annotated

import typer

from hexlume_host.cli.options.store import GameArgument, StoreOption, open_to_read, record_of
from hexlume_host.cli.output import JsonOption, complain, console, print_json, say, showing_results
from hexlume_host.cli.output.progress_bar import progress_bar
from hexlume_host.signals import ending_promptly
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import replay_of
from hexlume_record.words.text import game_words

from ..review.json import review_json
from ..review.reviewed_game import ReviewedGame, save_evaluation
from ..review.reviewer import Reviewer
from ..review.text import curve_lines, summary_sentence, turning_sentence
from ..review.turning_points import turning_points
from ..search.factory import make_engine
from ..search.level import STRONGEST, Limit
from .compile_engine import compile_first

_SEED = 1
_WIDEST = 100


def analyse(
    game: GameArgument,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.01, max=3600, help="How long to search each position.")
    ] = 1.0,
    playouts: Annotated[
        int | None,
        typer.Option("--playouts", metavar="N", min=1, help="Search N playouts instead: the same result in every run."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Search again what was searched before.")] = False,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Find the turning points of a game with the engine.

    It shows the chance to win over time, the turning points, and what was better. Ctrl-C keeps what was found, and the
    same command goes on from there.

    Examples:  hexlume analyse 3  ·  hexlume analyse 3 --seconds 10  ·  hexlume analyse 3 --json
    """
    limit = Limit(None, playouts) if playouts else Limit(seconds)
    with open_to_read(store) as opened, ending_promptly():
        replay = replay_of(record_of(opened, game))
        reviewed = ReviewedGame.of(replay)
        if replay.problem:
            complain(replay.problem)
        with showing_results(
            lambda: _print_evaluations(opened, reviewed, json),
            lambda: "Stopped: what was found is kept, and the same command goes on.",
        ):
            _search(opened, reviewed, limit, again, json)


def _search(store: Store, reviewed: ReviewedGame, limit: Limit, again: bool, json: bool) -> None:
    """Search the positions that have no evaluation yet, and save each evaluation."""
    plies = reviewed.plan({} if again else reviewed.evaluations(store), limit)
    if not plies:
        return
    compile_first(json)
    with progress_bar("Making the engine ready", len(plies), json) as update:
        engine = make_engine(STRONGEST, _SEED)
        engine.make_ready()
        reviewer = Reviewer(engine, reviewed)
        for ply in plies:
            update(description=f"After {ply}. {reviewed.names[ply - 1]}" if ply else "The start")
            save_evaluation(store, reviewed.id, reviewer.evaluate(ply, limit))
            update(advance=1)


def _print_evaluations(store: Store, reviewed: ReviewedGame, json: bool) -> None:
    """Print what is known of a game."""
    points = reviewed.eval_graph(reviewed.evaluations(store))
    if json:
        header = {"id": reviewed.id, "rules": reviewed.rules, "board": reviewed.board}
        print_json({**header, **review_json(points, reviewed.board)})
        return
    turning = turning_points(points)
    say(f"Game {reviewed.id}: {game_words(reviewed.rules, reviewed.board, reviewed.options)}")
    if any(point.searched for point in points):
        out = console()
        say("White's chance to win, by action:")
        for row in curve_lines(points, min(out.width, _WIDEST)):
            out.print(row, soft_wrap=True)
    say(summary_sentence(points, turning))
    for point in turning:
        say(turning_sentence(point))

"""``hexlume engine solve``: who wins a game with best play on a small board, proven."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume.games.repetition import RepetitionGame
from hexlume_host.cli.options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from hexlume_host.cli.output import JsonOption, complain, print_json, say
from hexlume_host.cli.progress_bar import progress_bar
from hexlume_host.extras import require
from hexlume_host.signals import ending_promptly, held_back

from ...search.positions import require_compiled
from ..compile_engine import compile_first

if TYPE_CHECKING:
    from ...search.solver import Solver
    from ...search.tablebase import Result

_MOST_CELLS = 25
_KEPT_WORK = 8


def solve(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout", metavar="S", min=0.1, help="Stop after this time (default: go on until it is solved)."
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=16, max=65536, help="For the table of proven positions.")
    ] = 512,
    again: Annotated[bool, typer.Option("--again", help="Solve it even if the result is known.")] = False,
    json: JsonOption = False,
) -> None:
    """Prove who wins with best play, and with which first actions.

    Ctrl-C stops; the same command goes on.

    Examples:  hexlume engine solve --game sibling --size 3  ·  hexlume engine solve --game
    orcoon --size 4 --option pie=off
    """
    start = start_game(game, size, option or [])
    require_compiled(start.NAME)
    require("engine", "The solver")
    from ...search import tablebase  # noqa: PLC0415

    known = None if again else tablebase.known_result(start)
    if known is not None:
        _print_result(start, known, json)
        return
    # Where past boards count, few lines ever meet.
    if (start.grid.cells > _MOST_CELLS or isinstance(start, RepetitionGame)) and not json:
        complain("This is too large to be solved on any machine; it goes on all the same until it is stopped.")
    compile_first(json)
    _solve(start, timeout, memory, again, json)


def _solve(game: Game, timeout: float | None, memory: int, again: bool, json: bool) -> None:
    """Search, save what was found and print it."""
    from ...search import tablebase  # noqa: PLC0415
    from ...search.solver import Solver  # noqa: PLC0415

    # A file that cannot be read is reported before the work, not after it.
    earlier = tablebase.proven_positions(game)
    # Compiling is not the search's time.
    with ending_promptly(), held_back():
        Solver(game, 1).value(game, positions=1)
    began, spent = time.monotonic(), time.process_time()
    with progress_bar("Solving", 1, json) as update:

        def show_progress(solver: "Solver") -> bool:
            update(description=f"{solver.positions:,} positions", completed=solver.progress())
            return timeout is None or time.monotonic() - began < timeout

        solver = Solver(game, memory, show_progress)
        before = None if again else tablebase.result_of(game, tablebase.own_folder())
        for proven in () if again else earlier:
            solver.learn(proven)
        value, best, stopped = None, list[str](), 0
        try:
            value = solver.value(game)
            if value is not None:
                best, value = _best_actions(solver, game, value)
        except (KeyboardInterrupt, SystemExit) as end:
            # SIGTERM ends the work as Ctrl-C does.
            stopped, value = getattr(end, "code", 130), None
    found = tablebase.Result(
        dict(game.options),
        value,
        best,
        solver.positions + (before.positions if before else 0),
        round(time.process_time() - spent + (before.seconds if before else 0.0), 1),
    )
    # What was known before had no part in solving again, but serves games with other options, too.
    for proven in earlier if again else ():
        solver.learn(proven)
    file = tablebase.save(game, tablebase.own_folder(), found, solver.proven(_KEPT_WORK))
    _print_result(game, found, json)
    if value is None and not json:
        say(f"{file} keeps what was proven; the same command goes on.")
    if stopped:
        raise typer.Exit(stopped)


def _best_actions(solver: "Solver", game: Game, value: str) -> tuple[list[str], str | None]:
    """Return the names of all first actions with a value, and the value, or ``None`` if it was stopped."""
    best = []
    for action in game.legal_actions():
        found = solver.value_after(game, action)
        if found is None:
            return [], None
        if found == value:
            best.append(game.name(action))
    return (sorted(best) if value != "loss" else []), value


def _print_result(game: Game, found: "Result", json: bool) -> None:
    board = f"{game.grid.kind}{game.size}"
    if json:
        winner = {"win": "first", "loss": "second", "draw": "draw", None: None}[found.value]
        print_json(
            {
                "game": game.NAME,
                "board": board,
                "options": dict(game.options),
                "winner": winner,
                "worth": found.value,
                "best": found.best,
                "positions": found.positions,
                "seconds": found.seconds,
            }
        )
        return
    where = f"{game.NAME.capitalize()} on {board}"
    if found.value is None:
        say(f"{where}: not solved yet, {found.positions:,} positions in {found.seconds:,} CPU seconds.")
        return
    colour = COLOURS[game.FIRST if found.value == "win" else 3 - game.FIRST]
    named = "" if game.options.get("pie") else f", {colour},"
    outcome = {
        "win": f"who acts first{named} wins",
        "loss": f"who acts second{named} wins",
        "draw": "nobody wins",
    }[found.value]
    say(f"{where}: {outcome} with best play.")
    say(f"Best first actions: {' '.join(found.best)}." if found.best else "Every first action loses.")
    say(f"Proven with {found.positions:,} positions in {found.seconds:,} CPU seconds.")

"""``hexlume problems make`` and ``mistakes``: problems from the engine's own games, and from one's own."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ..engine.making import is_installed
from ..errors import HostError
from ..extras import require
from ..puzzles.mistakes import mistakes_of
from ..puzzles.repository import keep
from ..signals import ending_promptly
from ..store.repository import Store
from .compile_engine import compile_first
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, SizeOption, start_game
from .options.puzzle import PositionsOption, SecondsOption, SeedOption, store_of
from .output import JsonOption, StoreOption, complain, open_to_read, print_json, say
from .progress_bar import counting_bar

if TYPE_CHECKING:
    from ..puzzles.prover import ProofLimit, Prover

_MOST_BARREN = 40
"""After so many games in a row without a new problem there are hardly any left."""


def make(
    context: typer.Context,
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many new problems.")] = 10,
    difficulty: Annotated[
        int, typer.Option("--difficulty", metavar="N", min=1, max=5, help="Only of this difficulty or harder.")
    ] = 1,
    positions: PositionsOption = None,
    seconds: SecondsOption = None,
    playouts: Annotated[
        int | None,
        typer.Option("--playouts", metavar="N", min=1, help="Games searched before each action that is played."),
    ] = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Make problems: the engine plays itself, and positions with one provably best action are kept.

    Every problem is kept as soon as it is found; Ctrl-C stops. With --seed and without --seconds the same command
    finds the same ones.
    """
    start = start_game(game, size, option or [])
    limit = _limit(positions, seconds, json)
    from ..puzzles.prover import Prover  # noqa: PLC0415
    from ..puzzles.search import PLAYOUTS, Source  # noqa: PLC0415

    chosen = secrets.randbits(31) if seed is None else seed
    source = Source(game, start.size, dict(start.options), chosen, playouts or PLAYOUTS)
    made: list[int] = []
    with Store(store_of(context, store)) as opened, ending_promptly():
        stopped = False
        try:
            with counting_bar(count, json) as told:
                told("Making the engine ready", 0)
                played = _make(opened, Prover(limit), source, count, difficulty, made, told)
        except KeyboardInterrupt:
            stopped, played = True, 0
    if json:
        print_json({"seed": chosen, "problems": made})
    elif made:
        say(f"{_counted(len(made))} new, {_numbers(made)}. Solve them: hexlume problems solve")
    if stopped:
        complain(f"Stopped: {_counted(len(made))} kept.")
        raise typer.Exit(130)
    if len(made) < count:
        complain(
            f"In {played} games there were only {_counted(len(made))} that are new: choose a larger board, "
            "or search for longer (--positions)."
        )


def _make(
    store: Store,
    prover: "Prover",
    source: object,
    count: int,
    difficulty: int,
    made: list[int],
    told: Callable[[str, int], None],
) -> int:
    """Make problems until there are enough, or games bring nothing new; return how many games were played."""
    from ..puzzles.search import Source, problems_in  # noqa: PLC0415

    assert isinstance(source, Source)
    number = barren = 0
    while len(made) < count and barren < _MOST_BARREN:
        told(f"Game {number + 1}", 0)
        actions = source.game(number)
        number += 1
        barren += 1

        def look(ply: int, number: int = number) -> None:
            told(f"Game {number}, after {ply} actions", 0)

        for problem in problems_in(prover, source.rules, source.size, source.options, actions, look):
            kept = keep(store, problem) if problem.difficulty >= difficulty else None
            if kept is not None:
                made.append(kept)
                barren = 0
                told("", 1)
                if len(made) == count:
                    break
    return number


def mistakes(
    context: typer.Context,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Whose mistakes; everybody's if nobody is named.")
    ] = "",
    positions: PositionsOption = None,
    seconds: SecondsOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Play your mistakes again: make problems of the turning points of games that hexlume analyse has judged.

    What can be proven is proven; the rest goes by the engine's estimate, which is said with every answer.
    """
    limit = _limit(positions, seconds, json) if is_installed() else None
    made: list[int] = []
    games = 0

    def look(game: int) -> None:
        nonlocal games
        games += 1

    with open_to_read(store_of(context, store)) as opened, ending_promptly():
        stopped = False
        try:
            for problem in mistakes_of(opened, player, _prover(limit), look):
                kept = keep(opened, problem)
                made += [] if kept is None else [kept]
        except KeyboardInterrupt:
            stopped = True
    if json:
        print_json({"games": games, "problems": made})
    elif made:
        name = f" --as '{player}'" if player else ""
        say(f"{_counted(len(made))} new, {_numbers(made)}. Solve them: hexlume problems solve --mistakes{name}")
    elif not games:
        say("No such game is analysed yet: hexlume analyse ID judges one.")
    else:
        say("There is no mistake that is not a problem already.")
    if stopped:
        complain(f"Stopped: {_counted(len(made))} kept.")
        raise typer.Exit(130)


def _prover(limit: "ProofLimit | None") -> "Prover | None":
    from ..puzzles.prover import Prover  # noqa: PLC0415

    return None if limit is None else Prover(limit)


def _limit(positions: int | None, seconds: float | None, json: bool) -> "ProofLimit":
    if positions is not None and seconds is not None:
        raise HostError("Give --positions or --seconds, not both.")
    require("engine", "The engine")
    from ..puzzles.prover import ProofLimit  # noqa: PLC0415

    compile_first(json)
    return ProofLimit(seconds=seconds) if positions is None else ProofLimit(positions, None)


def _counted(count: int) -> str:
    return f"{count} problem{'' if count == 1 else 's'}"


def _numbers(made: list[int]) -> str:
    shown = ", ".join(map(str, made[:12]))
    return f"{'number' if len(made) == 1 else 'numbers'} {shown}{' ...' if len(made) > 12 else ''}"

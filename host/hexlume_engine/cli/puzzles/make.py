"""``hexlume puzzles make``: puzzles from the engine's games against itself."""

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from hexlume_host.cli.options.game import DEFAULT_RULES, OptionsOption, RulesOption, SizeOption, start_game
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import JsonOption, complain, print_json, say, showing_results
from hexlume_host.cli.output.progress_bar import progress_bar
from hexlume_host.signals import ending_promptly
from hexlume_host.store.repository import Store
from hexlume_record.words.text import counted

from ...puzzles.options import PositionsOption, SeedOption
from ...puzzles.repository import save_puzzle
from ...search.positions import require_compiled
from ..compile_engine import compile_first

if TYPE_CHECKING:
    from ...puzzles.prover import Prover
    from ...puzzles.search import Source

_MAX_BARREN = 40
"""The most games in a row without a new puzzle: then there are hardly any left."""


def make(
    rules: RulesOption = DEFAULT_RULES,
    size: SizeOption = 0,
    option: OptionsOption = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, help="How many new puzzles.")] = 10,
    difficulty: Annotated[
        int, typer.Option("--difficulty", metavar="N", min=1, max=5, help="Only of this difficulty or harder.")
    ] = 1,
    positions: PositionsOption = None,
    playouts: Annotated[
        int | None,
        typer.Option("--playouts", metavar="N", min=1, help="Games searched before each action that is played."),
    ] = None,
    seed: SeedOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Make puzzles from games that the engine plays against itself.

    A puzzle is a position with one provably best action. Each is stored as soon as it is found; Ctrl-C stops. With
    --seed the same command finds the same puzzles.

    Examples:  hexlume puzzles make --rules sibling --size 3  ·  hexlume puzzles make --count 50 --seed 7
    """
    start = start_game(rules, size, option or [])
    require_compiled(start.NAME)
    prover = make_prover(positions, json)
    from ...puzzles.search import PLAYOUTS, Source  # noqa: PLC0415

    chosen = secrets.randbits(31) if seed is None else seed
    source = Source(rules, start.size, dict(start.options), chosen, playouts or PLAYOUTS)
    made: list[int] = []

    def print_made() -> None:
        if json:
            print_json({"seed": chosen, "puzzles": made})
        elif made:
            say(f"{made_words(made)} Solve them: hexlume puzzles solve")

    with Store(store) as opened, ending_promptly(), showing_results(print_made, lambda: kept_words(made)):
        played = _make(opened, prover, source, count, difficulty, made, json)
    if len(made) < count:
        complain(
            f"In {played} games there were only {counted(len(made), 'puzzle')} that are new: choose a larger board, "
            "or search for longer (--positions)."
        )


def _make(
    store: Store,
    prover: "Prover",
    source: "Source",
    count: int,
    difficulty: int,
    made: list[int],
    hidden: bool,
) -> int:
    """Make puzzles until there are enough, or games bring nothing new; return how many games were played."""
    from ...puzzles.search import puzzles_in  # noqa: PLC0415

    number = barren = 0
    with progress_bar("Making the engine ready", count, hidden) as update:
        while len(made) < count and barren < _MAX_BARREN:
            update(description=f"Game {number + 1}")
            played = source.game(number)
            number += 1
            barren += 1
            for puzzle in puzzles_in(prover, played):
                stored = save_puzzle(store, puzzle) if puzzle.difficulty >= difficulty else None
                if stored is not None:
                    made.append(stored)
                    barren = 0
                    update(advance=1)
                    if len(made) == count:
                        break
    return number


def make_prover(positions: int | None, json: bool) -> "Prover":
    """Return a prover for the options, with the engine ready; raises ``HexlumeError`` without the engine."""
    compile_first(json)
    from ...puzzles.prover import POSITIONS, Prover  # noqa: PLC0415

    return Prover(positions or POSITIONS)


def made_words(made: list[int]) -> str:
    """Return a sentence with the numbers of the first new puzzles."""
    shown = ", ".join(map(str, made[:12]))
    more = " ..." if len(made) > 12 else ""
    return f"{counted(len(made), 'puzzle')} new, {'number' if len(made) == 1 else 'numbers'} {shown}{more}."


def kept_words(made: list[int]) -> str:
    """Return what to say after Ctrl-C."""
    return f"Stopped: {counted(len(made), 'puzzle')} kept."

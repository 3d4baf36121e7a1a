"""How well the board's own opponent plays in the time that it has on an RP2350.

It plays whole games against random actions in a MicroPython with 32-bit objects; its clock runs as on the chip.
``python -m tests.bench.small_engine`` prints these figures alone; ``--games`` and names of games choose which.
"""

import argparse
import tempfile
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from hexlume_engine.search.elo import estimate
from tests.vm.counting import drive
from tests.vm.demo import play
from tests.vm.memory import replayed
from tests.vm.opponent import played

from .engine import BOARDS
from .figure import Figure

GAMES = 20
MOST_ACTIONS = 400


class Played(NamedTuple):
    """A game: the points of the opponent, and the longest of its thoughts and of their passes in ms."""

    points: float
    thought_ms: int
    pass_ms: int


def loop_ms(folder: Path) -> float:
    """Return ms on an RP2350 of the board's other work in a pass."""
    demo = play("orochi", 4, "hex4", 1, folder / "trace")
    return replayed(folder, demo.pass_count).mean.rp2350_ms


def a_game(task: tuple[str, int, int, float, Path]) -> Played:
    """Play a game of a number, colours in turn."""
    name, size, number, loop, folder = task
    own = 1 + number % 2
    thoughts, result = played(folder, name, size, own, 1 + 7919 * number, loop, MOST_ACTIONS)
    points = 0.5 if result == "0" else float(result == ("W+" if own == 1 else "B+"))
    return Played(points, max(ms for ms, _ in thoughts), max(ms for _, ms in thoughts))


def measure(count: int = GAMES, names: tuple[str, ...] = ()) -> list[Figure]:
    """Return for every game, or those named, the share of the points, and the longest thought and pass."""
    figures = []
    with tempfile.TemporaryDirectory() as made, Pool() as pool, Progress(console=Console(stderr=True)) as progress:
        folder = Path(made)
        drive(folder, False)
        loop = loop_ms(folder)
        for name, size in BOARDS:
            if names and name not in names:
                continue
            tasks = [(name, size, number, loop, folder) for number in range(count)]
            games = list(progress.track(pool.imap_unordered(a_game, tasks), total=count, description=name))
            wins, draws = (sum(game.points == points for game in games) for points in (1, 0.5))
            found = estimate(wins, draws, count - wins - draws)
            note = f"{count} games, {found.share_low:.0%} to {found.share_high:.0%}"
            figures.append(Figure(f"board's own opponent against random, {name} {size}", found.share, "", note))
            thought, longest = max(game.thought_ms for game in games), max(game.pass_ms for game in games)
            note = f"on an RP2350, with {loop:.1f} ms for the rest of a pass, the longest of which takes {longest} ms"
            figures.append(Figure(f"its longest thought, {name} {size}", thought / 1000, "s", note))
    return figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="how many of each")
    asked = parser.parse_args()
    table = Table("figure", "value", "unit", "note", box=None)
    for figure in measure(asked.games, tuple(asked.names)):
        table.add_row(figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
    Console().print(table)


if __name__ == "__main__":
    main()

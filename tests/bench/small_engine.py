"""How well the board's own opponent plays in the time that it has on an RP2350.

What a ply of its random games takes is counted in a MicroPython with 32-bit objects; then it plays against random
actions, its clock running as fast. ``python -m tests.bench.small_engine`` prints these figures alone.
"""

import random
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from hexlume import games
from hexlume.engine import _PLIES_A_PASS, REPLAYED, Engine
from hexlume.games.contract import Game
from hexlume_host.engine.elo import estimate
from tests.vm.counting import drive, run
from tests.vm.demo import play
from tests.vm.memory import plain, replayed

from .engine import BOARDS
from .figure import Figure

GAMES = 20
MOST_ACTIONS = 400
_PASSES = 8
_PLACES = (0, 12, 30)
"""Positions after so many actions are measured; the dearest one counts."""


def ply_ms(name: str, size: int, folder: Path) -> float:
    """Return ms on an RP2350 that a ply of a random game takes, with its share of taking the game back."""
    choice = random.Random(f"{name} {size}")
    dearest = 0.0
    for length in _PLACES:
        game = games.start(name, size)
        while len(game.codes) < length and game.result is None:
            game.apply(choice.choice(game.legal_codes()))
        if game.result is not None:
            break
        (folder / "actions").write_text("\n".join(game.actions()))
        # Copying, gathering, and then random games.
        before = 1 + max(1, -(-length // REPLAYED))
        arguments = (name, str(size), "/folder/actions", str(before + _PASSES))
        counted = run("thinking.py", *arguments, folders={"/folder": folder, **drive(folder, False)}, heap="8M")
        passes = counted.spans("begin", "done")[before:]
        dearest = max(dearest, plain(sum(passes) / len(passes)).rp2350_ms / _PLIES_A_PASS)
    return dearest


def loop_ms(folder: Path) -> float:
    """Return ms on an RP2350 of the board's other work in a pass."""
    demo = play("orochi", 4, "hex4", 1, folder / "trace")
    return replayed(folder, demo.sleeps).mean.rp2350_ms


class _Chip:
    """The time on a chip: a look at the clock comes after each ply, and a pass of the loop has other work."""

    def __init__(self, ply: float, loop: float) -> None:
        self.now = 0.0
        self._ply = ply
        self._loop = loop
        self.longest = 0.0

    def ticks(self) -> int:
        """Return the time in ms, a ply later."""
        self.now += self._ply
        return int(self.now)

    def chosen(self, game: Game, seed: int) -> int:
        """Return what the opponent plays."""
        began = self.now
        engine = Engine(game, random.Random(seed).randrange, self.ticks)
        while not engine.think():
            self.now += self._loop
        self.longest = max(self.longest, self.now - began)
        return engine.action


def against_random(name: str, size: int, chip: _Chip, count: int) -> tuple[int, int]:
    """Return how many of so many games, colours in turn, it wins, and how many it draws."""
    choice = random.Random(11)
    wins = draws = 0
    for number in range(count):
        game = games.start(name, size)
        own = 1 + number % 2
        while game.result is None and len(game.codes) < MOST_ACTIONS:
            game.apply(chip.chosen(game, number) if game.to_move == own else choice.choice(game.legal_codes()))
        wins += game.result == ("W+" if own == 1 else "B+")
        draws += game.result in (None, "0")
    return wins, draws


def measure(count: int = GAMES) -> list[Figure]:
    """Return for every game the share of the points, and the longest thought."""
    figures = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        loop = loop_ms(folder)
        for name, size in BOARDS:
            ply = ply_ms(name, size, folder)
            chip = _Chip(ply, loop)
            wins, draws = against_random(name, size, chip, count)
            found = estimate(wins, draws, count - wins - draws)
            note = (
                f"{count} games, {found.share_low:.0%} to {found.share_high:.0%}; an RP2350 takes {ply:.2f} ms for a "
                f"ply and {loop:.1f} ms for the rest of a pass"
            )
            figures.append(Figure(f"board's own opponent against random, {name} {size}", found.share, "", note))
            figures.append(Figure(f"its longest thought, {name} {size}", chip.longest / 1000, "s", "the same"))
    return figures


def main() -> None:
    """Print the figures."""
    table = Table("figure", "value", "unit", "note", box=None)
    for figure in measure():
        table.add_row(figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
    Console().print(table)


if __name__ == "__main__":
    main()

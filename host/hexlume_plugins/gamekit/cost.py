"""The time that a game's rules take on a Pico 2, by the simulated board's clock."""

from collections import deque
from pathlib import Path
from random import Random
from time import process_time
from types import ModuleType
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_host.external_games.trouble import error_words
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.costs import RP2350
from hexlume_sim.cpython.firmware_run import CIRCUITPYTHON, LIBRARIES
from hexlume_sim.cpython.interpreter import Interpreter

from .random_games import longest
from .report import Check

PANELS = ("hex7", "square9")
"""The panels for which the time is measured, on the largest board that fits."""
SLICES = 15
"""Slices of ``iter_legal`` in one pass of the board's loop."""
LIMITS_MS = {"slice": 40.0, "codes_at": 20.0, "push": 20.0, "late push": 40.0, "lead": 20.0}
"""What a pass's slices, and one call, may take. Hexlume's own games take up to 33, 14 and 20 ms, late in a game up to
38 ms for a push, and 14 ms for a lead. Only one game's pushes take more than 11 ms early, and more than 20 ms late.

Of the one with 33 ms every light comes within 52 ms on hex7, and 45 ms on average.
"""
_WORDS = {
    "slice": f"{SLICES} slices of iter_legal",
    "codes_at": "codes_at",
    "push": "push",
    "late push": "push late in a game",
    "lead": "lead",
}
_GAMES = 3
_Plan = tuple[str, int, dict[str, Any], list[int]]
_EARLY = 60
"""The actions of a game after which it is late: few games have more, and what is rare may take a pass."""
_MOST = 1000
_SECONDS = 5.0
"""The longest game, in actions, and in the time for making it."""


def check_cost(name: str, folder: Path, seed: int, with_hints: bool = True) -> Check:
    """Replay random games by a Pico 2's clock, and ask for the lead ``with_hints``."""
    check = Check("time")
    board = largest_board(games.game_class(name))
    choices = [Random(f"{seed} {game}") for game in range(_GAMES)]
    meter = _Meter([_plan(games.start(name, board), choice) for choice in choices], with_hints)
    try:
        meter.run()
    except Exception as error:
        check.fail(f"The simulated Pico 2 cannot run the rules: {error_words(error, folder)}.")
        return check
    grid = games.start(name, board).grid.board
    found = ", ".join(f"{_WORDS[what]} {ms:.1f} ms" for what, (ms, _) in meter.longest.items())
    check.summary = f"on {grid} by a Pico 2's clock, at most: {found}"
    for what, (ms, codes) in meter.longest.items():
        if ms > LIMITS_MS[what]:
            check.fail(
                f"On {grid} a Pico 2 takes {ms:.1f} ms for {_WORDS[what]}, and {LIMITS_MS[what]:g} ms are allowed: "
                "the lights would come late.",
                _replayed(name, board, codes),
            )
    return check


def largest_board(kind: type[Game]) -> int:
    """Return the largest size that fits the panels, or the smallest size if none does."""
    best = 0
    for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1):
        for panel in PANELS:
            try:
                Layout(panel_grid(panel), kind.GRID(size))
            except ValueError:
                continue
            best = size
    return best or kind.MIN_SIZE


def _plan(game: Game, choice: Random) -> "_Plan":
    """Return a random game to its end."""
    until = process_time() + _SECONDS
    while game.outcome is None and len(game.codes) < min(longest(game), _MOST) and process_time() < until:
        game.push(choice.choice(game.legal_actions()))
    return game.NAME, game.size, {}, list(game.codes)


def _replayed(name: str, size: int, codes: list[int]) -> Game:
    game = games.start(name, size)
    for code in codes:
        game.push(code)
    return game


class _Meter:
    """Runs the metered program; ``longest`` has the longest time of each step, in ms, and the position's actions."""

    def __init__(self, plan: "list[_Plan]", with_hints: bool) -> None:
        self.longest: dict[str, tuple[float, list[int]]] = {}
        self._clock = Clock(RP2350)
        self._slices: deque[float] = deque(maxlen=SLICES)
        self._at: tuple[int, int] = (0, 0)
        self._module = ModuleType("hexlume_meter")
        vars(self._module).update(plan=plan, hints=with_hints, now=lambda: self._clock.owed_us, note=self._note)

    def run(self) -> None:
        """Run the program."""
        program = Path(__file__).with_name("metered_program.py")
        modules = {"hexlume_meter": self._module}
        Interpreter([], LIBRARIES, modules, open, self._clock, CIRCUITPYTHON).run(program)

    def _note(self, what: str, began: float, game: Any) -> None:
        ms = (self._clock.owed_us - began) / 1000
        if what == "push" and len(game.codes) > _EARLY:
            what = "late push"
        if what == "slice":
            at = (id(game), len(game.codes))
            if at != self._at:
                self._at = at
                self._slices.clear()
            self._slices.append(ms)
            ms = sum(self._slices)
        if ms > self.longest.get(what, (-1.0, []))[0]:
            codes = list(game.codes)
            self.longest[what] = ms, codes[:-1] if what.endswith("push") else codes

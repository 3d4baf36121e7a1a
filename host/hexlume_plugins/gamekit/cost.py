"""The time that a game's rules take on a Pico 2, by the simulated board's clock."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from random import Random
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

from .random_games import play
from .report import Check

PANELS = ("hex7", "square9")
"""The panels for which the time is measured, on the largest board that fits."""
SLICES = 15
"""Slices of ``iter_legal`` in one pass of the board's loop."""
_SLICES = f"{SLICES} slices of iter_legal"
LIMITS_MS = {_SLICES: 40.0, "codes_at": 20.0, "push": 20.0, "push late in a game": 40.0, "lead": 20.0}
"""What a pass's slices, and one call, may take. Hexlume's own games take up to 33, 14 and 20 ms, late in a game up to
38 ms for a push, and 14 ms for a lead. Only one game's pushes take more than 11 ms early, and more than 20 ms late.

Of the one with 33 ms every light comes within 52 ms on hex7, and 45 ms on average.
"""
_GAMES = 3
_EARLY = 60
"""The actions of a game after which it is late: few games have more, and what is rare may take a pass."""
_MOST = 400
"""The most actions of a game that are measured."""


def check_cost(name: str, folder: Path, seed: int) -> Check:
    """Replay random games by a Pico 2's clock."""
    check = Check("time")
    size = largest_board(games.game_class(name))
    played = [games.start(name, size) for _ in range(_GAMES)]
    for number, game in enumerate(played):
        list(play(game, Random(f"{seed} {number}"), _MOST))
    try:
        meter = _Meter(played)
    except Exception as error:
        check.fail(f"The simulated Pico 2 cannot run the rules: {error_words(error, folder)}.")
        return check
    board = played[0].grid.board
    found = ", ".join(f"{what} {ms:.1f} ms" for what, (ms, _, _) in meter.longest.items())
    check.summary = f"on {board} by a Pico 2's clock, at most: {found}"
    for what, (ms, game, actions) in meter.longest.items():
        if ms > LIMITS_MS[what]:
            while len(game.codes) > actions:
                game.pop()
            check.fail_at(
                game,
                f"A Pico 2 takes {ms:.1f} ms for {what}, and {LIMITS_MS[what]:g} ms are allowed, for the lights",
            )
            break
    return check


def largest_board(kind: type[Game]) -> int:
    """Return the largest size that fits the panels, or the smallest size if none does."""
    best = kind.MIN_SIZE
    for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1):
        for panel in PANELS:
            with suppress(ValueError):
                Layout(panel_grid(panel), kind.GRID(size))
                best = size
    return best


class _Meter:
    """Replays games by a Pico 2's clock.

    ``longest`` has the longest time of each step in ms, with the game and the number of its actions before.
    """

    def __init__(self, played: list[Game]) -> None:
        self.longest: dict[str, tuple[float, Game, int]] = {}
        self._played = played
        self._clock = Clock(RP2350)
        module = ModuleType("hexlume_meter")
        module.__dict__["measure"] = self._measure
        program = Path(__file__).with_name("metered_program.py")
        Interpreter([], LIBRARIES, {"hexlume_meter": module}, open, self._clock, CIRCUITPYTHON).run(program)

    def _measure(self, metered: Any) -> None:
        """Replay the games with ``hexlume.games`` as the simulated chip has it."""
        for played in self._played:
            game = metered.start(played.NAME, played.size)
            lead = getattr(metered.part(played.NAME, "evaluation"), "lead", None)
            for at, code in enumerate(played.codes):
                timed = partial(self._time, played, at)
                # Before every action, as on a board: rules may keep for it what they find here.
                legal = game.iter_legal()
                while timed(_SLICES, list, islice(legal, SLICES)):
                    pass
                if lead:
                    timed("lead", lead, game, game.to_move)
                for cell, piece in game.hand_work(code):
                    if piece:
                        timed("codes_at", game.codes_at, cell, piece)
                timed("push" if at < _EARLY else "push late in a game", game.push, code)

    def _time(self, played: Game, at: int, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        began = self._clock.owed_us
        found = function(*arguments)
        ms = (self._clock.owed_us - began) / 1000
        self.longest[what] = max(self.longest.get(what, (-1.0, played, at)), (ms, played, at), key=itemgetter(0))
        return found

"""Scripted hands that record every light after each gesture, on both back ends."""

from random import Random
from typing import Any

from hexlume.games.game import Game
from hexlume.games.pieces import NAMES
from hexlume.hardware.panel import STATUS_LEDS
from hexlume_sim.hands.careful import MS, Hands, Script, play_games
from hexlume_sim.hands.eyes import MEMORY_MS, Eyes
from hexlume_sim.twin import Board

REACTION_MS = 500.0
"""When a look begins after a gesture: the board has understood it and lit what follows."""


class WitnessedHands(Hands):
    """Careful hands that look long after every gesture and send what they saw, cue by cue."""

    def __init__(self, twin: Board, eyes: Eyes, game: Game, choice: Random) -> None:
        super().__init__(twin, eyes, game, choice)
        self._cells = len(twin.sensors.sites)
        chain = [site.led for site in twin.sensors.sites]
        self._all = Eyes([*chain, *range(self._cells, self._cells + STATUS_LEDS)])
        twin.leds.listeners.append(lambda us, rgb: self._all.add_frame(us / MS, rgb))

    def _put(self, name: str, piece: int) -> Script:
        yield from super()._put(name, piece)
        yield from self._witness(f"put {NAMES[piece]} on {name}")

    def _lift(self, name: str) -> Script:
        yield from super()._lift(name)
        yield from self._witness(f"lift {name}")

    def _turn(self, name: str) -> Script:
        yield from super()._turn(name)
        yield from self._witness(f"turn {name}")

    def _choose_by_button(self, action: int) -> Script:
        yield from super()._choose_by_button(action)
        yield from self._witness(f"choose {self._game.name(action)}")

    def _witness(self, gesture: str) -> Script:
        yield (REACTION_MS + MEMORY_MS) * MS
        cues = self._all.look(self._twin.clock.now / MS, MEMORY_MS)
        names = [*map(self._twin.grid.name, range(self._cells)), *(f"status {n}" for n in range(STATUS_LEDS))]
        seen = {name: cue for name, cue in zip(names, cues, strict=True) if cue}
        self._twin.tell({"event": "gesture", "gesture": gesture, "seen": seen})


def play(board: Board, **arguments: Any) -> Script:
    """Play one game."""
    yield from play_games(board, make_hands=WitnessedHands, count=1, wait_for_host=True, **arguments)

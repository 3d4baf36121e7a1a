"""Chooses what ``genmove`` plays."""

from random import Random
from typing import Protocol

from hexlume.games.contract import Game


class Chooser(Protocol):
    """Whatever can choose an action."""

    def choose(self, game: Game) -> str:
        """Return a legal action of a game that is not over, and leave the game as it was."""


class RandomChooser:
    """Chooses any legal action, all with the same chance; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, game: Game) -> str:
        """Return a legal action of a game that is not over."""
        return self._random.choice(game.legal())

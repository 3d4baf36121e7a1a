"""A position of the fast kind, made from a game under the rules modules."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from hexlume.games.game import Game

from . import game as fast
from .state import RESULT, TO_MOVE
from .tables import LONGEST_PLAYOUT, Tables, tables_of

RESULTS = (None, "W+", "B+", "0")
"""The results' words, by the numbers of ``state``."""

_SEED_MIX = 0x9E3779B97F4A7C15


def generator(seed: int) -> Any:
    """Return a random number generator's state that follows from a seed."""
    mixed = (seed + 1) * _SEED_MIX & 2**64 - 1
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 & 2**64 - 1
    return np.array([mixed or 1], np.uint64)


@dataclass(slots=True)
class FastPosition:
    """A position with its tables and the working memory for it; ``numbers`` is the position itself."""

    tables: Tables
    numbers: Any
    work: Any
    out: Any

    @classmethod
    def at_start(cls, game: Game, room: int = LONGEST_PLAYOUT) -> "FastPosition":
        """Return the start of a game with the same rules, with room for ``room`` past boards."""
        tables = tables_of(game)
        made = cls(
            tables,
            np.zeros(tables.state_size + room, np.int64),
            np.zeros(tables.work_size + tables.state_size + room, np.int64),
            np.zeros(tables.work_size, np.int64),
        )
        fast.begin(made.numbers, tables.numbers)
        return made

    @classmethod
    def of(cls, game: Game) -> "FastPosition":
        """Return the position of a running or finished game, with all that its past decides.

        A game that was concluded (a resignation, say) is where it stood.
        """
        made = cls.at_start(game, len(game.codes) + LONGEST_PLAYOUT)
        for action in game.codes:
            made.apply(action)
        return made

    def copy(self) -> "FastPosition":
        """Return a position of its own with the same content."""
        return FastPosition(self.tables, self.numbers.copy(), self.work.copy(), self.out.copy())

    def apply(self, action: int) -> None:
        """Play the code of a legal action; this is not checked."""
        fast.apply(self.numbers, self.tables.numbers, self.work, action)

    def legal(self) -> list[int]:
        """Return the codes of all legal actions, in any order."""
        count = fast.legal(self.numbers, self.tables.numbers, self.work, self.out)
        return [int(action) for action in self.out[:count]]

    @property
    def to_move(self) -> int:
        """The colour that is to act, ``EMPTY`` once the game is over."""
        return int(self.numbers[TO_MOVE])

    @property
    def result(self) -> str | None:
        """The result's word, ``None`` until the game is over."""
        return RESULTS[self.numbers[RESULT]]

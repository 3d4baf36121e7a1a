"""Games in which an action places one disc of one's own, or is a word such as ``swap``."""

from . import notation
from .game import NOTHING, OVER, Game
from .grid import NO_CELL
from .pieces import BLACK, other

if False:  # for type checkers only
    from typing import Iterator

SWAP = notation.code(notation.SWAP)
"""The code of ``swap``."""


class PlacingGame(Game):
    """A game of placements and ``WORDS``; a subclass says in ``_forbidden_by`` where no disc may be placed.

    ``SWAP_CLAUSE`` allows the second player to answer the first disc by taking its seat, with the option ``pie``.
    """

    WORDS: tuple[int, ...] = (SWAP,)
    SWAP_CLAUSE = ""

    def iter_legal(self) -> "Iterator[int]":
        """Yield the legal codes: placements, then words."""
        if self.phase == OVER:
            return
        blocked = self.grid.blocked
        for cell in range(self.grid.cells):
            is_free = cell not in blocked and self._forbidden_by(cell) is None
            yield notation.code(notation.PLACE, cell) if is_free else NOTHING
        for word in self.WORDS:
            if self._word_forbidden_by(word) is None:
                yield word

    def why_not(self, action: int) -> str | None:
        """Return the clause that forbids a code, or ``None``."""
        if self.phase == OVER:
            return "ACT-2"
        if action in self.WORDS:
            return self._word_forbidden_by(action)
        cell = notation.first(action)
        if cell >= self.grid.cells or cell in self.grid.blocked or action != notation.code(notation.PLACE, cell):
            return "ACT-1"
        return self._forbidden_by(cell)

    def _forbidden_by(self, cell: int) -> str | None:
        """Return the clause that forbids the player to act a disc on a cell."""
        raise NotImplementedError

    def _word_forbidden_by(self, action: int) -> str | None:
        """Return the clause that forbids one of ``WORDS``; here it is ``swap``."""
        return None if self.options["pie"] and len(self.codes) == 1 else self.SWAP_CLAUSE


class JoiningGame(PlacingGame):
    """A game that is won by joining one's two sides: black's are the first row and the last, white's columns."""

    FIRST = BLACK
    DEFAULTS = {"pie": True}

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the chain that the last disc completed, if one did."""
        return [] if self.outcome is None else self._chain(notation.first(self.codes[-1])), [], []

    def _chain(self, cell: int) -> list[int]:
        """Return the group on a cell if it joins its colour's two sides, else ``[]``."""
        size = self.size
        black = self.board[cell] == BLACK
        group = self._group(cell)
        lines = [each // size if black else each % size for each in group]
        return group if 0 in lines and size - 1 in lines else []


def lacking(game: Game, colour: int) -> int:
    """Return how many more discs at least would join a colour's sides, were all empty cells free for it.

    As many as there are cells where the sides are parted.
    """
    size, offsets = game.size, game.grid.offsets
    step, last = (1, size * (size - 1)) if colour == BLACK else (size, size - 1)
    far = range(last, last + size * step, step)
    left, gone = bytearray(game.board), other(colour)
    reached = list(range(0, size * step, step))
    for count in range(size * size):
        entered: "list[int]" = []
        for cell in reached:
            # What lies behind the far side.
            if cell == NO_CELL:
                return count
            there = left[cell]
            if there != gone:
                left[cell] = gone
                # A chain's cells are gone through at once, those behind an empty one with the next disc.
                beyond = reached if there == colour else entered
                beyond.extend([cell + offset for offset in offsets[cell]])
                if cell in far:
                    beyond.append(NO_CELL)
        reached = entered
    return size * size

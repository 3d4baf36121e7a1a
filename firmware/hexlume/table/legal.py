"""The legal actions of the position, gathered a little in each pass of the loop."""

from ..games import notation
from ..games.game import NOTHING, Game
from .layout import Layout

if False:  # for type checkers only
    from typing import Callable, Iterator


class LegalActions:
    """What the hands may do next.

    ``marks[game cell]`` has a bit, ``1 << piece``, for every piece that some legal action leaves on the cell; the first
    one, for ``EMPTY``, says that one begins by lifting the piece there.
    ``words`` holds the codes of legal actions that are played with the act button: those without a place, and those
    on a cell whose sensor cannot be believed. Both are complete, and of the current position, while ``ready``.
    """

    def __init__(
        self,
        game: Game,
        layout: Layout,
        masked: bytearray,
        listed: "Callable[[], Iterator[int]]",
    ) -> None:
        """Start gathering for a game's present position.

        ``masked[panel cell]`` is set where the sensor is not believed. ``listed`` lists the actions on offer, as
        ``Game.iter_legal`` does.
        """
        self._game = game
        self._listed = listed
        self._layout = layout
        self._masked = masked
        self.restart()

    def restart(self) -> None:
        """Start again: the position has changed."""
        self._rest: "Iterator[int]" = self._listed()
        self.ready = False
        self.words: list[int] = []
        self.marks = bytearray(self._game.grid.cells)

    def gather(self, count: int) -> bool:
        """Do ``count`` (at least 1) slices of the work; return whether this made it complete."""
        if self.ready:
            return False
        for action in self._rest:
            if action != NOTHING:
                blind = notation.is_word(action)
                for cell, piece in self._game.hand_work(action):
                    self.marks[cell] |= 1 << piece
                    if self._masked[self._layout.to_panel[cell]]:
                        blind = True
                if blind:
                    self.words.append(action)
            count -= 1
            if count == 0:
                return False
        self.ready = True
        return True

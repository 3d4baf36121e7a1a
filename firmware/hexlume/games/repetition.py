"""Earlier boards of a game, recognised exactly without keeping copies of them.

A board is remembered as one number, a hash with a mark. Where these are equal, the earlier board is rebuilt from what
the actions since then changed, and compared cell by cell, so that a chance equality never decides anything.
"""

import binascii

from ..const import const
from .game import Game

if False:  # for type checkers only
    from typing import Any

_MARK_BITS = const(7)
_HASH = const(0x7FFFFF)
"""23 bits: with a mark on it a hash is still a small integer on a microcontroller."""

_NO_KEY = const(-1)


def board_key(board: bytearray, mark: int) -> int:
    """Return a number that is the same for equal boards and marks, and for few others; no two marks have the same."""
    return (binascii.crc32(board) & _HASH) << _MARK_BITS | mark


class RepetitionGame(Game):
    """A game in which repetition counts: it remembers boards, each with a mark, such as the colour to move.

    ``_keys[count]`` is the key of the board that stood after ``count`` actions, if it is remembered.
    """

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with no past board."""
        super().__init__(size, options)
        self._keys: list[int] = []

    def pop(self) -> int:
        """Take back the last action, and forget the board that it led to."""
        action = super().pop()
        del self._keys[len(self.codes) + 1 :]
        return action

    def copy_from(self, game: "Any") -> None:
        """Become a copy of another game, its past boards included."""
        super().copy_from(game)
        self._keys = list(game._keys)

    def continuation(self) -> "tuple[Any, ...]":
        """Return all that decides how the game goes on from this board."""
        return (super().continuation(), len(self._keys) - self._keys.count(_NO_KEY))

    def _remember(self, mark: int, moment: int) -> None:
        """Remember the present board, which stands after ``moment`` actions, more than the boards before."""
        self._keys.extend([_NO_KEY] * (moment - len(self._keys)) + [board_key(self.board, mark)])

    def _stood(self, board: bytearray, mark: int) -> int:
        """Return how often a board was remembered with a mark, of 0 to 127."""
        key = board_key(board, mark)
        if key not in self._keys:
            return 0
        equal = [moment for moment, past in enumerate(self._keys) if past == key and self._board_after(moment) == board]
        return len(equal)

"""Earlier boards of a game, recognised exactly without keeping copies of them.

A board is remembered as a small hash and the number of actions after which it stood: eight bytes, with its chain.
Where hashes are equal, the earlier board is rebuilt from the game's history and compared
cell by cell, so that a chance equality never decides anything.
"""

import binascii
from array import array

from ..const import const
from .game import Game

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_HASH = const(0xFFFFFFF)
"""28 bits: with a colour's two bits on it a hash is still a small integer on a microcontroller."""

_CHAINS = const(256)
_GROWS = const(32)
"""Boards for which memory is taken at a time."""


def board_key(board: bytearray, colour: int) -> int:
    """Return a number that is the same for equal boards and colours, and for few others."""
    return (binascii.crc32(board) & _HASH) << 2 | colour


class RepetitionGame(Game):
    """A game in which repetition counts: it remembers boards, each with a colour, such as that of who is to move.

    Boards are numbered from 1. Those whose hashes have the same last bits form a chain, from the latest back.
    """

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with no past board."""
        super().__init__(size, options)
        self._latest = array("H", bytes(2 * _CHAINS))
        self._keys = array("I", bytes(4 * _GROWS))
        self._moments = array("H", bytes(2 * _GROWS))
        self._earlier = array("H", bytes(2 * _GROWS))
        self._remembered = 0

    def pop(self) -> int:
        """Take back the last action, and forget the board that it led to."""
        action = super().pop()
        self._forget(len(self.codes))
        return action

    def follow(self, game: "Any") -> None:
        """Become a copy of another game, its past boards included."""
        super().follow(game)
        self._latest, self._keys = game._latest[:], game._keys[:]
        self._moments, self._earlier = game._moments[:], game._earlier[:]
        self._remembered = game._remembered

    def continuation(self) -> "tuple[Any, ...]":
        """Return all that decides how the game goes on from this board."""
        return (super().continuation(), self._remembered)

    def _remember(self, colour: int, moment: int) -> None:
        """Remember the present board, which stands after ``moment`` actions, no fewer than the boards before."""
        self._remembered = at = self._remembered + 1
        if at == len(self._keys):
            self._keys.extend(array("I", bytes(4 * _GROWS)))
            self._moments.extend(array("H", bytes(2 * _GROWS)))
            self._earlier.extend(array("H", bytes(2 * _GROWS)))
        key = board_key(self.board, colour)
        chain = (key >> 2) % _CHAINS
        self._keys[at] = key
        self._moments[at] = moment
        self._earlier[at] = self._latest[chain]
        self._latest[chain] = at

    def _forget(self, count: int) -> None:
        """Forget the boards that stood after more than ``count`` actions."""
        while self._remembered and self._moments[self._remembered] > count:
            at = self._remembered
            self._latest[(self._keys[at] >> 2) % _CHAINS] = self._earlier[at]
            self._remembered = at - 1

    def _stood(self, board: bytearray, colour: int, start: int = 0) -> int:
        """Return how often a board was remembered with a colour, after ``start`` actions or more."""
        key = board_key(board, colour)
        at = self._latest[(key >> 2) % _CHAINS]
        found = 0
        while at:
            if self._keys[at] == key and self._moments[at] >= start:
                # Of the action under way there may be changes already: they are not in ``codes`` yet.
                back = len(self.codes) - self._moments[at]
                if self._history.board_before(back, self.board) == board:
                    found += 1
            at = self._earlier[at]
        return found

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

    from .undo_stack import UndoStack

_HASH = const(0xFFFFFFF)
"""28 bits: with a tag of two bits on it a hash is still a small integer on a microcontroller."""

_CHAINS = const(256)
_GROWS = const(32)
"""Boards for which memory is taken at a time."""


def board_hash(board: bytearray) -> int:
    """Return the hash of a board."""
    return binascii.crc32(board) & _HASH


class PastBoards:
    """The boards of a game's earlier moments, each under a tag from 0 to 3 (a colour, say).

    Boards whose hashes have the same last bits form a chain, from the latest back. Boards are numbered from 1.
    """

    def __init__(self) -> None:
        """Start with no board."""
        self._latest = array("H", bytes(2 * _CHAINS))
        self._keys = array("I", bytes(4 * _GROWS))
        self._moments = array("H", bytes(2 * _GROWS))
        self._before = array("H", bytes(2 * _GROWS))
        self._count = 0

    def __len__(self) -> int:
        """Return how many boards are remembered."""
        return self._count

    def copy(self) -> "PastBoards":
        """Return another memory of the same boards."""
        made = PastBoards()
        made._latest, made._keys = self._latest[:], self._keys[:]
        made._moments, made._before = self._moments[:], self._before[:]
        made._count = self._count
        return made

    def add(self, bits: int, value: int, count: int) -> None:
        """Remember the board of hash ``value`` that stands after ``count`` actions, no fewer than the boards before.

        ``bits`` are two more bits that tell boards apart, such as the colour to move.
        """
        self._count += 1
        at = self._count
        if at == len(self._keys):
            self._keys.extend(array("I", bytes(4 * _GROWS)))
            self._moments.extend(array("H", bytes(2 * _GROWS)))
            self._before.extend(array("H", bytes(2 * _GROWS)))
        chain = value % _CHAINS
        self._keys[at] = value << 2 | bits
        self._moments[at] = count
        self._before[at] = self._latest[chain]
        self._latest[chain] = at

    def cut(self, count: int) -> None:
        """Forget the boards that stood after more than ``count`` actions."""
        while self._count and self._moments[self._count] > count:
            self._latest[(self._keys[self._count] >> 2) % _CHAINS] = self._before[self._count]
            self._count -= 1

    def holds(self, bits: int, value: int) -> bool:
        """Return whether a board of hash ``value`` may be remembered; ``times`` tells for certain."""
        key = value << 2 | bits
        at = self._latest[value % _CHAINS]
        while at:
            if self._keys[at] == key:
                return True
            at = self._before[at]
        return False

    def times(
        self, bits: int, value: int, board: bytearray, now: bytearray, undo_stack: "UndoStack", start: int = 0
    ) -> int:
        """Return how often a board stood at a remembered moment, not counting moments before ``start``.

        ``now`` is the board to which ``undo_stack``, with what is noted of an action under way, has led.
        """
        key = value << 2 | bits
        at = self._latest[value % _CHAINS]
        found = 0
        while at:
            if self._keys[at] == key and self._moments[at] >= start:
                if undo_stack.board_after(self._moments[at], now) == board:
                    found += 1
            at = self._before[at]
        return found


class RepetitionGame(Game):
    """A game in which repetition counts: it notes its boards in ``_past``, each with the actions that led to it."""

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Start with no past board."""
        super().__init__(size, options)
        self._past = PastBoards()

    def pop(self) -> int:
        """Take back the last action, and forget the board that it led to."""
        action = super().pop()
        self._past.cut(len(self.codes))
        return action

    def follow(self, game: "Game") -> None:
        """Become a copy of another game, its past boards included."""
        super().follow(game)
        self._past = game._past.copy()  # type: ignore[attr-defined]

    def continuation(self) -> "tuple[Any, ...]":
        """Return all that decides how the game goes on from this board."""
        return (super().continuation(), len(self._past))

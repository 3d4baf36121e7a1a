"""Earlier boards of a game, recognised exactly without keeping copies of them.

A board is remembered as a small hash and the number of actions after which it stood.
Where hashes are equal, the earlier board is rebuilt from the records of the actions
since and compared cell by cell, so that a chance equality never decides anything.
"""

try:
    from typing import Any
except ImportError:
    pass

import binascii

_HASH = 0xFFFFFFF
"""28 bits: with a tag of two bits on it a hash is still a small integer on a microcontroller."""

_NEXT = 4


def board_hash(board: bytearray) -> int:
    """Return the hash of a board; it is linear over exclusive or, like every checksum of this kind."""
    return binascii.crc32(board) & _HASH


class PastBoards:
    """The boards of a game's earlier moments, each under a tag from 0 to 3 (a colour, say)."""

    def __init__(self) -> None:
        """Start with no board."""
        self._moments: dict[int, int] = {}
        self._slots: list[int] = []

    def __len__(self) -> int:
        """Return how many boards are remembered."""
        return len(self._slots)

    def add(self, tag: int, of_board: int, moment: int) -> None:
        """Remember the board of a hash that stands after ``moment`` actions."""
        slot = of_board << 2 | tag
        while slot in self._moments:
            slot += _NEXT
        self._moments[slot] = moment
        self._slots.append(slot)

    def cut(self, length: int) -> None:
        """Forget the boards remembered last until ``length`` are left."""
        while len(self._slots) > length:
            del self._moments[self._slots.pop()]

    def holds(self, tag: int, of_board: int) -> bool:
        """Return whether a board of this hash may be remembered; ``times`` tells for certain."""
        return (of_board << 2 | tag) in self._moments

    def times(
        self,
        tag: int,
        of_board: int,
        board: bytearray,
        now: bytearray,
        records: "list[tuple[Any, ...]]",
        pending: list[int],
        since: int = 0,
    ) -> int:
        """Return how often a board stood at a remembered moment, not counting moments before ``since``.

        ``now`` is the board that ``records``, the game's records of all its actions, and then
        ``pending``, the changes of an action under way, have led to.
        """
        slot = of_board << 2 | tag
        found = 0
        while slot in self._moments:
            moment = self._moments[slot]
            if moment >= since and _board_at(moment, now, records, pending) == board:
                found += 1
            slot += _NEXT
        return found


def _board_at(moment: int, now: bytearray, records: "list[tuple[Any, ...]]", pending: list[int]) -> bytearray:
    """Return the board that stood after ``moment`` actions."""
    board = bytearray(now)
    if moment <= len(records):
        _take_back(board, pending)
    for at in range(len(records) - 1, moment - 1, -1):
        _take_back(board, records[at][0])
    return board


def _take_back(board: bytearray, changes: list[int] | tuple[int, ...]) -> None:
    """Undo changes (cell, before, after, cell, before, after ...) on a board."""
    for at in range(len(changes) - 3, -1, -3):
        board[changes[at]] = changes[at + 1]

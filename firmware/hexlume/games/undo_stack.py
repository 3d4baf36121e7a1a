"""What a game's actions changed, packed so that they can be taken back (ACT-4): some six bytes an action."""

from array import array

from ..const import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Sequence

_PAGE_BITS = const(8)
_PAGE = const(1 << _PAGE_BITS)
"""Numbers in a page."""

_PIECE_BITS = const(3)
_STATE_BITS = const(5)
_OWN = const(1 << _STATE_BITS)


class UndoStack:
    """A stack of 16-bit numbers in pages that stay where they are: in a full heap there is no room for what doubles.

    An action is, from the bottom: for each change of the board the cell and the piece before, as one number; the
    game's own numbers before the action and how many they are, if it changed them; and its head, which tells how many
    changes there are, whether own numbers are there, and the game's state of 0 to 31 before the action.
    ``top`` is how many numbers there are in all; ``pending`` how many changes the action under way has so far.
    """

    def __init__(self) -> None:
        """Begin with no action."""
        self._pages: "list[array[int]]" = []
        self.top = 0
        self.pending = 0

    def copy(self) -> "UndoStack":
        """Return another history with the same actions."""
        made = UndoStack()
        made._pages = [page[:] for page in self._pages]
        made.top, made.pending = self.top, self.pending
        return made

    def note(self, cell: int, before: int) -> None:
        """Note that the action under way changes a cell, which had the piece ``before``."""
        self._push(cell << _PIECE_BITS | before)
        self.pending += 1

    def complete(self, state: int, values: "Sequence[int]") -> None:
        """Complete the action under way: the game's state before it, and own numbers (-32768 to 32767) or none."""
        head = self.pending << _STATE_BITS + 1 | state
        if len(values):
            head |= _OWN
            for number in values:
                self._push(number)
            self._push(len(values))
        self._push(head)
        self.pending = 0

    def reopen(self) -> tuple[int, list[int]]:
        """Make the last action the one under way again; return the state before it and the own numbers, if any."""
        end = self.top - 1
        head = self._at(end)
        self.top, self.pending = self._find(self.top)
        own = [self._at(at) for at in range(self.top, end - 1)] if head & _OWN else []
        return head & _OWN - 1, own

    def take_back(self) -> tuple[int, int]:
        """Forget the last change of the action under way; return its cell and the piece before."""
        self.top -= 1
        self.pending -= 1
        return self._change(self.top)

    def last_changes(self) -> list[tuple[int, int]]:
        """Return the changes of the last complete action, in their order: cells and the pieces before."""
        at, changes = self._find(self.top)
        return [self._change(place) for place in range(at - changes, at)]

    def board_before(self, actions: int, now: bytearray) -> bytearray:
        """Return the board before the last complete actions and the one under way; with -1 the present one, ``now``."""
        board = bytearray(now)
        at, changes = self.top, self.pending
        while actions >= 0:
            for _ in range(changes):
                at -= 1
                cell, before = self._change(at)
                board[cell] = before
            if actions:
                at, changes = self._find(at)
            actions -= 1
        return board

    def _find(self, end: int) -> tuple[int, int]:
        """Return the place above the changes of the action that ends below ``end``, and how many they are."""
        at = end - 1
        head = self._at(at)
        if head & _OWN:
            at -= 1 + self._at(at - 1)
        return at, head >> _STATE_BITS + 1

    def _change(self, at: int) -> tuple[int, int]:
        change = self._at(at)
        return change >> _PIECE_BITS, change & (1 << _PIECE_BITS) - 1

    def _at(self, at: int) -> int:
        return self._pages[at >> _PAGE_BITS][at & _PAGE - 1]

    def _push(self, number: int) -> None:
        at = self.top
        if at >> _PAGE_BITS == len(self._pages):
            self._pages.append(array("h", bytes(2 * _PAGE)))
        self._pages[at >> _PAGE_BITS][at & _PAGE - 1] = number
        self.top = at + 1

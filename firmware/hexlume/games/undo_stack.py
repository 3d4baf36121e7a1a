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
_OWN_BITS = const(6)
"""A game has fewer than 64 numbers of its own."""


class UndoStack:
    """A stack of 16-bit numbers in pages that stay where they are: in a full heap there is no room for what doubles.

    An action is, from the bottom: for each change of the board the cell and the piece before, as one number; the
    game's own numbers before the action, if it changed them, with how many they are and how many places below them were
    left out, so that they are on one page; and its head, which tells how many changes there are, whether own numbers
    are there, and the game's state of 0 to 31 before the action.
    ``len`` is the number of actions, without the one under way; ``pending`` the number of that one's changes.
    """

    def __init__(self) -> None:
        """Begin with no action."""
        self._page: "array[int]" = array("h", bytes(2 * _PAGE))
        self._pages = [self._page]
        self._number = 0
        self._place = 0
        self._actions = 0
        self.pending = 0

    def __len__(self) -> int:
        """Return how many actions are complete."""
        return self._actions

    def copy(self) -> "UndoStack":
        """Return another history with the same actions."""
        made = UndoStack()
        made._pages = [page[:] for page in self._pages]
        made._turn_to(self._number, self._place)
        made._actions, made.pending = self._actions, self.pending
        return made

    def note(self, cell: int, before: int) -> None:
        """Note that the action under way changes a cell, which had the piece ``before``."""
        if self._place == _PAGE:
            self._turn_to(self._number + 1, 0)
        self._page[self._place] = cell << _PIECE_BITS | before
        self._place += 1
        self.pending += 1

    def complete(self, state: int, values: "Sequence[int]") -> None:
        """Complete the action under way: the game's state before it, and own numbers (-32768 to 32767) or none."""
        head = self.pending << _STATE_BITS + 1 | state
        gap, count = 0, len(values)
        if self._place + count + 2 > _PAGE:
            gap = _PAGE - self._place
            self._turn_to(self._number + 1, 0)
        page, place = self._page, self._place
        if count or gap:
            head |= _OWN
            for number in values:
                page[place] = number
                place += 1
            page[place] = gap << _OWN_BITS | count
            place += 1
        page[place] = head
        self._place = place + 1
        self.pending = 0
        self._actions += 1

    def reopen(self) -> tuple[int, "Sequence[int]"]:
        """Make the last action the one under way again; return the state before it and the own numbers, if any."""
        if self._place == 0:
            self._turn_to(self._number - 1, _PAGE)
        page, place = self._page, self._place - 1
        head = page[place]
        own: "Sequence[int]" = ()
        self._place = place
        if head & _OWN:
            counts = page[place - 1]
            self._place = place - 1 - (counts & (1 << _OWN_BITS) - 1)
            own = page[self._place : place - 1]
            if counts >> _OWN_BITS:
                self._turn_to(self._number - 1, _PAGE - (counts >> _OWN_BITS))
        self.pending = head >> _STATE_BITS + 1
        self._actions -= 1
        return head & _OWN - 1, own

    def take_back(self) -> tuple[int, int]:
        """Forget the last change of the action under way; return its cell and the piece before."""
        if self._place == 0:
            self._turn_to(self._number - 1, _PAGE)
        self._place -= 1
        self.pending -= 1
        change = self._page[self._place]
        return change >> _PIECE_BITS, change & (1 << _PIECE_BITS) - 1

    def last_changes(self) -> list[tuple[int, int]]:
        """Return the changes of the last complete action, in their order: cells and the pieces before."""
        at, changes = self._find(self._top())
        found = []
        for place in range(at - changes, at):
            change = self._at(place)
            found.append((change >> _PIECE_BITS, change & (1 << _PIECE_BITS) - 1))
        return found

    def board_after(self, count: int, now: bytearray) -> bytearray:
        """Return the board that stood after ``count`` actions; ``now`` is the present one."""
        board = bytearray(now)
        at, changes = self._top(), self.pending
        for _ in range(self._actions - count + 1):
            for _ in range(changes):
                at -= 1
                change = self._at(at)
                board[change >> _PIECE_BITS] = change & (1 << _PIECE_BITS) - 1
            if at == 0:
                break
            at, changes = self._find(at)
        return board

    def _find(self, end: int) -> tuple[int, int]:
        """Return the place above the changes of the action that ends below ``end``, and how many they are."""
        at = end - 1
        head = self._at(at)
        if head & _OWN:
            counts = self._at(at - 1)
            at -= 1 + (counts & (1 << _OWN_BITS) - 1) + (counts >> _OWN_BITS)
        return at, head >> _STATE_BITS + 1

    def _at(self, at: int) -> int:
        return self._pages[at >> _PAGE_BITS][at & _PAGE - 1]

    def _top(self) -> int:
        """Return the place above the last number, counted through all pages."""
        return (self._number << _PAGE_BITS) + self._place

    def _turn_to(self, number: int, place: int) -> None:
        """Go on at a place of a page; it may be the one after the last."""
        if number == len(self._pages):
            self._pages.append(array("h", bytes(2 * _PAGE)))
        self._page, self._number, self._place = self._pages[number], number, place

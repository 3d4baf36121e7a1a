"""Which positions of Orochi can be reached.

Whatever stands without an over-connected piece can be placed in any order: fewer pieces never connect more. So such a
position is reached exactly if its number of pieces fits the player to move. An extra turn (ORO-5) shifts that; the
last piece turned over in it had four neighbours of its former colour, and they still stand around it. Where they do,
the five can be played first, so that the sign is enough. Within a chain of replacements the way back is searched.
"""

from collections.abc import Iterator

from hexlume.games.contract import PLACING, REPLACING
from hexlume.games.orochi import Orochi
from hexlume.pieces import BLACK, COLOURS, EMPTY, WHITE, other

from ..begun import Begun
from ..position import Position
from ..refusal import Refusal

_OVER_CONNECTED = 4
_FIRST_TURNS = 3
"""Pieces of white's first turn and black's (ORO-2)."""
_BOARDS = 3000
"""Boards looked at on the way back through a chain; a position that needs more is believed."""


class OrochiBegun(Begun, Orochi):
    """A game of Orochi begun at a position."""

    def usual_phase(self, position: Position) -> str:
        """Return that a replacement is due while a piece is over-connected (ORO-4)."""
        return REPLACING if self._over else PLACING

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORO-2 to ORO-6 object to."""
        over = [cell for cell in range(self.grid.cells) if self._is_over(cell)]
        if self._empty == 0:
            yield Refusal("ORO-6", "A game ends with one empty hex, and here is none")
        elif self.phase == PLACING:
            if over:
                yield Refusal("ORO-4", "Nothing can be placed while a piece is over-connected", self._named(over))
            elif self._empty == 1:
                yield Refusal("ORO-6", "The game is over: one hex is empty", self._named([self._last_hex()]))
            elif not may_be_to_move(self, position.board, position.to_move):
                yield self._wrong_turn(position)
        elif not over:
            yield Refusal("ORO-4", "Nothing is to be replaced: no piece is over-connected")
        elif not self._has_way_back(position):
            why = f"No placement of {COLOURS[position.to_move]}'s leads to these over-connected pieces"
            yield Refusal("ORO-4", why, self._named(over))

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORO-6 to ORO-8 object to."""
        if self._over:
            over = [cell for cell in range(self.grid.cells) if self._is_over(cell)]
            yield Refusal("ORO-6", "The game is not over while a piece is over-connected", self._named(over))
        elif self._empty != 1:
            yield Refusal("ORO-6", f"The game is over when one hex is empty, not {self._empty}")
        else:
            ends = []
            for last in (WHITE, BLACK):
                if may_be_to_move(self, position.board, other(last)):
                    self.to_move = last
                    self._decide()
                    ends.append((self.result, self.reason))
            if (position.result, position.reason) not in ends:
                yield Refusal("ORO-7", f"The game ends here with {ends[0][0]}: {ends[0][1]}")

    def take_state(self, position: Position) -> None:
        """Set how many placements are due: the second of black's first turn, else one (ORO-2)."""
        if self.phase == REPLACING:
            self._due = 0
        else:
            self._due = 2 if self._empty == self.grid.cells - 1 else 1

    def _wrong_turn(self, position: Position) -> Refusal:
        count = self.grid.cells - self._empty
        pieces = "piece" if count == 1 else "pieces"
        why = f"After {count} {pieces} it is {COLOURS[other(position.to_move)]}'s turn"
        if count <= _FIRST_TURNS + 1:
            return Refusal("ORO-2", why)
        return Refusal(
            "ORO-5", f"{why}: no piece has the four neighbours of the other colour that an extra turn leaves"
        )

    def _has_way_back(self, position: Position) -> bool:
        """Return whether some placement, and replacements after it, lead to the board (ORO-4)."""
        left, seen = [position.board], {position.board}
        while left and len(seen) < _BOARDS:
            board = left.pop()
            for earlier in self._before_a_placement(board):
                if may_be_to_move(self, earlier, position.to_move):
                    return True
            for cell in turned_cells(self, board):
                turned_back = _with(board, cell, other(board[cell]))
                if turned_back not in seen:
                    seen.add(turned_back)
                    left.append(turned_back)
        return bool(left)

    def _before_a_placement(self, board: bytes) -> Iterator[bytes]:
        """Yield the boards without one piece on which nothing is over-connected."""
        over = [cell for cell, piece in enumerate(board) if piece and self._kin_on(board, cell) >= _OVER_CONNECTED]
        # The placed piece is one of them, or next to all of them.
        for cell in {over[0], *self.grid.neighbours[over[0]]} if over else set():
            if board[cell] == board[over[0]]:
                earlier = _with(board, cell, EMPTY)
                if not any(earlier[one] and self._kin_on(earlier, one) >= _OVER_CONNECTED for one in over):
                    yield earlier

    def _kin_on(self, board: bytes, cell: int) -> int:
        return sum(board[near] == board[cell] for near in self.grid.neighbours[cell])


def may_be_to_move(game: Orochi, board: bytes, colour: int) -> bool:
    """Return whether a colour can be to place on a board without over-connected pieces (ORO-1, ORO-2, ORO-5)."""
    count = len(board) - board.count(EMPTY)
    usual = WHITE if count == 0 else BLACK if count < _FIRST_TURNS else WHITE if count % 2 else BLACK
    return colour == usual or any(True for _ in turned_cells(game, board))


def turned_cells(game: Orochi, board: bytes) -> Iterator[int]:
    """Yield the cells whose piece may have been turned over last: four neighbours have the other colour (ORO-3)."""
    for cell, piece in enumerate(board):
        if piece and sum(board[near] == other(piece) for near in game.grid.neighbours[cell]) >= _OVER_CONNECTED:
            yield cell


def _with(board: bytes, cell: int, piece: int) -> bytes:
    return board[:cell] + bytes((piece,)) + board[cell + 1 :]

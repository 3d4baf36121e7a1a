"""Which positions of Orcoon can be reached.

Stones never leave. ORC-3 and ORC-4 hold after every placement, so they hold of the whole board; and taking the stones
off again, last placed first, must be possible without breaking them on the way. That way back is searched.
"""

from collections.abc import Iterator

from hexlume.games.contract import FILLING
from hexlume.games.orcoon import Orcoon
from hexlume.pieces import BLACK, COLOURS, EMPTY, WHITE, other

from ..begun import Begun
from ..position import Position
from ..refusal import Refusal

_BOARDS = 3000
"""Boards looked at on the way back; a position that needs more is believed."""


class OrcoonBegun(Begun, Orcoon):
    """A game of Orcoon begun at a position."""

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORC-1 to ORC-7 object to."""
        found = False
        for refusal in self._patterns():
            found = True
            yield refusal
        for colour in (WHITE, BLACK):
            chain = self._joining_chain(colour)
            if chain:
                found = True
                name = COLOURS[colour].capitalize()
                yield Refusal("ORC-6", f"The game is over: {name}'s chain joins its edges", self._named(chain))
        order = self._order(position.to_move, self.phase)
        if order is None:
            yield self._wrong_counts(position)
        elif not found and not self._has_way_back(order):
            yield Refusal("ORC-3", "There is no order in which these stones can have been placed one after another")
        if position.turn.acted == 1 and (position.count(WHITE), position.count(BLACK)) not in ((0, 1), (0, 0)):
            yield Refusal("ORC-7", "One action has been played only when one black stone stands, or none in the fill")

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what ORC-3 to ORC-6 object to."""
        winner = WHITE if position.result == "W+" else BLACK
        found = list(self._patterns())
        yield from found
        if position.result == "0":
            yield Refusal("ORC-5", "There is no draw")
        elif not found and not any(self._ends_so(position, phase, winner) for phase in ("place", FILLING)):
            name = COLOURS[winner].capitalize()
            yield Refusal("ORC-5", f"{name} has not won so: {position.reason}, with these numbers of stones")

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return the chain that joined the winner's edges (ORC-6)."""
        if len(self.codes) == self._before and self.result is not None:
            return self._joining_chain(WHITE if self.result == "W+" else BLACK), [], []
        return super().final_groups()

    def take_state(self, position: Position) -> None:
        """Set whether white may swap: it answers black's first stone (ORC-7)."""
        acted = position.turn.acted
        only_one = (position.count(WHITE), position.count(BLACK)) == (0, 1)
        if self.phase == FILLING:
            self._reckon(2)
        elif only_one:
            self._reckon(acted or 1)
        else:
            self._reckon(2 if any(position.board) else 0)

    def _ends_so(self, position: Position, phase: str, winner: int) -> bool:
        """Return whether an action in this phase ends a game with the board, the result and the reason."""
        loser = other(winner)
        chain = self._joining_chain(winner)
        if not chain:
            stopped = f"{COLOURS[loser]} stopped filling without joining both edges"
            order = self._order(loser, FILLING)
            return (
                phase == FILLING
                and position.reason == stopped
                and order is not None
                and not self._joining_chain(loser)
                and self._has_way_back(order)
            )
        edges = "left and right" if winner == WHITE else "top and bottom"
        if position.reason != f"{COLOURS[winner]} chain joins the {edges} edges":
            return False
        for cell in chain:
            if not self._comes_off(cell):
                continue
            self._write(cell, EMPTY)
            order = self._order(winner, phase)
            fits = order is not None and not self._joining_chain(winner) and self._has_way_back(order)
            self._write(cell, winner)
            if fits:
                return True
        return False

    def _wrong_counts(self, position: Position) -> Refusal:
        counts = f"{position.count(WHITE)} white and {position.count(BLACK)} black stones"
        return Refusal(
            "ORC-5" if self.phase == FILLING else "ORC-2",
            f"{counts} do not fit {COLOURS[position.to_move]}'s {'fill' if self.phase == FILLING else 'turn'}",
        )

    def _order(self, to_move: int, phase: str) -> list[int] | None:
        """Return the colours of the stones from the last placed to the first; ``None`` if the numbers do not fit."""
        white, black = self.board.count(WHITE), self.board.count(BLACK)
        filled = 0
        if phase == FILLING and to_move == WHITE:
            # Black passed, after as many turns of each.
            filled = white - black
        elif phase == FILLING:
            filled = black - white - 1
        elif black - white != (1 if to_move == WHITE else 0):
            return None
        if filled < 0:
            return None
        rest = white + black - filled
        return [to_move] * filled + [BLACK if at % 2 else WHITE for at in range(rest, 0, -1)]

    def _patterns(self) -> Iterator[Refusal]:
        """Yield the diagonal pairs (ORC-3) and the blocks (ORC-4) that no placement may leave."""
        for spot in self._spots():
            own = self._framed[spot]
            wide = self._width
            for across in (1, -1):
                shared = (self._framed[spot + wide], self._framed[spot + across])
                if own and self._framed[spot + wide + across] == own and own not in shared:
                    pair = self._of_spots(spot, spot + wide + across)
                    yield Refusal("ORC-3", f"Diagonal {COLOURS[own]} stones share no {COLOURS[own]} neighbour", pair)
            for along, side in ((1, wide), (wide, 1)):
                if self._is_block(spot, along, side):
                    corners = (spot, spot + side, spot + 2 * along, spot + 2 * along + side)
                    yield Refusal("ORC-4", "The corners of a 2 by 3 block alternate", self._of_spots(*corners))

    def _is_block(self, spot: int, along: int, side: int) -> bool:
        """Return whether the block that begins at a spot alternates in its corners and is empty between (ORC-4)."""
        framed = self._framed
        own = framed[spot]
        return (
            own in (WHITE, BLACK)
            and framed[spot + side] == other(own)
            and framed[spot + 2 * along] == other(own)
            and framed[spot + 2 * along + side] == own
            and framed[spot + along] == EMPTY
            and framed[spot + along + side] == EMPTY
        )

    def _joining_chain(self, colour: int) -> list[int]:
        """Return a chain that joins a colour's two edges, or ``[]`` (ORC-6)."""
        size = self.size
        for along in range(size):
            cell = along if colour == BLACK else along * size
            if self.board[cell] == colour and self._joins(cell):
                return self._group(cell)
        return []

    def _has_way_back(self, order: list[int]) -> bool:
        """Return whether the stones can be taken off in this order of colours, legal at every step (ORC-3, ORC-4)."""
        standing = bytes(self.board)
        tried: set[bytes] = set()
        ways = [iter(self._last_stones(order[0]))] if order else []
        taken: list[int] = []
        while ways and len(taken) < len(order) and len(tried) < _BOARDS:
            cell = next(ways[-1], None)
            if cell is None:
                ways.pop()
                if taken:
                    back = taken.pop()
                    self._write(back, order[len(taken)])
                continue
            self._write(cell, EMPTY)
            board = bytes(self.board)
            if board in tried:
                self._write(cell, order[len(taken)])
                continue
            tried.add(board)
            taken.append(cell)
            if len(taken) < len(order):
                ways.append(iter(self._last_stones(order[len(taken)])))
        undecided = len(tried) >= _BOARDS
        done = len(taken) == len(order)
        for cell, piece in enumerate(standing):
            if self.board[cell] != piece:
                self._write(cell, piece)
        return done or undecided

    def _last_stones(self, colour: int) -> list[int]:
        """Return the stones of a colour that may have been placed last."""
        return [cell for cell in range(self.grid.cells) if self.board[cell] == colour and self._comes_off(cell)]

    def _comes_off(self, cell: int) -> bool:
        """Return whether the board without a stone keeps ORC-3 and ORC-4."""
        framed, spot, own = self._framed, self._spot(cell), self.board[cell]
        for up, across in self._diagonals:
            if framed[spot + up] == own == framed[spot + across] and framed[spot + up + across] != own:
                return False
        wide = self._width
        framed[spot] = EMPTY
        blocked = any(
            self._is_block(start, along, side)
            for along, side in ((1, wide), (wide, 1))
            for start in (spot - along, spot - along - side)
        )
        framed[spot] = own
        return not blocked

    def _spots(self) -> Iterator[int]:
        return (self._spot(cell) for cell in range(self.grid.cells))

    def _of_spots(self, *spots: int) -> tuple[str, ...]:
        cells = [(spot // self._width - 2) * self.size + spot % self._width - 2 for spot in spots]
        return self._named(cells)

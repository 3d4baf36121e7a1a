"""Which positions of Sibling can be reached.

Pieces never leave, so a position is reached exactly if each colour's pieces can be told apart into the pairs of its
turns (SIB-2), white's with one left over (SIB-1), and the numbers fit the player to move. It is a graph's matching.
"""

from collections.abc import Iterator

import networkx

from hexlume.games.sibling import Sibling
from hexlume.grid import NO_CELL
from hexlume.pieces import BLACK, COLOURS, EMPTY, WHITE

from ..begun import Begun
from ..position import Position
from ..refusal import Refusal


class SiblingBegun(Begun, Sibling):
    """A game of Sibling begun at a position."""

    def objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what SIB-1 to SIB-4 and SIB-7 object to."""
        white, black = position.count(WHITE), position.count(BLACK)
        if not (white or black):
            if position.to_move != WHITE:
                yield Refusal("SIB-1", "White places the first piece")
        elif (between := _between(white, black, position.to_move)) is None:
            yield Refusal("SIB-2", f"{_counts(white, black)} do not fit {COLOURS[position.to_move]}'s turn")
        elif between:
            yield from self._objections_within(position)
        elif position.turn.first != NO_CELL:
            yield Refusal("SIB-2", "A turn begins here: no piece of it stands yet", self._named([position.turn.first]))
        else:
            yield from self._without_pairs(position)
            if not self._can_begin():
                yield Refusal("SIB-4", f"The game is over: {COLOURS[position.to_move]} has no legal first piece")
        if position.turn.acted == 1 and (white, black) != (1, 0):
            yield Refusal("SIB-7", "One action has been played only when one white piece stands")

    def final_objections(self, position: Position) -> Iterator[Refusal]:
        """Yield what SIB-4 and SIB-5 object to."""
        white, black = position.count(WHITE), position.count(BLACK)
        yield from self._without_pairs(position)
        if not any(_between(white, black, colour) is False for colour in (WHITE, BLACK)):
            yield Refusal("SIB-6", f"{_counts(white, black)}: no turn ends so")
        elif self._can_begin():
            yield Refusal("SIB-4", "The game is not over: a first piece can be placed")
        else:
            self._decide()
            if (position.result, position.reason) != (self.result, self.reason):
                yield Refusal("SIB-5", f"The game ends here with {self.result}: {self.reason}")

    def take_state(self, position: Position) -> None:
        """Set which piece of the turn stands already, how many are due, and whether black may swap."""
        white, black = position.count(WHITE), position.count(BLACK)
        count = white + black
        within = bool(_between(white, black, position.to_move)) if count else False
        self._first = self._first_piece(position) if within else NO_CELL
        self._due = 1 if within or not count else 2
        acted = min(count, 2) if position.turn.acted is None else position.turn.acted
        self._reckon(0 if not count else max(acted, 1) if count == 1 else 2)

    def _objections_within(self, position: Position) -> Iterator[Refusal]:
        """Yield what there is to object to when the second piece of a turn is due."""
        firsts = self._firsts(position)
        if position.turn.first != NO_CELL:
            if position.turn.first not in firsts:
                yield Refusal(
                    "SIB-3", "That cannot be the first piece of this turn", self._named([position.turn.first])
                )
        elif not firsts:
            why = f"No {COLOURS[position.to_move]} piece can be the first of this turn, with the others in pairs"
            yield Refusal("SIB-2", why)
        elif len(firsts) > 1:
            why = f"The second piece of a turn is due: say which {COLOURS[position.to_move]} piece is its first"
            yield Refusal("SIB-2", why, self._named(firsts))
        yield from self._without_pairs(position, within=True)

    def _first_piece(self, position: Position) -> int:
        return position.turn.first if position.turn.first != NO_CELL else self._firsts(position)[0]

    def _firsts(self, position: Position) -> list[int]:
        """Return the pieces that may be the turn's first: a second can follow, and the others are in pairs."""
        mine = position.to_move
        told = position.turn.first
        found = []
        for cell in range(self.grid.cells) if told == NO_CELL else (told,):
            if self.board[cell] == mine and self._has_second(cell):
                rest = [one for one in range(self.grid.cells) if self.board[one] == mine and one != cell]
                if not self._unpaired(rest, mine):
                    found.append(cell)
        return found

    def _has_second(self, cell: int) -> bool:
        return any(self.board[two] == EMPTY and self._pairs(cell, two) for two in range(self.grid.cells))

    def _can_begin(self) -> bool:
        return any(self.board[cell] == EMPTY and self._opens(cell) for cell in range(self.grid.cells))

    def _without_pairs(self, position: Position, within: bool = False) -> Iterator[Refusal]:
        """Yield a refusal for each colour whose pieces cannot be the pairs of its turns."""
        for colour in (WHITE, BLACK):
            if within and colour == position.to_move:
                continue
            cells = [cell for cell in range(self.grid.cells) if self.board[cell] == colour]
            if self._unpaired(cells, colour):
                name = COLOURS[colour].capitalize()
                but = " but the first" if colour == WHITE else ""
                yield Refusal("SIB-2", f"{name}'s pieces{but} cannot be pairs that share a line and are not adjacent")

    def _unpaired(self, cells: list[int], colour: int) -> bool:
        """Return whether pieces of a colour cannot be pairs of turns, and for white the one of the first (SIB-1)."""
        single = 1 if colour == WHITE else 0
        if len(cells) < single or (len(cells) - single) % 2:
            return True
        pairs = (len(cells) - single) // 2
        if not pairs:
            return False
        joined: networkx.Graph[int] = networkx.Graph()
        joined.add_nodes_from(cells)
        joined.add_edges_from(
            (one, two) for at, one in enumerate(cells) for two in cells[at + 1 :] if self._pairs(one, two)
        )
        # Nearly always a matching taken as it comes is enough; else the largest there is decides.
        if len(networkx.maximal_matching(joined)) >= pairs:
            return False
        return len(networkx.max_weight_matching(joined, maxcardinality=True)) < pairs


def _between(white: int, black: int, to_move: int) -> bool | None:
    """Return whether the second piece of a colour's turn is due, ``None`` if these numbers are none of its turns'.

    White owns an odd number of pieces after its turns, black an even one (SIB-6).
    """
    if white == 0:
        return None
    if to_move == BLACK:
        begun = black % 2 == 1
        fits = white == (black if begun else black + 1)
    else:
        begun = white % 2 == 0
        fits = black == (white if begun else white + 1)
    return begun if fits else None


def _counts(white: int, black: int) -> str:
    return f"{white} white and {black} black pieces"

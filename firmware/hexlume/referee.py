"""The referee: compares what stands on the table with the game and turns hands' work into actions.

It knows positions and their differences, not rules. What the hands did is accepted when it is
exactly what a short sequence of legal actions leads to; otherwise nothing is accepted and the
difference stays on show until table and game agree again.
"""

from .games.contract import Game
from .grid import NO_CELL
from .layout import Layout
from .pieces import EMPTY, turned

AGREES = 0
TAKE_OFF = 1
PUT_ON = 2
TURN_OVER = 3
EXCHANGE = 4
"""How a cell differs from the game: a disc too many, one missing, one with the wrong side up, one of the
wrong kind (a leader for a pawn or the reverse)."""

DIFFERENCE_WORDS = ("", "take off", "put on", "turn over", "exchange for")

MOST_ACTIONS = 4
"""The longest sequence of actions that is looked for in one change of the table."""
MOST_CELLS = 2 * MOST_ACTIONS
"""With more cells than this in dispute no sequence is looked for."""


class Referee:
    """Follows the hands for one game at a time.

    ``differs[panel cell]`` is how the cell differs from the game (``AGREES`` ...); ``disputed`` is the
    number of cells that do, ``wrong`` the number of those with a disc on them. A finished game disputes nothing.
    """

    def __init__(self, layout: Layout, game: Game) -> None:
        """Follow a game laid on the panel. It begins once the table agrees with its position."""
        self.layout = layout
        self.game = game
        self.differs = bytearray(layout.panel.cells)
        self.disputed = 0
        self.wrong = 0
        self._waiting = True
        self._order: list[int] = []

    def wait_for_agreement(self) -> None:
        """Accept nothing until table and game agree, as when a game begins: after a take-back."""
        self._waiting = True

    def expected(self, panel_cell: int) -> int:
        """Return the piece code that the game has on a panel cell."""
        cell = self.layout.to_game[panel_cell]
        return EMPTY if cell == NO_CELL else self.game.board[cell]

    def follow(self, pieces: bytearray) -> list[tuple[int, int]]:
        """Take in the pieces at rest on the panel; return the actions that were played: (code, colour that acted)."""
        played = []
        cells = self._disputed_cells(pieces)
        if not cells:
            self._waiting = False
        elif not self._waiting and self.game.result is None and len(cells) <= MOST_CELLS:
            played = self._explain(pieces, cells)
        self._note(pieces)
        return played

    def _disputed_cells(self, pieces: bytearray) -> list[int]:
        """Return the panel cells that differ from the game, those that began to first in front."""
        now = []
        for cell in range(len(pieces)):
            if pieces[cell] != self.expected(cell):
                now.append(cell)
        cells = [cell for cell in self._order if cell in now]
        for cell in now:
            if cell not in cells:
                cells.append(cell)
        self._order = cells
        return cells

    def _explain(self, pieces: bytearray, cells: list[int]) -> list[tuple[int, int]]:
        """Play the one sequence of legal actions that leads to what stands on the table.

        Depth first, in the order in which the cells changed; what an action leaves to be taken off
        (captures) may still stand. Returns what was played, or nothing and the game as it was.
        """
        board_cells = [self.layout.to_game[cell] for cell in cells]
        if NO_CELL in board_cells:
            return []
        # Each level of the search: the untried actions there, and what was left over before them.
        leftovers: tuple[int, ...] = ()
        levels = [(self._candidates(pieces, board_cells, leftovers), leftovers)]
        played: list[tuple[int, int]] = []
        while levels:
            untried, leftovers = levels[-1]
            if not untried:
                levels.pop()
                if played:
                    played.pop()
                    self.game.undo()
                continue
            action = untried.pop(0)
            work = self.game.hand_work(action)
            played.append((action, self.game.to_move))
            self.game.apply(action)
            leftovers = leftovers + self._leftovers(pieces, work)
            open_cells = self._open(pieces, board_cells, leftovers)
            if not open_cells:
                # A captured disc that still stands is not its owner's next placement.
                self._waiting = bool(leftovers)
                return played
            untried = []
            if len(played) < MOST_ACTIONS and not leftovers and self.game.result is None:
                untried = self._candidates(pieces, open_cells, leftovers)
            levels.append((untried, leftovers))
        return []

    def _candidates(self, pieces: bytearray, cells: list[int], leftovers: tuple[int, ...]) -> list[int]:
        """Return the legal actions whose hand work is what stands on the table."""
        found = []
        for cell in cells:
            seen = pieces[self.layout.to_panel[cell]]
            if seen == EMPTY or cell in leftovers or seen == self.game.board[cell]:
                continue
            for action in self.game.codes_at(cell, seen):
                for at, piece in self.game.hand_work(action):
                    if pieces[self.layout.to_panel[at]] != piece:
                        break
                else:
                    found.append(action)
        return found

    def _leftovers(self, pieces: bytearray, work: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """Return the cells where the last action asks for more than the hands' work, which is still to do.

        Captured pieces are still standing; a piece may also be lost where it was just put.
        """
        found = [cell for cell, piece in work if self.game.board[cell] != piece]
        done = [cell for cell, _ in work]
        for cell, before, _ in self.game.changes():
            if cell not in done and pieces[self.layout.to_panel[cell]] == before:
                found.append(cell)
        return tuple(found)

    def _open(self, pieces: bytearray, cells: list[int], leftovers: tuple[int, ...]) -> list[int]:
        """Return the disputed cells that the actions so far don't explain."""
        return [
            cell
            for cell in cells
            if cell not in leftovers and pieces[self.layout.to_panel[cell]] != self.game.board[cell]
        ]

    def _note(self, pieces: bytearray) -> None:
        """Write down how each cell differs from the game now."""
        self.disputed = self.wrong = 0
        for cell in range(len(pieces)):
            how = AGREES
            if self.game.result is None:
                how = difference(pieces[cell], self.expected(cell))
            self.differs[cell] = how
            if how != AGREES:
                self.disputed += 1
                if how != PUT_ON:
                    self.wrong += 1


def difference(seen: int, expected: int) -> int:
    """Return how a cell with the piece ``seen`` on it differs from one with ``expected``."""
    if seen == expected:
        return AGREES
    if expected == EMPTY:
        return TAKE_OFF
    if seen == EMPTY:
        return PUT_ON
    return TURN_OVER if seen == turned(expected) else EXCHANGE

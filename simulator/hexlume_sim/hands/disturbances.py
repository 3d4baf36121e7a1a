"""Disturbances: changes on the table that no legal action explains.

A disturbance is a list of changes, one disc at a time. The hands know the rules and choose only
disturbances that a board must refuse in every state: no legal action's hand work matches, and no
earlier position does.
"""

from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import NamedTuple

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import BLACK, EMPTY, WHITE, colour_of, leader, turned
from hexlume.table.layout import Layout

MAX_TRIES = 12
"""Max number of random disturbances of one kind before the hands give up."""


class Change(NamedTuple):
    """The new state of a panel cell: a piece code, or ``EMPTY``."""

    cell: int
    piece: int


class Scene:
    """The knowledge of the hands before a disturbance: the game, its layout and its past.

    ``recent`` are the panel cells of the last actions, ``earlier`` the boards of the game so far.
    """

    def __init__(self, game: Game, layout: Layout, recent: Collection[int], earlier: Collection[bytes]) -> None:
        self._game = game
        self._layout = layout
        self._recent = recent
        self._earlier = earlier
        self._work = [game.hand_work(action) for action in game.legal_actions() if not notation.is_word(action)]

    def plan(self, name: str, choice: Random, max_discs: int) -> list[Change]:
        """Return a disturbance by its name (``hand_errors.TABLE_ERRORS``), or none if unsafe.

        It knocks off at most ``max_discs`` discs.
        """
        makers: dict[str, Callable[[Random, int], list[Change]]] = {
            "wrong_disc": self._wrong_disc,
            "wrong_cell": self._wrong_cell,
            "lift_and_return": lambda choice, _: self._missing(choice, 1),
            "half_on_border": lambda choice, _: self._missing(choice, 1),
            "nudge": lambda choice, _: self._missing(choice, 1),
            "knock": self._missing,
            "swap": self._swapped,
            "turned": self._turned,
        }
        for _ in range(MAX_TRIES):
            changes = makers[name](choice, max_discs)
            if changes and not any(map(self._is_explained, self._states(changes))):
                return changes
        return []

    def standing(self) -> list[int]:
        """Return the panel cells with discs."""
        return [self._layout.to_panel[cell] for cell in range(self._game.grid.cells) if self._game.board[cell]]

    def piece(self, cell: int) -> int:
        """Return the game's piece on a panel cell."""
        own = self._layout.to_game[cell]
        return EMPTY if own == NO_CELL else self._game.board[own]

    # Each returns changes that a legal action may still explain, or none.

    def _wrong_disc(self, choice: Random, _: int) -> list[Change]:
        """The next disc, in the wrong colour or of the wrong kind, on a legal cell."""
        places = [Change(*change) for work in self._work for change in work if change[1] != EMPTY]
        if not places:
            return []
        own, piece = choice.choice(places)
        if self._game.board[own] != EMPTY:
            return []
        wrong = [each for each in (WHITE, BLACK, leader(WHITE), leader(BLACK)) if each != piece]
        return [Change(self._layout.to_panel[own], choice.choice(wrong))]

    def _wrong_cell(self, choice: Random, _: int) -> list[Change]:
        """A disc of the player to move on an empty cell of the panel, on the board or beside it."""
        cell = choice.randrange(self._layout.panel.cells)
        if self.piece(cell) != EMPTY:
            return []
        return [Change(cell, choice.choice((self._game.to_move, leader(self._game.to_move))))]

    def _missing(self, choice: Random, max_discs: int) -> list[Change]:
        movable = self._movable()
        return [Change(cell, EMPTY) for cell in choice.sample(movable, min(max_discs, len(movable)))]

    def _swapped(self, choice: Random, _: int) -> list[Change]:
        movable = self._movable()
        if len(movable) < 2:
            return []
        one, two = choice.sample(movable, 2)
        first, second = self.piece(one), self.piece(two)
        if first == second or self._may_step(first) or self._may_step(second):
            return []
        return [Change(one, EMPTY), Change(two, EMPTY), Change(one, second), Change(two, first)]

    def _turned(self, choice: Random, _: int) -> list[Change]:
        movable = self._movable()
        if not movable:
            return []
        cell = choice.choice(movable)
        return [Change(cell, EMPTY), Change(cell, turned(self.piece(cell)))]

    # Checks against legal play

    def _movable(self) -> list[int]:
        """Return the discs that no recent action placed and that are not due to be turned over."""
        due = {self._layout.to_panel[cell] for work in self._work for cell, piece in work if len(work) == 1 and piece}
        return [cell for cell in self.standing() if cell not in self._recent and cell not in due]

    def _may_step(self, piece: int) -> bool:
        """Return whether pieces of this colour may move now, including moves that are not seen."""
        return any(len(work) > 1 for work in self._work) and colour_of(piece) == self._game.to_move

    def _states(self, changes: list[Change]) -> Iterator[dict[int, int]]:
        """Yield the differences from the game after each change, by panel cell."""
        differs: dict[int, int] = {}
        for cell, piece in changes:
            differs[cell] = piece
            yield differs

    def _is_explained(self, differs: dict[int, int]) -> bool:
        """Return whether a legal action or a take-back could cause these differences."""
        if any(self._layout.to_game[cell] == NO_CELL for cell in differs):
            return False
        board = bytearray(self._game.board)
        for cell, piece in differs.items():
            board[self._layout.to_game[cell]] = piece
        if bytes(board) in self._earlier:
            return True
        return any(all(board[cell] == piece for cell, piece in work) for work in self._work)

"""The contract every game keeps, and what all games share.

A game knows rules only: no hands, sensors or lights. It holds a position, says
which actions are legal, plays and takes back. Actions are the integer codes of
``hexlume.games.notation`` inside and strings at the edges (``name``, ``push_text``).

What the table needs is part of the contract, so that the referee stays free of
rules: ``hand_work`` says what the hands do to make an action, ``codes_at`` which
legal actions leave a given piece on a given cell, ``changes`` what the last action
did to the board (captures included), ``deciders`` what decided the game.
"""

from ..const import const
from . import notation
from .grid import HexGrid, SquareGrid, shared_grid
from .outcome import Outcome
from .pieces import BLACK, EMPTY, WHITE, leader, other

if False:  # for type checkers only
    from typing import Any, Iterator

PLACING = "place"
REPLACING = "replace"
MOVING = "move"
FILLING = "fill"
SETTING_UP = "setup"
OVER = "over"

_CHANGES = const(3)
"""Where the changes begin in a record of ``_undo``."""
_CODES = const(8)
"""A change is one number: the cell, times this, and the piece before."""

NOTHING = const(-1)
"""What ``iter_legal`` yields when a slice of its work found no legal action."""


class IllegalAction(ValueError):
    """An action that is not legal now; the game has not changed (ACT-6)."""


class OptionError(ValueError):
    """A game, size or option that cannot be played (ACT-7); the text says why."""


class Game:
    """A position of one game with its history (ACT-1 to ACT-7).

    Subclasses set the class attributes, prepare the start in ``__init__`` (after
    calling this one) and implement ``iter_legal``, ``why_not``, ``_do`` and, where the ones here do not fit,
    ``codes_at``, ``final_groups`` and, where they have state of their own, ``_save`` and ``_restore``.

    ``board[cell]`` is a piece code. ``to_move`` is the colour to act, ``EMPTY`` once the
    game is over; ``outcome`` is ``None`` until then. ``codes`` is the list of the codes played so far.
    ``_undo`` has a record of each: colour, phase and own state before it (``None`` if unchanged), then
    the cells that it changed, each as a number with the piece before.
    """

    # The catalogue sets these: the folder's name, and what its __init__ states.
    NAME = ""
    GRID: "type[HexGrid | SquareGrid]" = HexGrid
    MIN_SIZE, MAX_SIZE, DEFAULT_SIZE = 2, 13, 4

    FIRST = WHITE
    """The colour that acts first: that of seat 1 at the start (ACT-3)."""
    DEFAULTS: dict[str, bool | int | str] = {}
    """The game's options with their default values (``bool``, ``int`` or ``str``)."""
    CHOICES: "dict[str, Any]" = {}
    """The values allowed for each option that is a number or a word."""
    blocked: "Any" = None
    """``None``, or takes a size and returns the coordinates of the cells off that board; set by the catalogue."""

    def __init__(self, size: int, options: dict[str, bool | int | str]) -> None:
        """Set up an empty board; ``size`` and ``options`` are checked by ``games.start``."""
        self.size = size
        self.options = options
        self.grid = shared_grid(self.GRID, size, tuple(self.blocked(size)) if self.blocked else ())
        self.board = bytearray(self.grid.cells)
        self.to_move = self.FIRST
        self.phase = PLACING
        self.outcome: Outcome | None = None
        self.codes: list[int] = []
        self._undo: "list[Any]" = []
        self._concluded: tuple[int, str] | None = None

    # What a subclass implements

    def iter_legal(self) -> "Iterator[int]":
        """Yield the codes of all legal actions in any order, ``NOTHING`` in between.

        Each yield ends a small, bounded slice of work, so that a microcontroller can spread
        one set over many loop passes. The position must not change while it runs.
        """
        raise NotImplementedError

    def why_not(self, action: int) -> str | None:
        """Return the id of a clause that forbids an action code now, such as ``ORO-4``; ``None`` if it is legal.

        Any integer may be asked about: ACT-1 forbids what is no action of the game, ACT-2 every action of a
        finished game. Where several clauses forbid an action this is one of them.
        """
        raise NotImplementedError

    def codes_at(self, cell: int, piece: int) -> list[int]:
        """Return the legal codes whose hand work leaves ``piece`` (not ``EMPTY``) on ``cell``: here ``PLACE``."""
        found = notation.code(notation.PLACE, cell)
        return [found] if piece == self.to_move and self.is_legal(found) else []

    def final_groups(self) -> tuple[list[int], list[int], list[int]]:
        """Return what decided a finished game: the winner's cells, the loser's, other marked cells.

        Here it is every piece of each side, and nothing after a draw.
        """
        if self.outcome is None or self.outcome.winner == EMPTY:
            return [], [], []
        return self._pieces(self.outcome.winner), self._pieces(other(self.outcome.winner)), []

    def _do(self, action: int) -> None:
        """Carry out a legal action with ``_put`` and ``_finish``, setting ``to_move`` and ``phase``."""
        raise NotImplementedError

    def _save(self) -> tuple[int, ...]:
        """Return the subclass's own state, for ``_restore``, as numbers."""
        return ()

    def _restore(self, state: tuple[int, ...]) -> None:
        """Take back the subclass's own state that ``_save`` returned, where an action has changed it."""

    # What the world calls

    def legal_actions(self) -> list[int]:
        """Return the codes of all legal actions in any order; none once the game is over (ACT-2)."""
        return [found for found in self.iter_legal() if found != NOTHING]

    def is_legal(self, action: int) -> bool:
        """Return whether the action code is legal now; any integer may be asked about."""
        return self.why_not(action) is None

    def push_text(self, action: str) -> int:
        """Play an action's string and return its code; raises ``IllegalAction`` and changes nothing."""
        found = notation.parse(action, self.grid)
        clause = self.why_not(found)
        if clause is not None:
            raise IllegalAction("'%s' is not legal here (%s)" % (action[:40], clause))
        self.push(found)
        return found

    def push(self, action: int) -> None:
        """Play an action's code. It must be legal; this is not checked again."""
        record = [self.to_move, self.phase, self._save()]
        # Makes room for a few more, where append would double it: in a full heap there is none.
        self._undo.extend([record])
        self._do(action)
        if record[2] == self._save():
            record[2] = None
        self._undo[-1] = tuple(record)
        self.codes.extend([action])

    def pop(self) -> int:
        """Take back the last action (ACT-4) and return its code.

        Raises ``IllegalAction`` at the start, and for a game that was concluded: ``reopen`` it first.
        """
        if self._concluded is not None:
            raise IllegalAction("the game was concluded after its last action")
        if not self.codes:
            raise IllegalAction("there is no action to take back")
        record = self._undo.pop()
        for change in reversed(record[_CHANGES:]):
            self._write(change // _CODES, change % _CODES)
        self.to_move, self.phase, own = record[:_CHANGES]
        self.outcome = None
        if own is not None:
            self._restore(own)
        return self.codes.pop()

    def copy_from(self, game: "Game") -> None:
        """Become a copy of another game of the same rules, size and options, past and all, from one's own start."""
        for cell in range(self.grid.cells):
            if self.board[cell] != game.board[cell]:
                self._write(cell, game.board[cell])
        self._undo = list(game._undo)
        self.codes = list(game.codes)
        self._restore(game._save())
        self.to_move, self.phase = game.to_move, game.phase
        self.outcome, self._concluded = game.outcome, game._concluded

    @property
    def result(self) -> str | None:
        """Return ``W+``, ``B+`` or ``0``, ``None`` until the game is over (ACT-2)."""
        return None if self.outcome is None else self.outcome.result

    @property
    def concluded(self) -> bool:
        """Return whether the game ended otherwise than by its rules: ``conclude`` was called."""
        return self._concluded is not None

    def conclude(self, winner: int, reason: str) -> None:
        """End a running game otherwise than by its rules: somebody resigned, a draw was agreed, time ran out.

        ``winner`` is ``EMPTY`` for a draw. Raises ``IllegalAction`` and changes nothing when the game is over.
        """
        if self.outcome is not None:
            raise IllegalAction("the game is over")
        self._concluded = (self.to_move, self.phase)
        self._finish(winner, reason)

    def reopen(self) -> None:
        """Take back what ``conclude`` did; raises ``IllegalAction`` for a game that was not concluded."""
        if self._concluded is None:
            raise IllegalAction("the game was not concluded")
        self.to_move, self.phase = self._concluded
        self.outcome = self._concluded = None

    def deciders(self) -> tuple[list[int], list[int], list[int]]:
        """Return what to show of a finished game: ``final_groups``, or every piece of each side if it was concluded."""
        return self.final_groups() if self._concluded is None else Game.final_groups(self)

    def changes(self, moment: int = 0) -> list[tuple[int, int, int]]:
        """Return what the last action changed on the board, or that to which there were ``moment`` actions.

        Each is (cell, piece before, piece after), sorted by cell. A cell that the action left as it was is not listed,
        one that changed twice is listed once.
        """
        before: dict[int, int] = {}
        for cell, piece in self._last_changes(moment) if self.codes else ():
            before.setdefault(cell, piece)
        board = self._board_after(moment) if moment else self.board
        return [(cell, before[cell], board[cell]) for cell in sorted(before) if before[cell] != board[cell]]

    def position_after(self, moment: int) -> "tuple[bytearray, int]":
        """Return the board as it stood after that many actions, and the colour to act then."""
        return self._board_after(moment), self._undo[moment][0] if moment < len(self._undo) else self.to_move

    def hand_work(self, action: int) -> tuple[tuple[int, int], ...]:
        """Return what the hands do themselves to make a legal action: pairs (cell, piece left on it).

        Pieces that come off in consequence (captures) are not among them; an action without a
        place (``pass`` ...) has no hand work. Asked before the action is applied.
        """
        what, cell, piece = notation.kind(action), notation.first(action), self.to_move
        if notation.is_word(action):
            return ()
        if what == notation.STEP or what == notation.CAPTURE:
            return ((cell, EMPTY), (notation.second(action), self.board[cell]))
        if what == notation.PLACE_WHITE or what == notation.PLACE_BLACK:
            piece = WHITE if what == notation.PLACE_WHITE else BLACK
        elif what == notation.REPLACE:
            piece = 3 - self.board[cell]
        elif what == notation.PLACE_LEADER:
            piece = leader(piece)
        return ((cell, piece),)

    def continuation(self) -> "tuple[Any, ...]":
        """Return all that decides how the game goes on from this board: two ways here with equal ones are the same."""
        return (self.to_move, self.phase, self.result, self._save())

    def name(self, action: int) -> str:
        """Return the string of an action's code."""
        return notation.name(action, self.grid)

    def actions(self) -> list[str]:
        """Return the strings of all actions played so far."""
        return [self.name(action) for action in self.codes]

    # What subclasses build their actions from

    def _put(self, cell: int, piece: int) -> None:
        """Set a cell and note the change for ``pop`` and ``changes``."""
        self._undo[-1].append(cell * _CODES + self.board[cell])
        self._write(cell, piece)

    def _write(self, cell: int, piece: int) -> None:
        """Set a cell, forward or back; a subclass that keeps counts per cell extends this."""
        self.board[cell] = piece

    def _last_changes(self, moment: int = 0) -> list[tuple[int, int]]:
        """Return the cells that the last action set, or that of ``changes``, in order, each with the piece before."""
        return [(change // _CODES, change % _CODES) for change in self._undo[moment - 1][_CHANGES:]]

    def _board_after(self, moment: int) -> bytearray:
        """Return the board as it stood after that many actions, also while an action is under way."""
        board = bytearray(self.board)
        for record in reversed(self._undo[moment:]):
            for change in reversed(record[_CHANGES:]):
                board[change // _CODES] = change % _CODES
        return board

    def _finish(self, winner: int, reason: str) -> None:
        """End the game (ACT-2); ``winner`` is ``EMPTY`` for a draw."""
        self.outcome = Outcome(winner, reason)
        self.phase = OVER
        self.to_move = EMPTY

    def _count(self, piece: int) -> int:
        """Return how many cells have a piece, or are empty."""
        return list(self.board).count(piece)

    def _pieces(self, colour: int) -> list[int]:
        """Return the cells of a colour's pieces."""
        kinds = (colour, leader(colour))
        return [cell for cell, piece in enumerate(self.board) if piece in kinds]

    def _groups(self, colour: int) -> list[list[int]]:
        """Return all groups of a colour (GEO-5), in the order of their first cells."""
        groups = []
        seen: "set[int]" = set()
        for cell in self._pieces(colour):
            if cell not in seen:
                group = self._group(cell)
                groups.append(group)
                seen.update(group)
        return groups

    def _group(self, start: int) -> list[int]:
        """Return the group of the piece on ``start``: same colour, joined by adjacency (GEO-5)."""
        piece = self.board[start]
        if piece == EMPTY:
            return []
        kin = leader(piece) if piece <= BLACK else piece - 2
        board, offsets = self.board, self.grid.offsets
        seen = bytearray(self.grid.cells)
        seen[start] = 1
        group = [start]
        for cell in group:
            for offset in offsets[cell]:
                near = cell + offset
                there = board[near]
                if (there == piece or there == kin) and not seen[near]:
                    seen[near] = 1
                    group.append(near)
        return group

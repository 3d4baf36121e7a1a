"""A position as JSON (rule ACT-5, and what it leaves open about the turn under way), read and checked for its form."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexlume import games
from hexlume.games.game import OVER, Game, OptionError
from hexlume.games.grid import NO_CELL, HexGrid, SquareGrid, grid_of
from hexlume.games.pieces import BLACK, COLOURS, LETTERS, WHITE, leader

from ..errors import sentence
from .refusal import PositionError

MOST_IN_PRISON = 255
"""The most stones of a colour that a prison is believed to hold: what the rules module counts to."""

_SOME = 2
"""``Turn.acted`` counts to this: two actions or more."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What position JSON leaves open about the turn under way; the member ``turn`` of a position.

    ``acted`` tells how many actions have been played, 2 for two or more (``None``: not told): with ``pie`` the right
    to swap and what Droched's seats still have to choose hang on it. ``first`` is the piece that Sibling's second one
    has to go with, ``moving`` Organica's moving group and ``capacity`` the steps it has left; ``compelled`` tells that
    Organica's turn began without a placement, so that a step is due.
    """

    acted: int | None = None
    first: int = NO_CELL
    moving: tuple[int, ...] = ()
    capacity: int = 0
    compelled: bool | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A position whose form has been checked, but not whether its pieces fit; its game is not over.

    ``board`` has a piece code for every cell. ``hand`` is by piece code, ``prison`` by colour. ``phase`` is empty when
    the rules are to say which one it is.
    """

    rules: str
    grid: HexGrid | SquareGrid
    options: Mapping[str, bool | int | str]
    board: bytes
    to_move: int
    phase: str
    hand: tuple[int, ...] = (0, 0, 0, 0, 0)
    prison: tuple[int, ...] = (0, 0, 0)
    turn: Turn = field(default_factory=Turn)

    def count(self, *pieces: int) -> int:
        """Return how many pieces of these codes are on the board."""
        return sum(self.board.count(piece) for piece in pieces)

    def names(self, *pieces: int) -> tuple[str, ...]:
        """Return the cells on which pieces of these codes stand."""
        return tuple(self.grid.name(cell) for cell, piece in enumerate(self.board) if piece in pieces)


def read_position(told: object) -> Position:
    """Return a position that JSON tells; raises ``PositionError`` with one sentence for what is malformed."""
    position = _object(told, "the position")
    rules = position.get("game")
    if not isinstance(rules, str) or rules not in games.NAMES:
        raise PositionError(f"The position's game is one of {', '.join(games.NAMES)}.")
    try:
        grid = grid_of(str(position.get("board"))[:10])
        start = games.start(rules, grid.size, _object(position.get("options", {}), "the position's options"))
    except ValueError as error:
        raise PositionError(f"The position cannot be set up: {error}.") from error
    if start.grid.board != grid.board:
        raise PositionError(f"{rules.capitalize()} is not played on {grid.board}.")
    phase = position.get("phase") or ""
    if phase == OVER or position.get("result") is not None:
        raise PositionError("The game is over in this position: take one from before its end.")
    if phase not in ("", *PHASES[rules]):
        raise PositionError(f"In {rules} the phase is one of {', '.join(PHASES[rules])}.")
    to_move = position.get("to_move")
    if to_move not in COLOURS[1:]:
        raise PositionError("White or black is to move.")
    return Position(
        rules=rules,
        grid=grid,
        options=dict(start.options),
        board=_board(grid, rules, position.get("pieces")),
        to_move=COLOURS.index(to_move),
        phase=phase,
        hand=_hand(position.get("hand")) if rules == "organica" else (0, 0, 0, 0, 0),
        prison=_prison(position.get("prison")) if rules == "droched" else (0, 0, 0),
        turn=_turn(grid, position.get("turn", {})),
    )


PHASES = {
    "orochi": ("place", "replace"),
    "sibling": ("place",),
    "orcoon": ("place", "fill"),
    "organica": ("place", "move"),
    "droched": ("setup", "place"),
}
"""The phases that each game has before it is over."""


def start_of(told: object) -> Game:
    """Return a game at its start, told as ``{"rules", "size", "options"}``; raises ``PositionError``."""
    start = _object(told, "the start")
    size = start.get("size", 0)
    if type(size) is not int:
        raise PositionError("The size of a board is a whole number.")
    try:
        return games.start(str(start.get("rules"))[:40], size, _object(start.get("options", {}), "the start's options"))
    except OptionError as error:
        raise PositionError(f"The game cannot be started: {error}.") from error


def _board(grid: HexGrid | SquareGrid, rules: str, told: object) -> bytes:
    board = bytearray(grid.cells)
    letters = LETTERS[1:] if rules == "organica" else LETTERS[1:3]
    for name, letter in _object(told, "the pieces").items():
        cell = grid.cell(name)
        if cell == NO_CELL:
            raise PositionError(f"'{name[:10]}' is no cell of {grid.board}.")
        if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
            raise PositionError(f"The piece on {name} is one of {', '.join(letters)}.")
        board[cell] = LETTERS.index(letter)
    return bytes(board)


def _hand(told: object) -> tuple[int, ...]:
    hand = [0, 0, 0, 0, 0]
    hands = _object(told, "the hand")
    for colour in (WHITE, BLACK):
        own = _object(hands.get(COLOURS[colour]), f"{COLOURS[colour]}'s hand")
        for piece, kind in ((colour, "pawn"), (leader(colour), "leader")):
            hand[piece] = _number(own.get(kind), 10, f"The {kind}s in {COLOURS[colour]}'s hand")
    return tuple(hand)


def _prison(told: object) -> tuple[int, ...]:
    prison = _object(told, "the prison")
    counts = [_number(prison.get(colour), MOST_IN_PRISON, f"The {colour} stones in prison") for colour in COLOURS[1:]]
    return (0, *counts)


def _turn(grid: HexGrid | SquareGrid, told: object) -> Turn:
    turn = _object(told, "the turn")
    moving = turn.get("moving", [])
    if not isinstance(moving, list) or len(moving) > grid.cells:
        raise PositionError("The moving group is a list of cells.")
    compelled = turn.get("compelled")
    if compelled is not None and not isinstance(compelled, bool):
        raise PositionError("Whether a step is compulsory is true or false.")
    return Turn(
        acted=None if turn.get("acted") is None else _number(turn["acted"], _SOME, "The actions played"),
        first=NO_CELL if turn.get("first") is None else _cell(grid, turn["first"]),
        moving=tuple(sorted({_cell(grid, name) for name in moving})),
        capacity=_number(turn.get("capacity", 0), grid.cells, "The steps left"),
        compelled=compelled,
    )


def _cell(grid: HexGrid | SquareGrid, name: object) -> int:
    cell = grid.cell(name) if isinstance(name, str) else NO_CELL
    if cell == NO_CELL:
        raise PositionError(f"'{str(name)[:10]}' is no cell of {grid.board}.")
    return cell


def _number(told: object, most: int, what: str) -> int:
    if type(told) is not int or not 0 <= told <= most:
        raise PositionError(f"{what} are a number from 0 to {most}.")
    return told


def _object(told: object, what: str) -> dict[str, Any]:
    if not isinstance(told, dict) or not all(isinstance(name, str) for name in told):
        raise PositionError(sentence(f"{what} cannot be read: it is no JSON object"))
    return told

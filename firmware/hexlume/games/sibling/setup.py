"""Sibling's positions set up by hand: whether the game can go on from them; a board has none of this."""

from ..game import PLACING
from ..grid import NO_CELL
from ..pieces import BLACK, COLOURS, EMPTY, WHITE

if False:  # for type checkers only
    from typing import Any, Callable, Iterator

    from .rules import Sibling

FIRST_ACTION = "SIB-1"
SWAP = "SIB-7"
PHASES = (PLACING,)
TURN: "dict[str, Any]" = {
    "first": {"kind": "cell", "text": "First of the turn"},
    "acted": {
        "kind": "choice",
        "text": "Right to swap",
        "option": "pie",
        "choices": ((1, "may still be used"), (2, "has been used")),
    },
}


def begin(game: "Sibling", position: "dict[str, Any]") -> None:
    """Set which piece of the turn stands already."""
    game._first = position["turn"].get("first", NO_CELL)


def refusals(game: "Sibling", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, the sentence, the cells, and values for the sentence if any."""
    colour, first = game.to_move, game._first
    side = {"colour": COLOURS[colour]}
    if first != NO_CELL and game.board[first] != colour:
        yield "SIB-2", "The first piece of the turn is {colour}'s", [first], side
    elif any(game.board):
        yield from _wrong_parity(game, WHITE)
        yield from _wrong_parity(game, BLACK)
        if first == NO_CELL and not _has_empty(game, game._opens):
            yield "SIB-4", "The game is over: {colour} has no legal first piece", [], side
        elif first != NO_CELL and not _has_empty(game, lambda cell: game._pairs(first, cell)):
            yield "SIB-3", "No second piece can go with the first", [first]


def turn(game: "Sibling") -> "dict[str, Any]":
    """Return what position JSON leaves open: the piece that the second one has to go with."""
    return {} if game._first == NO_CELL else {"first": game.grid.name(game._first)}


def _wrong_parity(game: "Sibling", colour: int) -> "Iterator[tuple[Any, ...]]":
    """Yield what is wrong with a colour's number of pieces: other numbers could end in a draw (SIB-6).

    Between turns a mark may put it right.
    """
    to_act = game.to_move == colour
    begun = to_act and game._first != NO_CELL
    if (list(game.board).count(colour) - begun) % 2 == (colour == WHITE):
        return
    if begun and colour == WHITE:
        yield "SIB-6", "Before this turn white had an odd number of pieces", []
    elif begun:
        yield "SIB-6", "Before this turn black had an even number of pieces", []
    elif to_act and colour == WHITE:
        yield (
            "SIB-6",
            "Between turns white has an odd number of pieces: mark white's first of this turn if the second is due",
            [],
        )
    elif to_act:
        yield (
            "SIB-6",
            "Between turns black has an even number of pieces: mark black's first of this turn if the second is due",
            [],
        )
    elif colour == WHITE:
        yield "SIB-6", "Between turns white has an odd number of pieces", []
    else:
        yield "SIB-6", "Between turns black has an even number of pieces", []


def _has_empty(game: "Sibling", fits: "Callable[[int], bool]") -> bool:
    return any(game.board[cell] == EMPTY and fits(cell) for cell in range(game.grid.cells))

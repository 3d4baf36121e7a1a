"""Hex's positions set up by hand: whether the game can go on from them; a board has none of this."""

from ..game import PLACING
from ..pieces import BLACK, WHITE

if False:  # for type checkers only
    from typing import Any, Iterator

    from .rules import Hex

FIRST_ACTION = "HEX-1"
SWAP = "HEX-6"
PHASES = (PLACING,)
TURN: "dict[str, Any]" = {
    "acted": {
        "kind": "choice",
        "text": "Right to swap",
        "option": "pie",
        "choices": ((1, "may still be used"), (2, "has been used")),
    },
}


def refusals(game: "Hex", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, a sentence without its full stop, the cells concerned, and, if
    the sentence has placeholders, their values.
    """
    joined = [cell for cell in range(game.grid.cells) if game._chain(cell)]
    if joined:
        yield "HEX-4", "The game is over: a chain joins two sides", game._chain(joined[0])
    black, white = list(game.board).count(BLACK), list(game.board).count(WHITE)
    if black - white != (0 if game.to_move == BLACK else 1):
        yield "HEX-1", "Black needs one disc more than white if white is to act, else as many", []

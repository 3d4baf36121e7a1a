"""Orcoon's positions set up by hand: whether the game can go on from them; a board has none of this."""

from ..game import FILLING, PLACING
from ..pieces import BLACK, COLOURS, WHITE

if False:  # for type checkers only
    from typing import Any, Iterator

    from .rules import Orcoon

FIRST_ACTION = "ORC-1"
SWAP = "ORC-7"
PHASES = (PLACING, FILLING)
TURN: "dict[str, Any]" = {
    "acted": {
        "kind": "choice",
        "text": "Right to swap",
        "option": "pie",
        "choices": ((1, "may still be used"), (2, "has been used")),
    },
}


def refusals(game: "Orcoon", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, the sentence, the cells, and values for the sentence if any."""
    size = game.size
    for colour, edge in ((WHITE, range(0, size * size, size)), (BLACK, range(size))):
        joined = [cell for cell in edge if game.board[cell] == colour and game._chain(cell)]
        if joined:
            group, values = game._group(joined[0]), {"colour": COLOURS[colour]}
            yield "ORC-6", "The game is over: {colour}'s chain joins its edges", group, values

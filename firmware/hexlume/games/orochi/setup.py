"""Orochi's positions set up by hand: whether the game can go on from them; a board has none of this."""

from ..game import PLACING, REPLACING
from ..pieces import EMPTY

if False:  # for type checkers only
    from typing import Any, Iterator

    from .rules import Orochi

FIRST_ACTION = "ORO-1"
PHASES = (PLACING, REPLACING)
TURN: "dict[str, Any]" = {}


def begin(game: "Orochi", position: "dict[str, Any]") -> None:
    """Set the phase if the position names none."""
    if not position["phase"]:
        game.phase = REPLACING if any(map(game._is_over, range(game.grid.cells))) else PLACING


def refusals(game: "Orochi", turn: "dict[str, Any]") -> "Iterator[tuple[Any, ...]]":
    """Yield why the game cannot go on: the clause, the sentence, the cells, and values for the sentence if any."""
    over = [cell for cell in range(game.grid.cells) if game._is_over(cell)]
    if game._count(EMPTY) == 0:
        yield "ORO-6", "A game ends with one empty hex, and here is none", []
    elif game.phase == PLACING and over:
        yield "ORO-4", "Nothing can be placed while a piece is over-connected", over
    elif game.phase == REPLACING and not over:
        yield "ORO-4", "Nothing is to be replaced: no piece is over-connected", []
    elif game.phase == PLACING and game._count(EMPTY) == 1:
        yield "ORO-6", "The game is over: one hex is empty", [game._last_hex()]

"""The check of a game's tables: a board's memory has no large free block."""

import sys
from array import array

from hexlume import games

from .cost import largest_board
from .report import Check

MOST_BLOCK = 16_384
"""The most bytes in one piece: no larger free block is certain on a board."""


def check_memory(name: str) -> Check:
    """Check the tables of a new game and of its modules."""
    new = games.start(name, largest_board(games.game_class(name)))
    modules = [module for path, module in sys.modules.items() if f"{path}.".startswith(f"{games.__name__}.{name}.")]
    held = [one for owner in (new, *modules) for one in vars(owner).values()]
    largest = max((memoryview(one).nbytes for one in held if isinstance(one, bytes | bytearray | array)), default=0)
    check = Check("board", f"{largest:,} bytes in the largest table of a new game on {new.grid.board}")
    if largest > MOST_BLOCK:
        check.fail(
            f"A new game on {new.grid.board} has {largest:,} bytes in one piece: above {MOST_BLOCK:,} "
            "a board's memory may have no room for it."
        )
    return check

"""Action codes and their strings, for all games.

Inside the firmware an action is one small integer, so that lists of legal
actions cost a microcontroller no strings: ``kind << 20 | first << 10 | second``,
where first and second are cells (or a number, for ``komi=``). The strings are
the ones of the rule sheets; other programs speak them.
"""

from ..const import const
from .grid import NO_CELL, HexGrid, SquareGrid, number

# fmt: off
(
    PLACE_WHITE, PLACE_BLACK, REPLACE, PLACE, PLACE_PAWN, PLACE_LEADER, STEP, CAPTURE,
    SWAP, PASS, DONE, END, FREE, KOMI, TAKE_BLACK, TAKE_WHITE,
) = range(1, 17)
# fmt: on
"""The kinds of actions. Those from ``SWAP`` on have no place on the board."""
_FIRST_WORD = const(9 << 20)
"""The code of ``SWAP``: a number, since every legal action is compared with it."""

NO_ACTION = const(-1)

# fmt: off
TEXTS = (
    "", "W", "B", "*", "", "P", "L", "-", "x",
    "swap", "pass", "done", "end", "free", "komi=", "take=black", "take=white",
)
# fmt: on
"""What is written for each kind, in order: a word, or what stands before a cell or a number, or between two cells."""


def code(kind: int, first: int = 0, second: int = 0) -> int:
    """Return the code of an action."""
    return kind << 20 | first << 10 | second


def kind(action: int) -> int:
    """Return the kind of an action code."""
    return action >> 20


def first(action: int) -> int:
    """Return the first cell (or the number of ``komi=``) of an action code."""
    return action >> 10 & 0x3FF


def second(action: int) -> int:
    """Return the second cell of a step's or capture's code."""
    return action & 0x3FF


def is_word(action: int) -> bool:
    """Return whether an action has no place on the board (``pass``, ``komi=3`` ...)."""
    return action >= _FIRST_WORD


def swaps_seats(action: int) -> bool:
    """Return whether an action exchanges who plays which colour (ACT-3, DRO-11)."""
    return kind(action) in (SWAP, TAKE_BLACK)


def name(action: int, grid: "HexGrid | SquareGrid") -> str:
    """Return the string of an action code, such as ``Wd4``, ``d4-e4`` or ``swap``."""
    what, place = kind(action), first(action)
    text = TEXTS[what]
    if what == KOMI:
        return text + str(place)
    if is_word(action):
        return text
    if what == STEP or what == CAPTURE:
        return grid.name(place) + text + grid.name(second(action))
    return text + grid.name(place)


def parse(text: str, grid: "HexGrid | SquareGrid") -> int:
    """Return the code of an action's string, or ``NO_ACTION`` if it is invalid on this grid."""
    if not text or len(text) > 10:
        return NO_ACTION
    if text.startswith(TEXTS[KOMI]):
        komi = number(text[5:])
        return code(KOMI, komi) if komi >= 0 else NO_ACTION
    if text in TEXTS[SWAP:]:
        return code(TEXTS.index(text))
    what, cells = PLACE, [text]
    # Before the joints: in Wx1 the x is a row.
    if text[0] in TEXTS[:STEP]:
        what, cells = TEXTS.index(text[0]), [text[1:]]
    else:
        # In d4-x1 the x is a row: a step counts last.
        for joint in (CAPTURE, STEP):
            # From 1: the first letter is the cell's own, also on row x.
            at = text.find(TEXTS[joint], 1)
            if at > 0:
                what, cells = joint, [text[:at], text[at + 1 :]]
    found = [grid.cell(cell) for cell in cells]
    return NO_ACTION if NO_CELL in found else code(what, *found)

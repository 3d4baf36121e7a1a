"""Action codes and their strings, for all games.

Inside the firmware an action is one small integer, so that lists of legal
actions cost a microcontroller no strings: ``kind << 20 | first << 10 | second``,
where first and second are cells (or a number, for ``komi=``). The strings are
the ones of the rule sheets; other programs speak them.
"""

from ..const import const
from .grid import NO_CELL, number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .grid import HexGrid, SquareGrid

PLACE_WHITE = 1
PLACE_BLACK = 2
REPLACE = 3
PLACE = const(4)
PLACE_PAWN = 5
PLACE_LEADER = 6
STEP = const(7)
CAPTURE = const(8)
SWAP = const(9)
PASS = 10
DONE = 11
END = 12
FREE = 13
KOMI = const(14)
TAKE_BLACK = const(15)
TAKE_WHITE = 16

NO_ACTION = const(-1)

_PREFIXES = {"": PLACE, "W": PLACE_WHITE, "B": PLACE_BLACK, "*": REPLACE, "P": PLACE_PAWN, "L": PLACE_LEADER}
_WORDS = {
    "swap": SWAP,
    "pass": PASS,
    "done": DONE,
    "end": END,
    "free": FREE,
    "take=black": TAKE_BLACK,
    "take=white": TAKE_WHITE,
}


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
    return kind(action) >= SWAP


def swaps_seats(action: int) -> bool:
    """Return whether an action exchanges who plays which colour (ACT-3, DRO-11)."""
    return kind(action) in (SWAP, TAKE_BLACK)


def name(action: int, grid: "HexGrid | SquareGrid") -> str:
    """Return the string of an action code, such as ``Wd4``, ``d4-e4`` or ``swap``."""
    what = kind(action)
    if what == STEP or what == CAPTURE:
        joint = "-" if what == STEP else "x"
        return grid.name(first(action)) + joint + grid.name(second(action))
    if what == KOMI:
        return "komi=%d" % first(action)
    for word, of in _PREFIXES.items():
        if what == of:
            return word + grid.name(first(action))
    for word, of in _WORDS.items():
        if what == of:
            return word
    raise ValueError("%d is no action code" % action)


def parse(text: str, grid: "HexGrid | SquareGrid") -> int:
    """Return the code of an action's string, or ``NO_ACTION`` if it is invalid on this grid."""
    if not text or len(text) > 10:
        return NO_ACTION
    if text in _WORDS:
        return code(_WORDS[text])
    if text.startswith("komi="):
        komi = number(text[5:])
        return code(KOMI, komi) if komi >= 0 else NO_ACTION
    # Before the joints: in Wx1 the x is a row.
    if text[0] in _PREFIXES:
        cell = grid.cell(text[1:])
        return NO_ACTION if cell == NO_CELL else code(_PREFIXES[text[0]], cell)
    for joint, what in (("-", STEP), ("x", CAPTURE)):
        # From 1: the first letter is the cell's own, also on row x.
        at = text.find(joint, 1)
        if at > 0 and at < len(text) - 1:
            origin, target = grid.cell(text[:at]), grid.cell(text[at + 1 :])
            if origin == NO_CELL or target == NO_CELL:
                return NO_ACTION
            return code(what, origin, target)
    cell = grid.cell(text)
    return NO_ACTION if cell == NO_CELL else code(PLACE, cell)

"""The catalogue: what can be played on a panel, told without importing any game's rules.

A microcontroller holds only the rules of the game it plays; the menu has to name all of them. The
tests compare every line with the game's own module.
"""

from ..constant import const
from .grid import SquareGrid

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .grid import HexGrid

GAMES: dict[str, tuple[str, int, int, int, str]] = {
    "orochi": ("hex", 2, 13, 4, ""),
    "sibling": ("hex", 3, 13, 5, "pie=on"),
    "orcoon": ("square", 4, 26, 9, "pie=off"),
    "organica": ("hex", 4, 13, 5, "setup=corners"),
    "droched": ("hex", 3, 13, 7, "pie=on komi=1 komi=2 handicap=2 handicap=3 handicap=4 handicap=5"),
}
"""For each game: its grid's kind, smallest, largest and default size, and the options the menu offers beside
the defaults, each a word that differs from them. Where a panel's row is short, the later options are left out."""


def fits(panel: "HexGrid | SquareGrid", kind: str, size: int) -> bool:
    """Return whether a board of a kind and size can lie on a panel (the same that ``Layout`` accepts, GEO-6)."""
    if size > panel.size or (kind == "hex" and panel.kind == "square"):
        return False
    return kind == panel.kind or size % 2 == 1


def on_board(panel: "HexGrid | SquareGrid", cell: int, kind: str, size: int) -> bool:
    """Return whether a panel's cell belongs to a board that fits it, lying as ``Layout`` lays it."""
    if isinstance(panel, SquareGrid):
        margin = (panel.size - size) // 2
        return 0 <= cell % panel.size - margin < size and 0 <= cell // panel.size - margin < size
    q, r = abs(panel.q[cell]), abs(panel.r[cell])
    if kind == "square":
        return q <= size // 2 and r <= size // 2
    return q < size and r < size and abs(panel.q[cell] + panel.r[cell]) < size


def sizes(panel: "HexGrid | SquareGrid", rules: str) -> list[int]:
    """Return the sizes of a game's board that fit a panel, the smallest first."""
    kind, least, most, _, _ = GAMES[rules]
    return [size for size in range(least, min(most, panel.size) + 1) if fits(panel, kind, size)]


def usual_size(panel: "HexGrid | SquareGrid", rules: str) -> int:
    """Return a game's default size, or the largest below it that fits the panel; 0 when none does."""
    found = [size for size in sizes(panel, rules) if size <= GAMES[rules][3]]
    return found[-1] if found else 0


def options(rules: str) -> tuple[str, ...]:
    """Return the options that the menu offers for a game, as the words that differ from the defaults."""
    return ("",) + tuple(GAMES[rules][4].split())

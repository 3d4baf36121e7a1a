"""The layout of a game's board on a panel, and which boards fit: they lie centred, also on larger panels.

A square or rhombus lies on a hex panel with its columns along q and its rows along r (GEO-6, GEO-7). Cells of the
panel that no cell of the game lies on are off the board, and so are those under the game's blocked cells.
"""

from array import array

from ..games import Game, OptionError, catalogue
from ..games.grid import GRIDS, NO_CELL, HexGrid, SquareGrid, shared_grid


class Layout:
    """Which panel cell shows which cell of a game, both ways.

    ``to_panel[game cell]`` is a panel cell; ``to_game[panel cell]`` is a game cell or ``NO_CELL``.
    """

    def __init__(self, panel: HexGrid | SquareGrid, game: HexGrid | SquareGrid) -> None:
        """Lay a game's grid on a panel's; raises ``ValueError`` when it does not fit."""
        self.panel = panel
        if game.board == panel.board and not game.blocked:
            self.to_panel = self.to_game = array("h", range(panel.cells))
            return
        self.to_panel = array("h", bytes(2 * game.cells))
        self.to_game = array("h", [NO_CELL] * panel.cells)
        if not fits(panel, game.kind, game.size):
            raise ValueError("the board %s does not fit on a %s panel" % (game.board, panel.board))
        shift = shift_on(panel, game.kind, game.size)
        for cell in range(game.cells):
            first, second = game.coordinates(cell)
            place = panel.at(first + shift, second + shift)
            self.to_panel[cell] = place
            if cell not in game.blocked:
                self.to_game[place] = cell


def fits(panel: HexGrid | SquareGrid, kind: str, size: int) -> bool:
    """Return whether a board of a kind and size can lie on a panel (GEO-6)."""
    if size > panel.size or (kind != "square" and panel.kind == "square"):
        return False
    return kind == panel.kind or size % 2 == 1


def shift_on(panel: HexGrid | SquareGrid, kind: str, size: int) -> int:
    """Return what added to both coordinates of a board's cell gives those of the panel's: boards lie centred."""
    if kind == "hex":
        return 0
    return -(size // 2) if panel.kind == "hex" else (panel.size - size) // 2


def layout_of(panel: HexGrid | SquareGrid, rules: str, size: int) -> Layout:
    """Return how a game's board lies on a panel that it fits, without loading the rules."""
    kind, _, _, _, _, blocked = catalogue.GAMES[rules]
    return Layout(panel, shared_grid(GRIDS[kind], size, tuple(blocked(size)) if blocked else ()))


def sizes(panel: HexGrid | SquareGrid, rules: str) -> list[int]:
    """Return the sizes of a game's board that fit a panel, the smallest first."""
    kind, least, most, _, _, _ = catalogue.GAMES[rules]
    return [size for size in range(least, min(most, panel.size) + 1) if fits(panel, kind, size)]


def usual_size(panel: HexGrid | SquareGrid, rules: str) -> int:
    """Return a game's default size, or the largest below it that fits the panel; 0 when none does."""
    return max([0] + [size for size in sizes(panel, rules) if size <= catalogue.GAMES[rules][3]])


def start_on(panel: HexGrid | SquareGrid, name: str, size: int, options: dict[str, str] | dict[str, object]) -> Game:
    """Start a game as ``games.start`` does, but on a board that fits a panel: size 0 is the usual one there."""
    if not size and name in catalogue.GAMES:
        size = usual_size(panel, name)
        if not size:
            raise OptionError("%s can't be played on a %s panel" % (name, panel.board))
    return catalogue.start(name, size, options)

"""How a game's board lies on a panel: centred, smaller boards on larger panels.

A square or rhombus lies on a hex panel with its columns along q and its rows along r (GEO-6, GEO-7). Cells of the
panel that no cell of the game lies on are off the board, and so are those under the game's blocked cells.
"""

from array import array

from ..games.catalogue import fits, shift_on
from ..games.grid import NO_CELL, HexGrid, SquareGrid


class Layout:
    """Which panel cell shows which cell of a game, both ways.

    ``to_panel[game cell]`` is a panel cell; ``to_game[panel cell]`` is a game cell or ``NO_CELL``.
    """

    def __init__(self, panel: HexGrid | SquareGrid, game: HexGrid | SquareGrid) -> None:
        """Lay a game's grid on a panel's; raises ``ValueError`` when it does not fit."""
        self.panel = panel
        self.game = game
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

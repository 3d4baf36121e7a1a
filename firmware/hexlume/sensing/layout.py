"""How a game's board lies on a panel: centred, smaller boards on larger panels.

A square or rhombus lies on a hex panel with its columns along q and its rows along r (GEO-6, GEO-7).
"""

from array import array

from ..const import const
from ..games.grid import NO_CELL, HexGrid

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.grid import SquareGrid


class Layout:
    """Which panel cell shows which cell of a game, both ways.

    ``to_panel[game cell]`` is a panel cell; ``to_game[panel cell]`` is a game cell or ``NO_CELL``.
    """

    def __init__(self, panel: "HexGrid | SquareGrid", game: "HexGrid | SquareGrid") -> None:
        """Lay a game's grid on a panel's; raises ``ValueError`` when it does not fit."""
        self.panel = panel
        self.game = game
        if game.board == panel.board:
            self.to_panel = self.to_game = array("h", range(panel.cells))
            return
        self.to_panel = array("h", bytes(2 * game.cells))
        self.to_game = array("h", bytes(2 * panel.cells))
        for cell in range(panel.cells):
            self.to_game[cell] = NO_CELL
        for cell in range(game.cells):
            place = self._panel_cell(cell)
            if place == NO_CELL:
                raise ValueError("the board %s does not fit on a %s panel" % (game.board, panel.board))
            self.to_panel[cell] = place
            self.to_game[place] = cell

    def _panel_cell(self, cell: int) -> int:
        panel, game = self.panel, self.game
        if isinstance(game, HexGrid):
            return panel.at(game.q[cell], game.r[cell]) if isinstance(panel, HexGrid) else NO_CELL
        column, row = cell % game.size, cell // game.size
        if panel.kind == "square":
            if game.kind != "square":
                return NO_CELL
            margin = (panel.size - game.size) // 2
            return panel.at(column + margin, row + margin)
        if game.size % 2 == 0:
            return NO_CELL
        middle = game.size // 2
        return panel.at(column - middle, row - middle)

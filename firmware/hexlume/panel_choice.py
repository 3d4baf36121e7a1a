"""Which panel a game needs: for hosts and the twin, a board has the panel that it has."""

from .constant import const
from .grid import HexGrid
from .layout import Layout
from .panel import HEX_PANELS, SQUARE_PANELS, panel_grid

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .grid import SquareGrid


def smallest_panel(game: "HexGrid | SquareGrid") -> str:
    """Return the name of the smallest panel that a game's board fits, of its own kind if any; "" if none does."""
    hexes = ["hex%d" % size for size in HEX_PANELS]
    squares = ["square%d" % size for size in SQUARE_PANELS]
    for name in hexes + squares if isinstance(game, HexGrid) else squares + hexes:
        try:
            Layout(panel_grid(name), game)
        except ValueError:
            continue
        return name
    return ""

"""The panels of games: which one a simulated board takes for a game's board."""

from functools import cache

from hexlume import games
from hexlume.games.grid import GRIDS, HexGrid, SquareGrid
from hexlume.hardware.panel import PANEL_SIZES, panel_grid
from hexlume.table.layout import fits


def smallest_panel(game: HexGrid | SquareGrid) -> str:
    """Return the name of the smallest panel that a game's board fits, of its own kind if any; "" if none does."""
    own = "hex" if isinstance(game, HexGrid) else "square"
    names = sorted(_panels(), key=lambda name: not name.startswith(own))
    return next((name for name in names if fits(_panels()[name], game.kind, game.size)), "")


@cache
def board_sizes(rules: str) -> dict[int, int]:
    """Return the sizes of a game's boards that a simulated board can be, and how many cells each has."""
    kind = games.game_class(rules)
    grids = {size: _grid(kind.GRID.kind, size) for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1)}
    return {size: grid.cells for size, grid in grids.items() if smallest_panel(grid)}


@cache
def _panels() -> dict[str, HexGrid | SquareGrid]:
    return {f"{kind}{size}": panel_grid(f"{kind}{size}") for kind, sizes in PANEL_SIZES.items() for size in sizes}


@cache
def _grid(kind: str, size: int) -> HexGrid | SquareGrid:
    return GRIDS[kind](size)

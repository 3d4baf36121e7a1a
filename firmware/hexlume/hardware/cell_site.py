"""Where a cell's sensor and LED are wired and where they lie: for hosts, since a board needs no more than its wiring.

The digital twin is built from ``cell_site`` and the hardware generator draws from it.
"""

from collections import namedtuple

from ..games.grid import HexGrid, SquareGrid
from .panel import led
from .scan import channel

PITCH_MM = 32.0
"""Distance of two neighbouring cells' centres in mm. The classes of pieces are then 43 sigma apart."""

CellSite = namedtuple("CellSite", ("adc", "enable", "address", "led", "x_mm", "y_mm"))
"""Where a cell is: analog input 0-2, enable line 0-4, multiplexer channel 0-15, its LED's index on the
chain, and its centre on the table in mm from the panel's centre (x to the right, y away from the player)."""


def cell_site(grid: HexGrid | SquareGrid, cell: int) -> CellSite:
    """Return where a panel's cell is wired and where it lies."""
    adc, enable, address = channel(cell)
    x, y = grid.place(cell)
    return CellSite(adc, enable, address, led(grid, cell), x * PITCH_MM, y * PITCH_MM)

"""The rows of cells on the board: how a row's sensors, LEDs and rails lie. Lengths in mm.

In a row whose LEDs are chained to the right, the 3.3 V rail runs above the sensors and the 5 V rail below the LEDs; in
one chained to the left every part is turned by half a turn, and the rails change sides. ``side`` is 1 or -1.
"""

from dataclasses import dataclass

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid

RAIL_MM = 4.25
"""From the cells' centres to the middle of the 3.3 V rail."""
RAIL_WIDTH_MM = 1.0
LED_RAIL_MM = 4.0
"""From the cells' centres to the middle of the 5 V rail."""
LED_RAIL_WIDTH_MM = 2.0
BULK_X_MM = -10.0
BULK_Y_MM = 2.3
"""A bulk capacitor: from its cell's centre along x, and from the middle of the 5 V rail outwards."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells from left to right with their x, its y and which way its LEDs are chained."""

    y: float
    cells: tuple[int, ...]
    xs: tuple[float, ...]
    side: int

    @property
    def rail_y(self) -> float:
        """The middle of the 3.3 V rail."""
        return self.y + self.side * RAIL_MM

    @property
    def led_rail_y(self) -> float:
        """The middle of the 5 V rail."""
        return self.y - self.side * LED_RAIL_MM


def rows(panel: str) -> list[Row]:
    """Return a panel's rows from the player's side."""
    grid = panel_grid(panel)
    by_y: dict[float, list[tuple[float, int, int]]] = {}
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        by_y.setdefault(round(site.y_mm, 3), []).append((site.x_mm, site.led, cell))
    found = []
    for _, members in sorted(by_y.items()):
        members.sort()
        side = 1 if members[0][1] <= members[-1][1] else -1
        y = cell_site(grid, members[0][2]).y_mm
        found.append(Row(y, tuple(cell for _, _, cell in members), tuple(x for x, _, _ in members), side))
    return found

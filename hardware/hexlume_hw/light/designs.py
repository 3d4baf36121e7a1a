"""Cells to compare: the one that is built, and the one that is computed to be even."""

from hexlume_hw.light.cell import Box, Cell, Led
from hexlume_hw.panel.stackup import PLATE_ABOVE_BOARD_MM

GREEN_MASK = 0.12
SMALL_LED = Led(half=1.0, height=0.84, window=0.7)
"""A WS2812B-2020: its datasheet's body, 2.0 x 2.0 x 0.84 mm."""

TODAY = Cell(PLATE_ABOVE_BOARD_MM, Led(x=-10.0), (Box(0.0, 0.0, 1.2, 1.5, 0.0, 1.1, 0.05),))
"""The cell that is built: the LED 10 mm off centre, the sensor's black body in the middle."""
SMALL_CENTRED = Cell(PLATE_ABOVE_BOARD_MM, SMALL_LED)
"""A small LED at the centre, the sensor on the board's back."""

WELL_MM = 8.0
"""From the board to the opal sheet."""
HAT_MM = 5.5
HAT_LOW_MM, HAT_HIGH_MM = 2.6, 6.1
_LEG = 3.2


def well(hat_up: float = 0.0, hat: float = 0.8) -> Cell:
    """Return design T: the LED at the exact centre of a deep well, above it a leaded sensor in a white hat on legs."""
    legs = tuple(
        Box(x * _LEG, y * _LEG, 0.4, 0.4, 0.0, HAT_LOW_MM + hat_up, 0.8) for x in (-1, 1) for y in (-1, 1)
    )  # fmt: skip
    top = Box(0.0, 0.0, HAT_MM / 2, HAT_MM / 2, HAT_LOW_MM + hat_up, HAT_HIGH_MM + hat_up, hat)
    capacitors = (Box(5.0, 3.0, 0.7, 1.0, 0.0, 1.3, 0.3),)
    return Cell(WELL_MM, Led(), (top, *legs, *capacitors), rim=0.8)

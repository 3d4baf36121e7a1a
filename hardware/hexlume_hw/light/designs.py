"""Cells to compare: the one that is built, and others that show what it gains."""

from dataclasses import replace

from hexlume_hw.light.cell import Box, Cell, Led
from hexlume_hw.panel.stackup import PLATE_ABOVE_BOARD_MM
from hexlume_hw.panel.well import (
    HAT_LEGS,
    HAT_POCKET,
    HAT_STEPS,
    LEAD_PITCH_MM,
    LEAD_WIDE_MM,
    LEADS_HIGH_MM,
    LEADS_X_MM,
    LED_CAPACITOR_X_MM,
    LED_CAPACITOR_Y_MM,
    SENSOR,
    SENSOR_CAPACITOR_X_MM,
    SENSOR_CAPACITOR_Y_MM,
    Block,
)

GREEN_MASK = 0.12
SMALL_LED = Led(half=1.0, height=0.84, window=0.7)
"""A WS2812B-2020: its datasheet's body, 2.0 x 2.0 x 0.84 mm."""

_LOW_MM = 3.35
OFF_CENTRE = Cell(_LOW_MM, Led(x=-10.0), (Box(0.0, 0.0, 1.2, 1.5, 0.0, 1.1, 0.05),))
"""A low cell with the LED 10 mm off centre, the sensor's black body in the middle."""
SMALL_CENTRED = Cell(_LOW_MM, SMALL_LED)
"""A low cell with a small LED at the centre, the sensor on the board's back."""

_WHITE, _CERAMIC, _TINNED, _BLACK = 0.8, 0.3, 0.5, 0.05


def well(hat_up: float = 0.0, hat: float = _WHITE, parts: tuple[Box, ...] = (), aside: float = 0.0) -> Cell:
    """Return the cell that is built; ``parts`` may stand in it, too.

    Hat and sensor may be higher than they should be, and ``aside`` along x.
    """
    boxes = [_box(block, hat, hat_up, hat_up) for block in HAT_STEPS]
    boxes += [_box(leg, hat, high=hat_up) for leg in HAT_LEGS]
    # The black end of the sensor is seen where the leads come out.
    left = HAT_STEPS[-1].left
    end = Block(left - 0.01, SENSOR.near, HAT_POCKET.low, left, SENSOR.far, HAT_POCKET.high)
    boxes.append(_box(end, _BLACK, hat_up, hat_up))
    half = LEAD_WIDE_MM / 2
    for y in (-LEAD_PITCH_MM, 0.0, LEAD_PITCH_MM):
        along = Block(LEADS_X_MM, y - half, LEADS_HIGH_MM - LEAD_WIDE_MM, left, y + half, LEADS_HIGH_MM)
        down = Block(LEADS_X_MM - half, y - half, 0.0, LEADS_X_MM + half, y + half, LEADS_HIGH_MM)
        boxes += [_box(along, _TINNED, hat_up, hat_up), _box(down, _TINNED, high=hat_up)]
    boxes = [replace(box, x=box.x + aside) for box in boxes]
    for x, y in ((LED_CAPACITOR_X_MM, LED_CAPACITOR_Y_MM), (SENSOR_CAPACITOR_X_MM, SENSOR_CAPACITOR_Y_MM)):
        boxes.append(Box(x, y, 0.65, 1.0, 0.0, 1.3, _CERAMIC))
    return Cell(PLATE_ABOVE_BOARD_MM, Led(), (*boxes, *parts))


BARE_MULTIPLEXER = Box(0.0, 13.86, 7.7, 3.75, 0.0, 2.65, _BLACK)
"""A multiplexer half way to the next row, as far in the cell as one stands on any panel."""
MULTIPLEXER = (
    BARE_MULTIPLEXER,
    replace(BARE_MULTIPLEXER, half_x=7.2, half_y=3.25, low=2.65, high=2.66, reflectance=_WHITE),
)
"""The same with its top painted white, up to 0.5 mm from its edges; the sides are black."""


def _box(block: Block, reflectance: float, low: float = 0.0, high: float = 0.0) -> Box:
    """Return a box of the design, its faces moved up."""
    middle = (block.left + block.right) / 2, (block.near + block.far) / 2
    half = (block.right - block.left) / 2, (block.far - block.near) / 2
    return Box(*middle, *half, block.low + low, block.high + high, reflectance)

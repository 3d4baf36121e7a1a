"""The cell that is built, as the model of its light takes it."""

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


def _box(block: Block, reflectance: float, low: float = 0.0, high: float = 0.0) -> Box:
    """Return a box of the design, its faces moved up."""
    middle = (block.left + block.right) / 2, (block.near + block.far) / 2
    half = (block.right - block.left) / 2, (block.far - block.near) / 2
    return Box(*middle, *half, block.low + low, block.high + high, reflectance)

"""What stands in the well below a recess: LED, sensor, hat and capacitors. Lengths in mm from the cell's centre.

Board, solids and light follow from these figures. They are those of a row that is chained to the right; in one chained
to the left all is turned by half a turn. The LED lies at the centre. Above it a leaded sensor lies flat, its marked
face up, in a hat of white plastic that hides the LED from the sheet; the sensor's leads run to the left and down into
the board.
"""

from dataclasses import dataclass
from typing import Final

from hexlume_hw.panel.stackup import HALL_HEIGHT_MM


@dataclass(frozen=True, slots=True)
class Block:
    """A box: its edges along x and y, and its lower and upper height above the board."""

    left: float
    near: float
    low: float
    right: float
    far: float
    high: float


SENSOR_LONG_MM: Final = 3.15
"""A TO-92's body along its leads (DRV5055's datasheet SBAS640, drawing LPG0003A: 3.15, 4.0 and 1.52 mm, each ±0.1)."""
SENSOR_WIDE_MM: Final = 4.0
SENSOR_THICK_MM: Final = 1.52
ELEMENT_MM: Final = 1.03
"""The Hall element above the body's unmarked face, ±0.115 (SBAS640 of January 2018, figure 12)."""
SENSOR_LOW_MM: Final = HALL_HEIGHT_MM - ELEMENT_MM
"""The body's lower face."""
SENSOR: Final = Block(
    -SENSOR_LONG_MM / 2,
    -SENSOR_WIDE_MM / 2,
    SENSOR_LOW_MM,
    SENSOR_LONG_MM / 2,
    SENSOR_WIDE_MM / 2,
    SENSOR_LOW_MM + SENSOR_THICK_MM,
)
LEADS_X_MM: Final = -4.5
"""The leads' holes: the footprint has them there."""
LEAD_PITCH_MM: Final = 1.4
"""Between the holes: the leads, 1.27 mm apart, are spread a little."""
LEAD_WIDE_MM: Final = 0.5
LEADS_HIGH_MM: Final = SENSOR_LOW_MM + 0.8
"""The leads' upper side: their middle is 0.54 mm above the body's unmarked face (LPG0003A)."""

HAT_LOW_MM: Final = 3.0
"""1.4 mm above the LED: lower, less of its light comes out; higher, the recess sees it."""
HAT_HIGH_MM: Final = 6.2
HAT_STEPS: Final = (
    Block(-3.2, -3.5, HAT_LOW_MM, 3.5, 3.5, 3.4),
    Block(-2.7, -3.1, 3.4, 3.0, 3.1, 3.8),
    Block(-2.2, -2.8, 3.8, 2.5, 2.8, 4.2),
    Block(-1.8, -2.5, 4.2, 2.1, 2.5, HAT_HIGH_MM),
)
"""Wide below, so that it hides the LED, and wider on the right, as the leads and the sensor's black end darken the
left; narrow above, for what is near the sheet throws a shadow on it. Each step can be printed without a support."""
_PLAY_MM = 0.05
HAT_POCKET: Final = Block(
    HAT_STEPS[-1].left - 1.0,
    SENSOR.near - _PLAY_MM,
    SENSOR.low,
    SENSOR.right + _PLAY_MM,
    SENSOR.far + _PLAY_MM,
    SENSOR.high + 0.11,
)
"""Open towards the leads: the sensor is pushed in from there, as far as it goes."""
LED_MM: Final = 5.0
"""An LED's body, square."""
HAT_PLAY_MM: Final = 0.2
"""Between the LED and each leg."""
_LEG_MM = 0.8
_LEG_OFF_MM = (LED_MM + _LEG_MM) / 2 + HAT_PLAY_MM
HAT_LEGS: Final = tuple(
    Block(x - _LEG_MM / 2, y - _LEG_MM / 2, 0.0, x + _LEG_MM / 2, y + _LEG_MM / 2, HAT_STEPS[0].high)
    for x, y in ((-_LEG_OFF_MM, 0.0), (_LEG_OFF_MM, 0.0), (0.0, -_LEG_OFF_MM), (0.0, _LEG_OFF_MM))
)
"""One at the middle of each of the LED's sides, where it has no pads: so the hat sits on its LED, and goes with it if
that is soldered off centre. Its light is uneven by how far the two are apart."""

LED_CAPACITOR_X_MM: Final = 4.75
LED_CAPACITOR_Y_MM: Final = -1.2
SENSOR_CAPACITOR_X_MM: Final = -6.6
SENSOR_CAPACITOR_Y_MM: Final = 1.9

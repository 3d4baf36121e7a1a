"""How bright a cue is, and what it costs: luminance in cd/m2 from the LED's datasheet, current from the firmware."""

from typing import Final

from hexlume.output.led_cues import COLOURS
from hexlume.output.lights import BRIGHTNESS, CHANNEL_MA, NORMAL

CANDELA: Final = (0.39, 0.66, 0.18)
"""Red, green and blue at full, straight ahead, at least: WS2812B's datasheet, 390, 660 and 180 mcd."""


def channels(cue: int, brightness: int = NORMAL) -> tuple[float, float, float]:
    """Return a cue's red, green and blue as shares of full, at one of the firmware's brightnesses."""
    colour, dim = COLOURS[cue], BRIGHTNESS[brightness] / 256 / 255
    return (colour >> 16) * dim, (colour >> 8 & 255) * dim, (colour & 255) * dim


def luminance(share: float, lit: tuple[float, float, float]) -> float:
    """Return cd/m2 where a share of the LED's light leaves a mm2.

    An LED by Lambert's law gives pi times its candela in lumen, and a sheet by the same law as many lm/m2 as pi cd/m2.
    """
    return share * 1e6 * sum(part * candela for part, candela in zip(lit, CANDELA, strict=True))


def current_ma(lit: tuple[float, float, float]) -> float:
    """Return what the LED draws for it."""
    return CHANNEL_MA * sum(lit)

"""Stand-in for ``neopixel_write``, for the real ``neopixel`` library."""

from hexlume_sim.chip.leds import neopixel_write

__all__ = ["neopixel_write"]

"""Stand-in for ``digitalio``."""

from hexlume_sim.chip.digital import DigitalInOut, Direction, Pull

__all__ = ["DigitalInOut", "Direction", "Pull"]

"""Stand-in for ``digitalio``."""

from hexlume_sim.chip.digital import DigitalInOut, Direction, DriveMode, Pull

__all__ = ["DigitalInOut", "Direction", "DriveMode", "Pull"]

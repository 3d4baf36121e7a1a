"""Stand-in for ``watchdog``."""

from hexlume_sim.chip.watchdog import WatchDogMode, WatchDogTimer

__all__ = ["WatchDogMode", "WatchDogTimer"]

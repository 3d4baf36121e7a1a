"""Stand-in for ``watchdog``."""

from hexlume_sim.chip.watchdog import WatchDogMode, WatchDogTimeout, WatchDogTimer

__all__ = ["WatchDogMode", "WatchDogTimeout", "WatchDogTimer"]

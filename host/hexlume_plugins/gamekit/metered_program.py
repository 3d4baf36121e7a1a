"""The program that the simulator meters: it has the games' code that takes a Pico 2's time.

It does not run on its own: ``cost`` gives it ``hexlume_meter``.
"""

import hexlume_meter  # type: ignore[import-not-found]

from hexlume import games

hexlume_meter.measure(games)

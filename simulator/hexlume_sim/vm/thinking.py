"""Lets the board's own opponent think in a virtual machine: ``thinking.py RULES SIZE ACTIONS PASSES``.

ACTIONS names a file of a game's actions, one a line. After them, time standing still, it thinks for so many passes at
most, with a mark ``begin`` and ``done`` around each. The firmware is at ``/firmware``.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path.insert(0, "/firmware")

from hexlume import games, notation  # noqa: E402
from hexlume.engine import Engine  # noqa: E402

host: "Any" = __import__("host")
gc: "Any" = __import__("gc")
gc.disable()
drawn = [1]


def below(limit: int) -> int:
    """Return a random number below a limit."""
    drawn[0] = (drawn[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return (drawn[0] >> 8) % limit


def standing() -> int:
    """Return the time."""
    return 0


def read() -> None:
    """Play the game's actions."""
    with open(sys.argv[3]) as file:
        for action in file.read().split():
            game.apply(notation.parse(action, game.grid))


def run() -> None:
    """Think, with few variables: the collector does not see those of larger functions."""
    left = int(sys.argv[4])
    done = False
    while left and not done:
        gc.collect()
        host.call("begin", "")
        done = engine.think()
        host.call("done", "")
        left -= 1


game = games.start(sys.argv[1], int(sys.argv[2]))
read()
engine = Engine(game, below, standing)
run()

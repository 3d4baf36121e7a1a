"""A game played and undone repeatedly: ``turns.py RULES SIZE ACTIONS TURNS``.

ACTIONS names a file of the game's actions, one a line. Prints ``heap``, the bytes in use, at every
start of the game until TURNS turns have been played. The firmware is at ``/firmware``.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path.insert(0, "/firmware")

from hexlume import games  # noqa: E402
from hexlume.games import notation  # noqa: E402

gc: "Any" = __import__("gc")
gc.disable()
codes: "list[int]" = []


def read() -> None:
    """Read the game's actions."""
    with open(sys.argv[3]) as file:
        for action in file.read().split():
            codes.append(notation.parse(action, game.grid))


def there_and_back() -> None:
    """Play the game and take it back; then play it in a game of its own, which is forgotten."""
    for again in (game, games.start(sys.argv[1], int(sys.argv[2]))):
        for code in codes:
            again.push(code)
        while again.codes:
            again.pop()


def run() -> None:
    """Do so until the turns are done, with few variables: the collector does not see those of larger functions."""
    left = int(sys.argv[4])
    while left > 0:
        there_and_back()
        gc.collect()
        print("heap", gc.mem_alloc())
        left -= 2 * len(codes)


game = games.start(sys.argv[1], int(sys.argv[2]))
read()
run()

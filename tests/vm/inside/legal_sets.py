"""Fuel of the rules in a counting virtual machine: ``legal_sets.py RULES SIZE ACTIONS``.

ACTIONS names a file of a game's actions, one a line. Marks ``set`` and ``listed`` around the
iteration over the legal actions of every position.
The firmware is at ``/firmware``.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path.insert(0, "/firmware")

from hexlume import games  # noqa: E402

host: "Any" = __import__("host")
gc: "Any" = __import__("gc")
gc.disable()
actions: "list[str]" = []


def walk() -> None:
    """Walk through the legal actions to the end."""
    host.call("set", "")
    for _ in game.iter_legal():
        pass
    host.call("listed", "")


def read() -> None:
    """Read the game's actions, the last one first."""
    with open(sys.argv[3]) as file:
        actions.extend(file.read().split())
    actions.reverse()


def run() -> None:
    """Go through the game, with few variables: the collector does not see those of running functions that have many."""
    while actions:
        walk()
        gc.collect()
        game.push_text(actions.pop())


game = games.start(sys.argv[1], int(sys.argv[2]))
read()
run()

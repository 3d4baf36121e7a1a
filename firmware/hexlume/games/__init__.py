"""The games: one module each under the contract of ``hexlume.games.contract``.

``start`` is the one way to begin a game. Modules are imported when their game is
first played, so that a microcontroller holds only the rules it needs; what else a start needs is in ``starting``.
"""

from ..constant import const
from ..on_demand import give_back
from .contract import Game as Game
from .contract import IllegalAction as IllegalAction
from .contract import OptionError as OptionError

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Mapping

NAMES = ("orochi", "sibling", "orcoon", "organica", "droched")
"""Every game that can be played."""

_OWN_MODULES = {"droched": ("games.droched_reach",)}
"""Modules that only one game uses."""


def start(name: str, size: int = 0, options: "Mapping[str, object] | None" = None) -> Game:
    """Start a game on a board of ``size`` cells a side (0: the game's default).

    ``options`` maps option names to values, as Python values or as text (``on``, ``3``, ``corners``).
    Raises ``OptionError`` naming what is wrong (ACT-7).
    """
    from . import starting

    return starting.start(name, size, options or {})


def keep_only(name: str) -> None:
    """Give back what only a start needs, and what the rules of all games but one take of the heap."""
    give_back("games.starting")
    for other in NAMES:
        if other != name:
            give_rules_back(other)


def give_rules_back(name: str) -> None:
    """Give back what the rules of one game take of the heap."""
    give_back("games." + name, *_OWN_MODULES.get(name, ()))

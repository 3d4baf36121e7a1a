"""How the engine plays: what search is set to, and the levels from a beginner's to the strongest."""

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, cast

from ..errors import HostError

if TYPE_CHECKING:
    from .compiled import Reals


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``search`` is set to; see there. The defaults are the strongest player's for most games."""

    exploration: float = 0.2
    bias: float = 1e-4
    reference: int = 50
    untried: float = 1.0
    expand_at: int = 4
    solves: bool = True
    informed: bool = True
    prior_weight: float = 4.0
    longest: int = 400
    duels: int = 2

    def numbers(self) -> "Reals":
        """Return the settings as compiled code takes them."""
        # What the search stands on takes long to import and may not be installed.
        import numpy as np  # noqa: PLC0415

        from . import search  # noqa: PLC0415

        numbers = np.zeros(search.PARAMETERS, np.float64)
        for setting in fields(self):
            numbers[getattr(search, setting.name.upper())] = float(getattr(self, setting.name))
        return cast("Reals", numbers)


PLAIN = Settings(
    exploration=0.5**0.5,
    bias=0.0,
    reference=0,
    untried=10.0,
    expand_at=1,
    solves=False,
    informed=False,
    prior_weight=0.0,
    longest=2000,
    duels=1,
)
"""Plain UCT: UCB1, uniformly random games to the end, a node a game. Its constant is Ludii's: the square root of 2
where
results are -1 and 1, half of that where they are 0 and 1."""

OF_GAME: dict[str, Settings] = {
    "orochi": Settings(),
    "sibling": Settings(),
    "orcoon": Settings(),
    "organica": Settings(longest=60),
    "droched": Settings(longest=40),
}
"""The strongest player's settings by game."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play.

    ``playouts`` are the games searched before an action, at most; ``None`` leaves it to the time. ``whim`` is the
    chance that an action is not the best one found but drawn by how often actions were searched; ``perfect`` whether
    it knows what was solved.
    """

    name: str
    playouts: int | None = None
    whim: float = 0.0
    plain: bool = False
    searches: bool = True
    own: Settings | None = None
    perfect: bool = False

    def settings(self, game: str) -> Settings:
        """Return what search is set to in a game."""
        if self.own is not None:
            return self.own
        chosen = PLAIN if self.plain else OF_GAME[game]
        if self.playouts is not None and self.playouts < 1000:
            return replace(chosen, expand_at=min(chosen.expand_at, 2))
        return chosen


LEVELS = (
    Level("level 1", playouts=24, whim=0.5),
    Level("level 2", playouts=96, whim=0.15),
    Level("level 3", playouts=400),
    Level("level 4", playouts=1_600),
    Level("level 5", playouts=6_400, perfect=True),
    Level("level 6", perfect=True),
)
"""From a beginner's to the strongest, which only time limits."""

UCT = Level("uct", plain=True)
RANDOM = Level("random", searches=False)

STRONGEST = LEVELS[-1]


def level_of(number: int) -> Level:
    """Return a level by its number from 1; raises ``HostError``."""
    if not 1 <= number <= len(LEVELS):
        raise HostError(f"There is no level {number}: choose one from 1 to {len(LEVELS)}.")
    return LEVELS[number - 1]

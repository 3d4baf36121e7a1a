"""How the engine plays: what search is set to, and the levels from a beginner's to the strongest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlume_record.errors import HexlumeError

from .positions import COMPILED, is_compiled


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think about a position: ``seconds`` or ``playouts``, whichever comes first; ``None`` is no limit."""

    seconds: float | None = None
    playouts: int | None = None


class Settings(NamedTuple):
    """What the search is set to. The defaults are the strongest player's for most games.

    ``exploration`` is the constant of the bound; ``bias`` of GRAVE and ``reference`` the visits from which a node's
    table is used, 0 for no GRAVE; ``first_play_urgency`` the value of an action not tried yet; ``expand_at`` the visits
    from which a node gets children; ``solves`` whether results are proven; ``informed`` whether playouts follow
    knowledge of the game; ``prior_weight`` the playouts that knowledge of an action counts for; ``playout_cutoff`` the
    actions after which a playout is judged instead of played on; ``mast_tournament_size`` among how many random actions
    a playout takes the one with the highest MAST value; ``learned`` the share of a position's value that the learned
    evaluation (``patterns``) gives, a playout the rest; above 0 it also gives untried actions their value.

    The log odds of the win chances that the search finds are multiplied by ``calibration`` before they are reported, so
    that they are right on average (Guo and others, "On calibration of modern neural networks", ICML 2017).
    """

    exploration: float = 0.2
    bias: float = 1e-4
    reference: int = 50
    first_play_urgency: float = 1.0
    expand_at: int = 4
    solves: bool = True
    informed: bool = True
    prior_weight: float = 4.0
    playout_cutoff: int = 400
    mast_tournament_size: int = 2
    learned: float = 0.0
    calibration: float = 1.0


def calibrate(chance: float, calibration: float) -> float:
    """Return a chance, 0 to 1, with its log odds multiplied by a factor."""
    if calibration == 1:
        return chance
    won, lost = chance**calibration, (1 - chance) ** calibration
    return float(won / (won + lost))


PLAIN = Settings(
    exploration=0.5**0.5,
    bias=0.0,
    reference=0,
    first_play_urgency=10.0,
    expand_at=1,
    solves=False,
    informed=False,
    prior_weight=0.0,
    playout_cutoff=2000,
    mast_tournament_size=1,
)
"""Plain UCT: UCB1, uniformly random playouts to the end, a node a playout. Its constant is Ludii's: the square root of
2 where results are -1 and 1, half of that where they are 0 and 1."""

OF_GAME = {
    "orochi": Settings(learned=1.0, exploration=0.15, reference=0, expand_at=1, prior_weight=3.0),
    "sibling": Settings(learned=0.5, exploration=0.05, expand_at=2, prior_weight=12.0, calibration=3.6),
    "orcoon": Settings(calibration=1.9),
    "organica": Settings(learned=1.0, exploration=0.07, reference=0, expand_at=1, prior_weight=3.0, playout_cutoff=60),
    "droched": Settings(
        learned=1.0,
        exploration=0.01,
        reference=0,
        expand_at=1,
        prior_weight=3.0,
        playout_cutoff=40,
        calibration=2.5,
    ),
}
"""The strongest player's settings by game, where they are not ``Settings``' defaults."""


_USUAL = Settings()


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play.

    ``playouts`` is the max number of playouts before an action, ``fewer`` that of games in which they take longer than
    in others, and ``by_rules`` that of games that are not compiled; ``None`` leaves it to the time. ``softening`` is
    the chance that an action is not the best one found but drawn by how often actions were searched; ``exact_endgames``
    whether it proves endgames, and ``learned`` names the games in which it
    uses the learned evaluation. ``tuned`` has games' settings; other games have the ``usual`` ones.
    """

    name: str
    playouts: int | None = None
    softening: float = 0.0
    tuned: Mapping[str, Settings] = field(default_factory=lambda: OF_GAME, hash=False)
    usual: Settings = _USUAL
    exact_endgames: bool = False
    learned: tuple[str, ...] = ()
    fewer: Mapping[str, int] = field(default_factory=dict, hash=False)
    by_rules: int | None = None

    def most_playouts(self, game: str) -> int | None:
        """Return the max number of playouts before an action of a game."""
        if self.by_rules is not None and not is_compiled(game):
            return self.by_rules
        return self.fewer.get(game, self.playouts)

    def settings(self, game: str) -> Settings:
        """Return what search is set to in a game."""
        chosen = self.tuned.get(game, self.usual)
        if chosen.learned and game not in self.learned:
            # Without the learned evaluation, the settings are those of a search by playouts.
            chosen = Settings(playout_cutoff=chosen.playout_cutoff)
        playouts = self.most_playouts(game)
        if playouts is not None and playouts < 1000:
            return chosen._replace(expand_at=min(chosen.expand_at, 2))
        return chosen


_AIMLESS = ("organica",)
"""Games in which neither of two fair players that know nothing of it gets anywhere."""

LEVELS = (
    Level("level 1", playouts=24, softening=0.5),
    Level("level 2", playouts=96, softening=0.15),
    Level("level 3", playouts=400, learned=_AIMLESS, fewer={"droched": 150, "organica": 120}),
    Level("level 4", playouts=1_600, learned=_AIMLESS, fewer={"droched": 400, "organica": 450}, by_rules=1_000),
    Level(
        "level 5",
        playouts=6_400,
        exact_endgames=True,
        learned=("orochi", "sibling", *_AIMLESS),
        fewer={"sibling": 2_000, "droched": 1_000, "organica": 1_600},
        by_rules=3_000,
    ),
    Level("level 6", exact_endgames=True, learned=COMPILED),
)
"""From a beginner's to the strongest, which only time limits."""

UCT = Level("uct", tuned={}, usual=PLAIN)

STRONGEST = LEVELS[-1]
_CALLED = "level:"


def level_of(number: int) -> Level:
    """Return a level by its number from 1; raises ``HexlumeError``."""
    if not 1 <= number <= len(LEVELS):
        raise HexlumeError(f"There is no level {number}: choose one from 1 to {len(LEVELS)}.")
    return LEVELS[number - 1]


def level_called(name: str) -> int | None:
    """Return the number that ``level:3`` names, ``None`` for what is no such name; raises ``HexlumeError``."""
    number = name.removeprefix(_CALLED)
    if number == name:
        return None
    if not (number.isdecimal() and 1 <= int(number) <= len(LEVELS)):
        raise HexlumeError(f"There is no {name}: choose {_CALLED}1 to {_CALLED}{len(LEVELS)}.")
    return int(number)

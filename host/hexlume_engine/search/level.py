"""How the engine plays: what search is set to, and the levels from a beginner's to the strongest."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from hexlume import games
from hexlume_record.errors import HexlumeError

from .positions import COMPILED, is_compiled

if TYPE_CHECKING:
    from .compiled import Reals


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think about a position: ``seconds`` or ``playouts``, whichever comes first; ``None`` is no limit."""

    seconds: float | None = None
    playouts: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``search`` is set to; see there. The defaults are the strongest player's for most games.

    ``calibration`` is no setting of the search: the log odds of the win chances that it finds are multiplied by it
    before they are reported, so that they are right on average (``calibration.py``).
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

    def numbers(self) -> "Reals":
        """Return the settings as compiled code takes them."""
        # What the search stands on takes long to import and may not be installed.
        import numpy as np  # noqa: PLC0415

        from . import search  # noqa: PLC0415

        numbers = np.zeros(search.PARAMETERS, np.float64)
        for setting in fields(self):
            if setting.name != "calibration":
                numbers[getattr(search, setting.name.upper())] = float(getattr(self, setting.name))
        return cast("Reals", numbers)


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

SHIPPED = Path(__file__).with_name("parameters.toml")
"""The strongest player's parameters by game, as ``hexlume engine selfplay --tune`` writes them; what a game leaves out
is ``Settings``' default."""


_OLD_NAMES = {
    "untried": "first_play_urgency",
    "longest": "playout_cutoff",
    "duels": "mast_tournament_size",
    "sureness": "calibration",
}
"""What files of parameters written by earlier versions call some of the settings."""


def settings_in(path: Path) -> dict[str, Settings]:
    """Return the settings by game that a file of parameters holds; raises ``HexlumeError``."""
    try:
        found = tomllib.loads(path.read_text())
        return {game: _settings(path, game, table) for game, table in found.items()}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HexlumeError(f"{path} cannot be read as parameters: {error}.") from error


def _settings(path: Path, game: str, table: Any) -> Settings:
    """Return the settings that a game's table of a file holds; raises ``HexlumeError``."""
    if game not in games.NAMES or not isinstance(table, dict):
        raise HexlumeError(
            f"{path} has '{game}' where a table named after a game is expected: one of {', '.join(games.NAMES)}."
        )
    kinds = {setting.name: type(setting.default) for setting in fields(Settings)}
    table = {_OLD_NAMES.get(name, name): value for name, value in table.items()}
    if isinstance(table.get("learned"), bool):
        # So it was written before there were shares.
        table["learned"] = float(table["learned"])
    for name, value in table.items():
        if name not in kinds:
            raise HexlumeError(f"{path} has the unknown parameter {name} for {game}: there are {', '.join(kinds)}.")
        whole = isinstance(value, int) and (kinds[name] is bool) == isinstance(value, bool)
        if not (whole or (kinds[name] is float and isinstance(value, float))) or not 0 <= value < 1e6:
            raise HexlumeError(f"{path} has {name} = {value!r} for {game}, which is no such number.")
    if table.get("learned", 0) > 1:
        raise HexlumeError(f"{path} has learned = {table['learned']} for {game}: it is a share, 1 at most.")
    return Settings(**table)


def settings_text(of_game: Mapping[str, Settings]) -> str:
    """Return the text of a file of parameters; what is ``Settings``' default is left out."""
    tables = []
    for game, settings in of_game.items():
        lines = [f"[{game}]"]
        for setting in fields(settings):
            value = getattr(settings, setting.name)
            if value != setting.default:
                lines.append(f"{setting.name} = {json.dumps(value)}")
        tables.append("\n".join(lines) + "\n")
    return "\n".join(tables)


OF_GAME = settings_in(SHIPPED)
"""The strongest player's settings by game, where they are not ``Settings``' defaults."""


def settings_of(game: str) -> Settings:
    """Return the strongest player's settings of a game."""
    return OF_GAME.get(game, Settings())


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play.

    ``playouts`` is the max number of playouts before an action, ``fewer`` that of games in which they take longer than
    in others, and ``by_rules`` that of games that are not compiled; ``None`` leaves it to the time. ``softening`` is
    the chance that an action is not the best one found but drawn by how often actions were searched; ``exact_endgames``
    whether it probes the tablebases of solved games and proves endgames, and ``learned`` names the games in which it
    uses the learned evaluation. ``tuned`` has settings of games that differ from ``OF_GAME``'s.
    """

    name: str
    playouts: int | None = None
    softening: float = 0.0
    plain: bool = False
    searches: bool = True
    tuned: Mapping[str, Settings] = field(default_factory=dict, hash=False)
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
        chosen = PLAIN if self.plain else self.tuned.get(game) or settings_of(game)
        if chosen.learned and game not in self.learned:
            # Without the learned evaluation, the settings are those of a search by playouts.
            chosen = Settings(playout_cutoff=chosen.playout_cutoff)
        playouts = self.most_playouts(game)
        if playouts is not None and playouts < 1000:
            return replace(chosen, expand_at=min(chosen.expand_at, 2))
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

UCT = Level("uct", plain=True)
RANDOM = Level("random", searches=False)

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

"""The games: one module each under the contract of ``hexlume.games.game``.

``start`` is the one way to begin a game. A game's module is imported when it is first asked for.
"""

from ..constant import const
from .game import Game as Game
from .game import IllegalAction as IllegalAction
from .game import OptionError as OptionError
from .grid import number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Mapping

NAMES = ("orochi", "sibling", "orcoon", "organica", "droched")
"""Every game that can be played."""


def game_class(name: str) -> type[Game]:
    """Return the class of a game; raises ``OptionError`` for a name that is no game's."""
    if name == "orochi":
        from .orochi import Orochi

        return Orochi
    if name == "sibling":
        from .sibling import Sibling

        return Sibling
    if name == "orcoon":
        from .orcoon import Orcoon

        return Orcoon
    if name == "organica":
        from .organica import Organica

        return Organica
    if name == "droched":
        from .droched import Droched

        return Droched
    raise OptionError("'%s' is no game: choose one of %s" % (str(name)[:40], ", ".join(NAMES)))


def start(name: str, size: int = 0, options: "Mapping[str, object] | None" = None) -> Game:
    """Start a game on a board of ``size`` cells a side (0: the game's default).

    ``options`` maps option names to values, as Python values or as text (``on``, ``3``, ``corners``).
    Raises ``OptionError`` naming what is wrong (ACT-7).
    """
    chosen = game_class(name)
    size = size or chosen.DEFAULT_SIZE
    if not chosen.MIN_SIZE <= size <= chosen.MAX_SIZE:
        raise OptionError(
            "%s is played on %s boards of %d to %d a side, not %s"
            % (name, chosen.GRID.kind, chosen.MIN_SIZE, chosen.MAX_SIZE, str(size)[:40])
        )
    return chosen(size, check_options(chosen, options or {}))


def check_options(chosen: type[Game], options: "Mapping[str, object]") -> dict[str, bool | int | str]:
    """Return all options of a game with the given ones filled in; raises ``OptionError`` (ACT-7)."""
    checked = dict(chosen.DEFAULTS)
    for option, value in options.items():
        if option not in checked:
            raise OptionError("%s has no option '%s'" % (chosen.NAME, str(option)[:40]))
        checked[option] = _value(chosen, option, value)
    if checked.get("pie") and checked.get("komi"):
        raise OptionError("pie and a komi other than 0 do not go together: choose one")
    return checked


def all_options(name: str, words: str) -> dict[str, bool | int | str]:
    """Return all options of a game, those in words (``komi=3 pie=on``) set; raises ``OptionError`` (ACT-7)."""
    return check_options(game_class(name), words_to_options(words))


def option_words(game: Game | type[Game], options: dict[str, bool | int | str]) -> str:
    """Return a game's options that differ from its defaults as words, sorted: ``handicap=2 komi=1``."""
    words = []
    for option in sorted(options):
        value = options[option]
        if value != game.DEFAULTS[option]:
            words.append("%s=%s" % (option, ("off", "on")[value] if isinstance(value, bool) else value))
    return " ".join(words)


def words_to_options(words: str) -> dict[str, str]:
    """Return option words as a dictionary for ``start``."""
    options = {}
    for word in words.split():
        option, _, value = word.partition("=")
        options[option] = value
    return options


def _value(chosen: type[Game], option: str, value: object) -> bool | int | str:
    """Return one option's value in its type, read from text where it is text."""
    default = chosen.DEFAULTS[option]
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        if value in ("on", "off"):
            return value == "on"
        raise OptionError("%s is on or off, not '%s'" % (option, str(value)[:40]))
    if isinstance(default, int):
        amount = -1
        if isinstance(value, int) and not isinstance(value, bool):
            amount = value
        elif isinstance(value, str):
            amount = number(value)
        if amount not in chosen.CHOICES[option]:
            raise OptionError("%s cannot be '%s' in %s" % (option, str(value)[:40], chosen.NAME))
        return amount
    if value not in chosen.CHOICES[option]:
        raise OptionError("%s is one of %s, not '%s'" % (option, ", ".join(chosen.CHOICES[option]), str(value)[:40]))
    return str(value)

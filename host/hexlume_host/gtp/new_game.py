"""Games from words like ``size=5`` and ``pie=on``."""

from collections.abc import Iterable

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import Game, OptionError
from hexlume.games.grid import number

_SHOWN = 40


def start_game(name: str, words: Iterable[str]) -> Game:
    """Start a game by its name and words like ``size=5`` and ``pie=on``; what is not said is the game's default.

    Raises ``OptionError`` that names what is wrong (rule ACT-7).
    """
    options: dict[str, str] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"'{word[:_SHOWN]}' is no option: write it like size=5 or pie=on")
        if option in options:
            raise OptionError(f"'{option[:_SHOWN]}' is given twice: say it once")
        options[option] = value
    text = options.pop("size", None)
    size = 0 if text is None else number(text)
    if text is not None and size < 1:
        game_class(name)
        raise OptionError(f"the size is a number of cells a side, not '{text[:_SHOWN]}'")
    return games.start(name, size, options)

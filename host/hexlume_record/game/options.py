"""Options of a game from words like ``pie=on`` (rule ACT-7)."""

from collections.abc import Iterable

from hexlume.games.game import OptionError

from ..errors import excerpt


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Return the options that words name, their values as texts; raises ``OptionError`` that names what is wrong."""
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"'{excerpt(word)}' is no option: write it like pie=on")
        if name in options:
            raise OptionError(f"'{excerpt(name)}' is given twice: say it once")
        options[name] = value
    return options

"""Random games of all kinds: sizes and options are sampled, and every position is visited."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

from hexlume import games
from hexlume.games.game import Game, OptionError
from hexlume_host.external_games.trouble import time_limit

MOST_VARIANTS = 12
"""The most sets of options that are played."""
SHORT = 40
"""The actions of a game on a large board: it is not played to its end."""
LARGE = 100
"""The cells from which on a board is large."""
_LARGE_EVERY = 8
ACTION_SECONDS = 5.0
"""The longest time for one action."""

Options = dict[str, bool | int | str]


def longest(game: Game) -> int:
    """Return the most actions that a random game may have: 30 for each cell, and 500 more."""
    return 30 * game.grid.cells + 500


def all_options(kind: type[Game]) -> list[Options]:
    """Return sets of options: the defaults first, then each value with them, then all together as far as they fit."""
    values: dict[str, list[bool | int | str]] = {}
    for name, default in kind.DEFAULTS.items():
        choices = [False, True] if isinstance(default, bool) else list(kind.CHOICES[name])
        others = [value for value in choices if value != default]
        values[name] = [default, *dict.fromkeys([*others[:2], *others[-1:]])]
    found: list[Options] = [dict(kind.DEFAULTS)]
    singles = [{**kind.DEFAULTS, name: value} for name, of in values.items() for value in of[1:]]
    for options in [*singles, *(dict(zip(values, chosen, strict=True)) for chosen in product(*values.values()))]:
        if options not in found and len(found) < MOST_VARIANTS and _is_allowed(kind, options):
            found.append(options)
    return found


def _is_allowed(kind: type[Game], options: Options) -> bool:
    try:
        games.check_options(kind, options)
    except OptionError:
        return False
    return True


def some_sizes(kind: type[Game], count: int) -> Iterator[int]:
    """Yield ``count`` sizes of games: mostly small ones, which are soon over, now and then the largest."""
    least, most, usual = kind.MIN_SIZE, kind.MAX_SIZE, kind.DEFAULT_SIZE
    for number in range(count):
        if number % _LARGE_EVERY == _LARGE_EVERY - 1:
            yield most
        else:
            yield (least, min(least + 1, most), least, usual)[number % 4]


def play(game: Game, choice: Random, visit: Callable[[Game], bool]) -> bool:
    """Play a random game and visit every position until ``visit`` returns false; return whether it came to its end.

    A game on a large board is broken off before.
    """
    most = longest(game) if game.grid.cells < LARGE else SHORT
    while visit(game):
        if game.outcome is not None:
            return True
        with time_limit(ACTION_SECONDS):
            legal = game.legal_actions()
            if len(game.codes) >= most or not legal:
                return False
            game.push(choice.choice(legal))
    return False

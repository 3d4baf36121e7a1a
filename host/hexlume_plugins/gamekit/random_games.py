"""Random games of all kinds: sizes and options are sampled, and every position is visited."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

from hexlume import games
from hexlume.games.game import Game, OptionError

MOST_VARIANTS = 12
"""The most sets of options that are played."""
SHORT = 40
"""The actions of a game on a large board: it is not played to its end."""
LARGE = 100
"""The cells from which on a board is large."""

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
        if options not in found and len(found) < MOST_VARIANTS:
            with suppress(OptionError):
                games.check_options(kind, options)
                found.append(options)
    return found


def some_sizes(kind: type[Game], count: int) -> Iterator[int]:
    """Yield ``count`` sizes of games: mostly small ones, which are soon over, now and then the largest."""
    least, most, usual = kind.MIN_SIZE, kind.MAX_SIZE, kind.DEFAULT_SIZE
    sizes = (least, min(least + 1, most), least, usual) * 2
    for number in range(count):
        yield (*sizes[:-1], most)[number % len(sizes)]


def play(game: Game, choice: Random, most: int = 0) -> Iterator[Game]:
    """Play a random game and yield it in every position, up to ``most`` actions.

    By default it is played to its end, but on a large board.
    """
    most = most or (longest(game) if game.grid.cells < LARGE else SHORT)
    yield game
    while game.outcome is None and len(game.codes) < most:
        game.push(choice.choice(game.legal_actions()))
        yield game

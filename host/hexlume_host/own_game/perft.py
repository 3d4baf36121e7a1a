"""Perft of a game: counts of action sequences, by ``iter_legal`` and by asking about every code there is."""

from pathlib import Path
from random import Random

from hexlume import games
from hexlume.games.game import Game
from hexlume_record.game.perft import perft

from .contract import every_code
from .random_games import all_options
from .report import Check
from .trouble import TookTooLong, error_words, time_limit

_MOST = 20_000
"""The most sequences that are counted."""
_MOST_ASKED = 1_500_000
"""The most codes that are asked about, to count the same again."""
_SECONDS = 20.0
_DEEPEST = 6


def check_perft(name: str, folder: Path) -> Check:
    """Count on the smallest board, with every set of options."""
    check = Check("perft")
    kind = games.game_class(name)
    lines = []
    for options in all_options(kind):
        game = games.start(name, kind.MIN_SIZE, options)
        codes = every_code(game.grid, Random(0))
        counts: list[int] = []
        try:
            with time_limit(_SECONDS):
                while len(counts) < _DEEPEST and _next(counts) <= _MOST:
                    counts.append(perft(game, len(counts) + 1))
                asked = 0
                for depth, counted in enumerate(counts, 1):
                    asked = (counts[depth - 2] if depth > 1 else 1) * len(codes)
                    if asked > _MOST_ASKED:
                        break
                    again = count_asking(game, depth, codes)
                    if again != counted:
                        check.fail(
                            f"Perft {depth} on {game.grid.board} is {counted:,} by iter_legal, {again:,} by why_not.",
                            game,
                        )
        except TookTooLong:
            check.notes.append(f"Counting on {game.grid.board} was broken off after {_SECONDS:g} s.")
        except Exception as error:
            check.fail(f"Counting on {game.grid.board} raises {error_words(error, folder)}.", game)
        words = games.option_words(game, game.options)
        lines.append(f"{game.grid.board}{' ' if words else ''}{words} {' '.join(f'{one:,}' for one in counts)}")
        if check.failures:
            break
    check.summary = "; ".join(lines)
    return check


def _next(counts: list[int]) -> float:
    """Return about how large the next count will be."""
    if not counts:
        return 1
    return counts[-1] * (counts[-1] / counts[-2] if len(counts) > 1 and counts[-2] else counts[-1])


def count_asking(game: Game, depth: int, codes: list[int]) -> int:
    """Return the number of sequences of ``depth`` actions without ``iter_legal``, by asking about every code."""
    total = 0
    for code in codes:
        if game.is_legal(code):
            if depth > 1:
                game.push(code)
                total += count_asking(game, depth - 1, codes)
                game.pop()
            else:
                total += 1
    return total

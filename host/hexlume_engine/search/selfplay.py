"""The engine's games against itself: each follows from its number, so that any process may play any of them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random

from hexlume.games import notation
from hexlume.games.pieces import WHITE, other

from .level import Level, Limit, Settings, level_of
from .match import MatchFile, MatchGame, Terms, opening, start
from .workers import Workers, spread


@dataclass(frozen=True, slots=True)
class Competitor:
    """Who plays: a level, and what its search is set to if not to the game's own settings."""

    name: str
    level: int
    settings: Settings | None = None

    def chosen(self, game: str) -> Level:
        """Return the level to play a game at; raises ``HexlumeError`` when there is none of that number."""
        level = level_of(self.level)
        return level if self.settings is None else replace(level, tuned={game: self.settings})


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Who plays what, and how much is searched before an action.

    ``terms.seconds`` count where ``playouts`` is ``None``; with playouts a game is the same wherever it is played.
    ``paired``: games come in pairs of the same opening with the colours exchanged; else every game has its own.
    """

    terms: Terms
    sides: tuple[Competitor, Competitor]
    playouts: int | None
    paired: bool = False
    memory_mb: int = 128


def play(task: SelfPlay, number: int) -> MatchGame:
    """Play the game of a number and return it."""
    # What the search stands on takes seconds to load.
    from .engine import Engine  # noqa: PLC0415

    terms = task.terms
    began, at = time.monotonic(), datetime.now(UTC)
    starter = number % 2 if task.paired else 0
    clock = time.thread_time if terms.cpu else time.monotonic
    engines = [
        Engine(
            side.chosen(terms.game), Random(f"{terms.seed} {number} {player}").getrandbits(62), task.memory_mb, 1, clock
        )
        for player, side in enumerate(task.sides)
    ]
    game = start(terms)
    owner = {game.FIRST: starter, other(game.FIRST): 1 - starter}
    coming = opening(terms, number if task.paired else 2 * number)
    while game.result is None and len(game.codes) < terms.longest:
        if coming:
            action = coming.pop(0)
        else:
            limit = Limit(None if task.playouts else terms.seconds, task.playouts)
            action = engines[owner[game.to_move]].choose(game, limit)
        game.push(action)
        if notation.swaps_seats(action):
            owner[WHITE], owner[other(WHITE)] = owner[other(WHITE)], owner[WHITE]
    return MatchGame.of(game, number, owner, starter, began, at)


def play_all(task: SelfPlay, count: int, workers: Workers, match_file: MatchFile | None = None) -> Iterator[MatchGame]:
    """Yield the games of a run as they end, in any order, first those in the match file.

    A game is in the file before it is yielded. Raises ``HexlumeError`` when the workers fail for good.
    """
    known = {game.number: game for game in match_file.games} if match_file else {}
    yield from (known[number] for number in sorted(known) if number < count)
    for game in spread(workers, play, task, (number for number in range(count) if number not in known)):
        if match_file is not None:
            match_file.add(game)
        yield game

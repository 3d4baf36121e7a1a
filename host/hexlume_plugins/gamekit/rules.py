"""The check ``rules``: the laws of rules, table and hints in random games, up to the first one that is broken."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.external_games.trouble import TookTooLong, error_words, time_limit

from . import contract, hand_work, hints
from .contract import Law, Visit
from .process_limits import begin_step
from .random_games import LARGE, Options, all_options, longest, play, some_sizes
from .report import Check, Position, position

SECONDS = 5.0
"""The longest time for one law in one position, and for one action; some milliseconds are usual."""
_LAWS = (*contract.LAWS, *hand_work.LAWS, hints.hints_are_sound)
_FIRST = 3
_SHARE = 0.2
"""The first positions of a game and this share of the others are examined by all laws."""
_LOOKED_AT = 2
"""The first games have only quick laws: what is plainly wrong there has other consequences."""


class _BrokenError(Exception):
    """A law is broken: the sentence, and the game if it could be started."""


class Examination:
    """Random games, every position of which is examined.

    After the run ``reasons`` has the first position of each outcome's code, ``refusals`` that of each clause that
    refused an action.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.reasons: dict[str, Position] = {}
        self.refusals: dict[str, Position] = {}
        self._name = name
        self._folder = folder
        self._positions = 0

    def run(self, count: int, seed: int) -> Check:
        """Start the game in all ways, and play ``count`` random games."""
        check = Check("rules")
        kind = games.game_class(self._name)
        options = all_options(kind)
        try:
            sizes = [(size, options[0]) for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1)]
            for size, chosen in (*sizes, *((kind.DEFAULT_SIZE, one) for one in options)):
                self._examine(self._start(size, chosen), Random(0), contract.QUICK)
            for number, size in enumerate(some_sizes(kind, count)):
                game = self._start(size, options[number % len(options)])
                self._play(game, Random(f"{seed} {number}"), number < _LOOKED_AT)
        except _BrokenError as broken:
            sentence, game = broken.args
            if game:
                check.fail_at(game, sentence)
            else:
                check.fail(f"{sentence}.")
        check.summary = f"{count} random games, {self._positions} positions"
        return check

    def _start(self, size: int, options: Options) -> Game:
        kind = games.game_class(self._name)
        words = games.option_words(kind, options)
        with self._asking(f"Starting a game on {kind.GRID.kind}{size}{words and ' '}{words}"):
            return games.start(self._name, size, options)

    def _play(self, game: Game, choice: Random, quick: bool) -> None:
        positions = play(game, choice)
        while True:
            with self._asking("Playing an action", game):
                if next(positions, None) is None:
                    break
            thorough = len(game.codes) < _FIRST or game.outcome is not None or choice.random() < _SHARE
            self._examine(game, choice, _LAWS if thorough and not quick else contract.QUICK)
        if game.outcome is None and game.grid.cells < LARGE:
            most = longest(game)
            raise _BrokenError(f"A random game is not over after {most} actions (30 for each cell, and 500)", game)

    def _examine(self, game: Game, choice: Random, laws: tuple[Law, ...]) -> None:
        self._positions += 1
        if game.outcome is not None and game.outcome.reason not in self.reasons:
            self.reasons[game.outcome.reason] = position(game)
        for law in laws:
            with self._asking(f"Checking '{law.__name__.replace('_', ' ')}'", game):
                sentence = law(Visit(game, choice, self.refusals))
                if sentence:
                    raise _BrokenError(sentence, game)

    @contextmanager
    def _asking(self, what: str, game: Game | None = None) -> Iterator[None]:
        """Raise ``_BrokenError`` for what a game's code raises in the context, or if it computes for long."""
        begin_step()
        codes = list(game.codes) if game else []
        sentence = ""
        try:
            with time_limit(SECONDS):
                yield
        except TookTooLong:
            sentence = f"{what} takes longer than {SECONDS:g} s"
        except _BrokenError as broken:
            sentence = broken.args[0]
        except Exception as error:
            sentence = f"{what} raises {error_words(error.__context__ or error, self._folder)}"
        if sentence:
            if game:
                # A law may break off in the middle of what it tries.
                game.codes = codes
            raise _BrokenError(sentence, game)

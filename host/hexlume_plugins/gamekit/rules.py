"""The laws of rules and table in random games."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from hexlume import games
from hexlume.games.game import Game
from hexlume_host.external_games.trouble import TookTooLong, error_words, time_limit

from . import contract, hand_work
from .contract import (
    Law,
    Visit,
    conclusion_ends,
    copy_is_equal,
    legal_is_accepted,
    search_may_be_interrupted,
    undo_restores,
)
from .extended_actions import ExtendedActions
from .random_games import ACTION_SECONDS, LARGE, Options, all_options, longest, play, some_sizes
from .report import Check, Position

LAW_SECONDS = 5.0
"""The longest time for one law in one position; some milliseconds are usual."""
_LOOKED_AT = 2
_ENOUGH = 6
"""The broken and waived laws after which no more games are played."""
_FIRST = 3
_SHARE = 0.2
"""The first positions of a game and this share of the others are examined by all laws."""


_ON_TOP: dict[Law, tuple[Law, ...]] = {
    **dict.fromkeys((*contract.ALWAYS, legal_is_accepted), (*contract.OFTEN, *hand_work.LAWS)),
    undo_restores: (copy_is_equal, search_may_be_interrupted, conclusion_ends, hand_work.referee_accepts),
    hand_work.hand_work_is_distinct: (hand_work.referee_accepts,),
}
"""Laws that build on others: they are not asked about once those are broken."""


class Examination:
    """The check ``rules``: random games, every position of which is examined.

    After the run ``reasons`` has the first position of each outcome's code, ``refusals`` that of each clause that
    refused an action.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.check = Check("rules")
        self.reasons: dict[str, Position] = {}
        self.refusals: dict[str, Position] = {}
        self._name = name
        self._folder = folder
        self._waived: set[Law] = set()
        self._words: set[str] = set()
        self._stopped = False
        self._positions = 0
        self._begun = ExtendedActions()
        self._longest: Counter[str] = Counter()

    def run(self, count: int, seed: int, step: Callable[[], None]) -> Check:
        """Start the game in all ways, and play ``count`` random games."""
        kind = games.game_class(self._name)
        options = all_options(kind)
        self._start_all(kind, options)
        self._stopped = bool(self.check.failures)
        for number, size in enumerate(some_sizes(kind, count)):
            # First games whose positions are only looked at: what is plainly wrong there has other consequences.
            laws = contract.ALWAYS if number < _LOOKED_AT else ()
            if len(self._waived) < _ENOUGH and not self._stopped:
                self._play(size, options[number % len(options)], Random(f"{seed} {number}"), laws)
            step()
        lengths = ", ".join(f"{board} at most {most}" for board, most in sorted(self._longest.items()))
        self.check.notes += filter(None, [self._begun.note])
        self.check.summary = f"{count} random games, {self._positions} positions; actions in a game: {lengths}"
        return self.check

    def _start_all(self, kind: type[Game], options: list[Options]) -> None:
        """Start every size and every set of options."""
        sizes = [(size, options[0]) for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1)]
        for size, chosen in sizes + [(kind.DEFAULT_SIZE, one) for one in options]:
            words = " ".join(filter(None, (f"{kind.GRID.kind}{size}", games.option_words(kind, chosen))))
            try:
                with time_limit(LAW_SECONDS):
                    game = games.start(self._name, size, chosen)
            except TookTooLong:
                self.check.fail(f"A game on {words} does not start within {LAW_SECONDS:g} s.")
                return
            except Exception as error:
                self.check.fail(
                    f"A game on {words} does not start: {error_words(error.__context__ or error, self._folder)}."
                )
                return
            if not self._visit(game, Random(0), contract.ALWAYS):
                return

    def _play(self, size: int, options: Options, choice: Random, laws: tuple[Law, ...]) -> None:
        game: Game | None = None
        try:
            game = games.start(self._name, size, options)
            ended = play(game, choice, lambda at: self._visit(at, choice, laws))
        except TookTooLong:
            self._fail(f"Playing an action takes longer than {ACTION_SECONDS:g} s", game)
            self._stopped = True
            return
        except Exception as error:
            self._fail_with(error, "Playing an action", game)
            self._stopped = True
            return
        if game.grid.cells < LARGE:
            board = game.grid.board
            self._longest[board] = max(self._longest[board], len(game.codes))
            if not ended and len(game.codes) >= longest(game):
                self._fail(f"A random game is not over after {longest(game)} actions (30 for each cell, and 500)", game)
                self._stopped = True

    def _visit(self, game: Game, choice: Random, laws: tuple[Law, ...] = ()) -> bool:
        """Examine a position by some laws, or as it comes; return whether the game may go on."""
        self._positions += 1
        if game.outcome is not None:
            self.reasons.setdefault(game.outcome.reason, Position.of(game))
        thorough = len(game.codes) < _FIRST or game.outcome is not None or choice.random() < _SHARE
        if not laws:
            laws = (*contract.ALWAYS, *contract.OFTEN, *hand_work.LAWS) if thorough else contract.ALWAYS
        visit = Visit(game, choice, self.refusals)
        for law in laws:
            if law not in self._waived and not self._holds(law, visit):
                self._waived |= {law, *_ON_TOP.get(law, ())}
                return False
        if thorough and hand_work.referee_accepts in laws:
            self._begun.look(game)
        return True

    def _holds(self, law: Law, visit: Visit) -> bool:
        codes = list(visit.game.codes)
        sentence = None
        try:
            with time_limit(LAW_SECONDS):
                sentence = law(visit)
        except TookTooLong:
            sentence = f"{_subject(law)} does not come back within {LAW_SECONDS:g} s"
        except Exception as error:
            visit.game.codes = codes
            self._fail_with(error, _subject(law), visit.game)
            return False
        if sentence:
            visit.game.codes = codes
            self._fail(sentence, visit.game)
        return sentence is None

    def _fail_with(self, error: Exception, what: str, game: Game | None) -> None:
        words = error_words(error, self._folder)
        if words not in self._words:
            self._words.add(words)
            self._fail(f"{what} raises {words}", game)

    def _fail(self, sentence: str, game: Game | None) -> None:
        where = "" if game is None else f", on {Position.of(game).words}"
        self.check.fail(f"{sentence}{where}.", game)


def _subject(law: Law) -> str:
    """Return what a law asks of a game, for a sentence about what happened then."""
    return {
        "legal_is_accepted": "Asking iter_legal and why_not",
        "undo_restores": "Playing an action and taking it back",
        "copy_is_equal": "Copying the game and playing on",
        "hand_work_is_distinct": "Asking hand_work and codes_at",
        "referee_accepts": "Making an action by hand",
    }.get(law.__name__, "Asking for the position")

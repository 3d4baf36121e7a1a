"""The game log: writes every event of the running game to the journal and to the record that the link sends.

After a power cut the game is rebuilt from the journal (``hexlume.journal.journal``), and it goes on where it
stopped. The game of a lesson is nobody's: only a host that is there gets it.
"""

from .. import games
from ..const import const
from ..games import game_clock, notation
from ..games.grid import grid_of
from ..games.outcome import RESULTS
from ..journal.record import ACTION, CONCLUDE, RESULT, UNDO, Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    from ..games.game import Game
    from ..journal.journal import Journal, KeptGame
    from ..link.link import Link


class GameLog:
    """Writes one game after another down. Games are numbered from 1 at each start of the board.

    ``record`` is the running game's, ``number`` its number, at most 0xFFFE; ``journal`` keeps them all.
    """

    def __init__(self, link: "Link", journal: "Journal", since_start: "Callable[[int], int]") -> None:
        """Take the link, the journal of a start that is counted, and ``Clock.since_start``."""
        self.journal = journal
        self.since_start = since_start
        self._queue: "list[tuple[str, int, Any, Any, int]]" = []
        self._link = link
        self.number = 0

    def begin(self, game: "Game", time_control: str, ms: int, lesson: int = 0) -> None:
        """Begin a game's record at board time ``ms``; ``lesson`` is the step of a course that it is for, or 0."""
        self.keep()
        self.number += 1
        ms = self.since_start(ms)
        memory = self.journal.memory
        start = game.NAME, game.grid.board, games.option_words(game, game.options), time_control
        if not lesson:
            self.journal.begin(self.number, ms, *start)
        identity = "%s-%d-%d" % (memory.archive.board, memory.mark.boot, self.number)
        self.record = Record(identity, start, ms, memory.mark.boot, lesson, memory.mark.games + (lesson > 0))
        self._link.begin(self.record)

    def add(
        self, kind: str, ms: int, first: "int | str" = 0, second: "int | str" = 0, left: int = game_clock.UNTIMED
    ) -> None:
        """Put an event of the running game on record, as ``Record.add`` takes it; it is safe after ``keep``."""
        ms = self.since_start(ms)
        if not self.record.lesson:
            self._queue.append((kind, ms, first, second, left))
        self.record.add(kind, ms, first, second, left)

    def keep(self) -> None:
        """Write the events to the journal that are not there: before a light or a message confirms them."""
        while self._queue:
            self.journal.add(*self._queue.pop(0))

    def result(self, ms: int, game: "Game") -> None:
        """Write how a game ended: by its rules, or because it was concluded."""
        if game.outcome is not None:
            self.add(CONCLUDE if game.concluded else RESULT, ms, game.outcome.result, game.outcome.reason)

    def go_on(self, kept: "KeptGame") -> "tuple[Game, game_clock.GameClock | None] | None":
        """Go on with a game of the journal: return it and its clock (``None``: it has none), or ``None`` if it cannot
        be played."""
        found = replayed(kept)
        if found is not None:
            kept.go_on(self.journal.memory.mark.boot)
            self.record = kept
            self._link.begin(kept)
        return found


def replayed(kept: "KeptGame") -> "tuple[Game, game_clock.GameClock | None] | None":
    """Return the game that a record tells, and its clock (``None``: it has none); ``None`` if it cannot be.

    The clock is as the events have it: what passed after the last of them before the power went is nobody's.
    """
    rules, on, words, control = kept.start
    try:
        game = games.start(rules, grid_of(on).size, games.words_to_options(words))
        clock = game_clock.clock_for(control)
    except ValueError:
        return None
    for seq in range(kept.count):
        kind, _, _, first, second, left = kept.event(seq)
        if kind == ACTION:
            colour = game.to_move
            if not game.is_legal(first):
                return None
            game.push(first)
            if clock is not None:
                clock.play(colour, game.to_move, notation.swaps_seats(first), left)
        elif kind == UNDO:
            clock = game_clock.take_back(game, clock)
        elif kind == CONCLUDE and game.result is None:
            game.conclude(RESULTS.index(first), second)
    if clock is not None:
        clock.pause()
    return game, clock

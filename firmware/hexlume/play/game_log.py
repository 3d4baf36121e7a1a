"""The game log: has the match take every event of the running game, and writes it to journal and record.

After a power cut the match is made again from the journal (``hexlume.journal.journal``), and the game goes on where it
stopped. The game of a lesson is nobody's: only a host that is there gets it.
"""

from .. import games
from ..games.grid import grid_of
from ..journal.record import Record
from ..match.events import ACTION, RESULT
from ..match.game_clock import NONE, UNTIMED
from ..match.match import Match

if False:  # for type checkers only
    from typing import Callable

    from ..journal.journal import Journal, KeptGame
    from ..link.link import Link
    from ..match.events import Event
    from ..match.match import Change


class GameLog:
    """Writes one game after another down. Games are numbered from 1 at each start of the board.

    ``match`` is the running game, ``record`` its events, ``number`` its number, at most 0xFFFE; ``journal`` keeps them
    all.
    """

    def __init__(self, link: "Link", journal: "Journal", since_start: "Callable[[int], int]") -> None:
        """Take the link, the journal of a start that is counted, and ``Clock.since_start``."""
        self.journal = journal
        self.since_start = since_start
        self._queue: "list[tuple[Event, int]]" = []
        self._link = link
        self.number = 0

    def begin(self, match: "Match", ms: int, lesson: int = 0) -> None:
        """Begin a game's record at board time ``ms``; ``lesson`` is the step of a course that it is for, or 0."""
        self.keep()
        self.match = match
        self.number += 1
        ms = self.since_start(ms)
        memory, game, clock = self.journal.memory, match.game, match.clock
        words = games.option_words(game, game.options)
        start = game.NAME, game.grid.board, words, NONE if clock is None else clock.control.text
        if not lesson:
            self.journal.begin(self.number, ms, *start)
        identity = "%s-%d-%d" % (memory.archive.device, memory.mark.boot, self.number)
        self.record = Record(identity, start, ms, memory.mark.boot, lesson, memory.mark.games + (lesson > 0))
        self._link.begin(self.record)

    def apply(self, event: "Event", ms: int) -> "Change":
        """Have the match take an event at board time ``ms``, and put it on record; it is safe after ``keep``.

        An action that ends the game is followed by its result. Raises ``IllegalAction`` as ``Match.apply`` does.
        """
        if self.match.clock is not None:
            self.match.clock.tick(ms)
        change = self.match.apply(event)
        event = change.event
        since_start = self.since_start(ms)
        if not self.record.lesson:
            self._queue.append((event, since_start))
        self.record.add(event, since_start)
        if change.ends_game and event[0] == ACTION:
            self._note_result(ms)
        return change

    def _note_result(self, ms: int) -> None:
        """Put on record how the rules have ended the game, if they have."""
        outcome = self.match.game.outcome
        if outcome is not None:
            self.apply((RESULT, outcome.result, outcome.reason, UNTIMED), ms)

    def keep(self) -> None:
        """Write the events to the journal that are not there: before a light or a message confirms them."""
        while self._queue:
            self.journal.add(*self._queue.pop(0))

    def go_on(self, kept: "KeptGame", ms: int) -> bool:
        """Go on with a game of the journal that is not over; return whether it can be played."""
        try:
            match = replayed(kept)
        except ValueError:
            return False
        kept.go_on(self.journal.memory.mark.boot)
        self.match = match
        self.record = kept
        self._link.begin(kept)
        # The power may have gone before the result was written down.
        self._note_result(ms)
        return True


def replayed(kept: "KeptGame") -> "Match":
    """Return the match of a record's events; raises ``ValueError`` where they make none.

    What passed after the last of them before the power went is nobody's time.
    """
    rules, board, words, control = kept.start
    match = Match(games.start(rules, grid_of(board).size, games.words_to_options(words)), control)
    for seq in range(1, kept.count):
        match.apply(kept.event(seq))
    if match.clock is not None:
        match.clock.paused = True
    return match

"""The game log: writes every event of the running game to the journal and to the record that the link sends.

After a power cut the game is rebuilt from the journal (``hexlume.journal.journal_reader``), and it goes on where it
stopped. The game of a lesson is nobody's: only a host that is there gets it.
"""

from .. import games
from ..const import const
from ..journal import record
from ..journal.journal_reader import rebuilt

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.game import Game
    from ..games.game_clock import GameClock
    from ..journal.flash_log import FlashLog
    from ..journal.journal import Journal
    from ..journal.journal_reader import KeptGame
    from ..link.link import Link


class GameLog:
    """Writes one game after another down. Games are numbered from 1 at each start of the board."""

    def __init__(self, link: "Link", journal: "Journal", board: str, boot: int) -> None:
        """Take the link, the journal, the board's id and the number of this start."""
        self._link = link
        self._journal = journal
        self._board = board
        self._boot = boot
        self._number = 0
        self._lesson = 0

    @property
    def events(self) -> int:
        """Return how many events of the running game are on record."""
        return self._record.count

    @property
    def memory(self) -> "FlashLog":
        """Return the board's memory."""
        return self._journal.memory

    @property
    def room(self) -> int:
        """Return how much room the journal has (``journal.FINE`` ...)."""
        return self._journal.room

    def begin(self, game: "Game", time_control: str, ms: int, lesson: int = 0) -> None:
        """Begin a game's record at board time ``ms``; ``lesson`` is the step of a course that it is for, or 0."""
        self._number += 1
        self._lesson = lesson
        grid, options = game.grid, game.options
        if not lesson:
            words = games.option_words(game, options)
            self._journal.begin(self._number, ms, game.NAME, grid.board, words, time_control)
        identity = "%s-%d-%d" % (self._board, self._boot, self._number)
        self._record = record.Record(identity, game.NAME, grid, options, ms, time_control, self._boot, lesson)
        self._link.begin(self._record)

    def action(self, ms: int, action: int, colour: int) -> None:
        """Write an action's code and the colour that acted."""
        self._add(record.ACTION, ms, action, colour)

    def undo(self, ms: int) -> None:
        """Write that the last action was taken back."""
        self._add(record.UNDO, ms)

    def result(self, ms: int, game: "Game") -> None:
        """Write how a game ended: by its rules, or because it was concluded."""
        if game.outcome is not None:
            kind = record.CONCLUDE if game.concluded else record.RESULT
            self._add(kind, ms, game.outcome.result, game.outcome.reason)

    def abandon(self, ms: int) -> None:
        """Write that the game was given up."""
        self._add(record.ABANDON, ms)

    def _add(self, kind: str, ms: int, first: "int | str" = 0, second: "int | str" = 0) -> None:
        if not self._lesson:
            self._journal.add(kind, ms, first, second)
        self._record.add(kind, ms, first, second)

    def go_on(self, kept: "KeptGame") -> "tuple[Game, GameClock | None] | None":
        """Rebuild a game of the journal and go on with it: return it and its clock (``None``: it has
        none), or ``None`` if it cannot be."""
        found = rebuilt(self._journal.memory, kept, self._board)
        if found is None:
            return None
        game, clock, self._record = found
        self._record.go_on(self._boot)
        self._link.begin(self._record)
        return game, clock

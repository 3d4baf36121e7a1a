"""The chronicle: writes every event of the running game down, in the journal and in the record that the link tells.

After a power cut it rebuilds the game from the journal, and goes on writing where it stopped.
"""

from . import games, notation, record
from .constant import const
from .grid import grid_of
from .time_control import clock_for

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .games.contract import Game
    from .journal import Journal, KeptGame
    from .link import Link
    from .timing import GameClock


class Chronicle:
    """Writes one game after another down. Games are numbered from 1 at each start of the board."""

    def __init__(self, link: "Link", journal: "Journal", board: str, boot: int) -> None:
        """Take the link, the journal, the board's id and the number of this start."""
        self._link = link
        self._journal = journal
        self._board = board
        self._boot = boot
        self._number = 0

    @property
    def events(self) -> int:
        """Return how many events of the running game are on record."""
        return self._record.count

    @property
    def full(self) -> bool:
        """Return whether the journal cannot keep what is played."""
        return self._journal.full

    def begin(self, game: "Game", time_control: str, ms: int) -> None:
        """Begin a game's record at board time ``ms``."""
        from .games.starting import option_words

        self._number += 1
        grid, options = game.grid, game.options
        self._journal.begin(self._number, ms, game.NAME, grid.board, option_words(game, options), time_control)
        identity = "%s-%d-%d" % (self._board, self._boot, self._number)
        self._record = record.Record(identity, game.NAME, grid, options, ms, time_control, self._boot)
        self._link.begin(self._record)

    def note(self, kind: str, ms: int, first: "int | str | None" = 0, second: "int | str | None" = 0) -> None:
        """Write an event down: an action has its code and colour, a result or conclusion its result and reason."""
        self._journal.add(kind, ms, first or 0, second or 0)
        self._record.add(kind, ms, first or 0, second or 0)

    def go_on(self, kept: "KeptGame") -> "tuple[Game, GameClock | None] | None":
        """Rebuild a game of the journal and go on with it: return it and its clock (``None``: it has
        none), or ``None`` if it cannot be.

        The clock is as the events tell: what passed after the last of them before the power went is nobody's.
        """
        from .games.starting import words_to_options

        game: Game | None = None
        time = last_ms = 0
        last_boot = kept.boot
        for _, kind, boot, ms, first, second in self._journal.read(kept):
            time += max(0, ms - last_ms) if boot == last_boot else 0
            last_boot, last_ms = boot, ms
            if kind == record.START:
                rules, on, words, control = first
                try:
                    game = games.start(rules, grid_of(on).size, words_to_options(words))
                    clock = clock_for(control)
                except ValueError:
                    return None
                identity = "%s-%d-%d" % (self._board, kept.boot, kept.number)
                kept_record = record.Record(identity, rules, game.grid, game.options, ms, control, boot)
                continue
            if game is None:
                return None
            kept_record.go_on(boot)
            if kind == record.ACTION:
                colour = game.to_move
                if not game.allows(first):
                    return None
                game.apply(first)
                if clock is not None:
                    clock.play(time, colour, game.to_move, notation.swaps_seats(first))
            elif kind == record.UNDO:
                if game.concluded:
                    game.reopen()
                elif game.codes:
                    game.undo()
                    if clock is not None:
                        clock.take_back(time)
            elif kind == record.CONCLUDE and game.result is None:
                game.conclude(first, second)
            kept_record.add(kind, ms, first, second)
        if game is None:
            return None
        if clock is not None:
            clock.pause(time)
        kept_record.go_on(self._boot)
        self._record = kept_record
        self._link.begin(kept_record)
        return game, clock

"""The listener of a link to a board: base class of all that follow one."""

from collections.abc import Callable, Sequence

from hexlume_record.game.events import BoardEvent

from .messages import Answer, Dropped, Health, Hello, Incident, Raw, Table


class LinkListener:
    """Receives what happens on a link, on the link's thread; override what is of interest. Must not block."""

    @property
    def engine_ms(self) -> int:
        """Max ms that an engine takes to answer what the board asks for; 0 without one, and until it is ready."""
        return 0

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what sends the board a command, as ``Logger.command`` does; called once, before all else."""

    def connected(self, port: str) -> None:
        """Note that the serial port was opened."""

    def lost(self, sentence: str) -> None:
        """Note that the serial port has gone, and why; the link waits for it."""

    def closed(self) -> None:
        """Note that the serial port was closed, whatever the reason; called after each ``connected``."""

    def hello(self, board: Hello) -> None:
        """Note that a board was recognised."""

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Note new events, in order, that are safe in the store now."""

    def table(self, table: Table) -> None:
        """Note how the table differs from the game."""

    def health(self, health: Health) -> None:
        """Note how some of the board's sensors are."""

    def incident(self, incident: Incident) -> None:
        """Note something that went wrong on the board."""

    def raw(self, raw: Raw) -> None:
        """Note what has changed of what the board senses and shows."""

    def dropped(self, dropped: Dropped) -> None:
        """Note that the board has dropped games."""

    def answer(self, answer: Answer) -> None:
        """Note that a command was carried out, refused or not answered."""

    def notice(self, sentence: str) -> None:
        """Tell the person something that needs attention but does not end the link."""

"""A board's port: the host's end of it, by the protocol code of ``hexlume log``. Only what is kept is acknowledged."""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from hexlume_host.device.gap_watch import GapWatch
from hexlume_host.device.health import PanelHealth
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.messages import KINDS, Dropped, Health, Hello, Message
from hexlume_host.device.protocol import COMMAND_ID_LIMIT, HostProtocol
from hexlume_host.errors import LinkError
from hexlume_host.feed import Commit, Presence
from hexlume_record.errors import HexlumeError
from hexlume_record.game.events import BoardEvent
from hexlume_sim.chip.usb import Link

from .store import PageStore

PASSED_BYTES = 1000
"""Bytes of each direction that are shown."""
MOST_NOTICES = 20
"""Sentences that are kept, the oldest go first."""


class BoardPort(Link):
    """The host's end of a port: ``send`` takes a board's bytes, ``receive`` returns those for the board.

    ``now`` is the time in seconds; ``look`` is to be called some times a second.
    """

    def __init__(self, now: Callable[[], float], store: PageStore, *listeners: LinkListener) -> None:
        """Begin to look for a board."""
        self._now, self._store, self._listeners = now, store, listeners
        self._out = b""
        self.passed = {"board": b"", "host": b""}
        """The last bytes that each side has sent."""
        self._protocol = HostProtocol(secrets.randbelow(COMMAND_ID_LIMIT))
        self._gap = GapWatch()
        store.feed.subscribe(self._take_commit)
        self._protocol.connect({}, now())
        self._report("linked", self.command)

    @property
    def refusal(self) -> str:
        """Why this board is not talked to, empty while it is."""
        return self._protocol.refusal

    def is_open(self) -> bool:
        """Return that the host is there."""
        return True

    def receive(self, limit: int) -> bytes:
        """Return at most ``limit`` bytes for the board."""
        data, self._out = self._out[:limit], self._out[limit:]
        self.passed["host"] = (self.passed["host"] + data)[-PASSED_BYTES:]
        return data

    def send(self, data: bytes) -> int:
        """Take bytes of the board, all of them."""
        self.passed["board"] = (self.passed["board"] + data)[-PASSED_BYTES:]
        self._take(self._protocol.receive(data, self._now()))
        return len(data)

    def command(self, do: str, **arguments: object) -> int | None:
        """Send the board a command and return its id, ``None`` where no board is there."""
        return self._protocol.command(do, arguments, self._now())

    def close(self, sentence: str) -> None:
        """Report that the port has gone, and why."""
        self._protocol.connect({}, self._now())
        self._store.feed.unsubscribe(self._take_commit)
        self._report("lost", sentence)

    def look(self) -> None:
        """Have ready for the board what is due."""
        self._take(self._protocol.receive(b"", self._now()))
        self._out += self._protocol.outgoing(self._now())

    def _report(self, what: str, about: object) -> None:
        for listener in self._listeners:
            getattr(listener, what)(about)

    def _take(self, messages: Sequence[Message]) -> None:
        for one in messages:
            if isinstance(one, BoardEvent):
                self._commit(one)
                continue
            if isinstance(one, Hello):
                self._protocol.greet(self._store.greet(one), self._now())
            elif isinstance(one, Dropped):
                self._report("notice", "The board had no room left: it has dropped games that no host had stored.")
                self._protocol.acknowledge_dropped(one.before)
            (kind,) = (name for name, model in KINDS.items() if isinstance(one, model))
            self._report(kind, one)

    def _commit(self, event: BoardEvent) -> None:
        board = self._protocol.board
        assert board is not None
        try:
            last = self._store.commit(board, event)
        except HexlumeError as error:
            self._report("notice", str(error))
            return
        if last is not None and event.seq <= last:
            self._protocol.acknowledge({event.game: last})
        if self._gap.lasts_too_long(last is None, self._now()):
            self._protocol.greet(self._store.greet(board), self._now())

    def _take_commit(self, news: Commit | Presence) -> None:
        """Acknowledge what is kept now, at once."""
        board = self._protocol.board
        if isinstance(news, Commit) and news.events and board is not None and news.device == board.device:
            last = news.events[-1]
            self._protocol.acknowledge({last.game: last.seq})
            self._report("committed", news.events)


class HealthWatch(LinkListener):
    """The sensors of a board, and the last sentences about what needed attention there."""

    def __init__(self) -> None:
        self.panel: PanelHealth | None = None
        self.notices: deque[str] = deque(maxlen=MOST_NOTICES)
        self._command: Callable[..., int | None] = lambda do, **arguments: None

    def linked(self, command: Callable[..., int | None]) -> None:
        """Take what asks the board."""
        self.panel, self._command = None, command

    def hello(self, board: Hello) -> None:
        """Ask a board for its sensors; one with a panel that is not known here has none."""
        with suppress(LinkError):
            self.panel = PanelHealth(board.panel)
            self._command("health", on=True)

    def notice(self, sentence: str) -> None:
        """Keep what needs attention."""
        self.notices.append(sentence)

    def health(self, health: Health) -> None:
        """Take some of the panel's cells."""
        if self.panel is not None:
            self.panel.take(health)

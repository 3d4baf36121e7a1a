"""The logger: commits every event of one board to the store, and goes on when the board is plugged in again."""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from hexlume_record.game.events import BoardEvent
from hexlume_record.words.text import room_words

from ..errors import GameConflictError, LinkError, StoreError, StoreUnavailableError
from ..feed import Commit, Presence
from ..store.clock_sync import ClockReading
from ..store.repository import NOBODY, Board, Players, Store
from .gap_watch import GapWatch
from .listener import LinkListener
from .messages import KINDS, Dropped, Hello, Message, Table
from .protocol import COMMAND_ID_LIMIT, HostProtocol
from .serial_port import Port, PortGoneError
from .store_trouble import StoreTrouble

_AGAIN_SECONDS = 0.5
"""Interval of attempts to open a port that has gone."""
_PRESENCE_SECONDS = 120.0
"""How often the store learns that a board is still there."""
_SILENCE_SECONDS = 5.0
"""A port without a ``hello`` for this long is reported."""


class Logger:
    """Logs one board into the store, in the caller's thread (``run``) or one of its own (``start``).

    ``find_port`` returns the port to open and raises ``LinkError`` when there is none; it is asked again after each
    loss. With ``reconnect`` a lost port is waited for, but a port that cannot be opened at first is always an error.
    With ``boards_only`` a port on which no board says hello is given up.

    While the store can keep nothing (locked, no room, moved), nothing is acknowledged: the board keeps its events
    and sends them again. Loggers that share a store share its ``trouble``, which is then reported once.
    """

    def __init__(
        self,
        find_port: Callable[[], str],
        store: Store,
        *listeners: LinkListener,
        players: Players = NOBODY,
        reconnect: bool = True,
        boards_only: bool = False,
        trouble: StoreTrouble | None = None,
    ) -> None:
        self._find_port = find_port
        self._store = store
        self._listeners = listeners
        self._players = players
        self._reconnect = reconnect
        self._boards_only = boards_only
        # The board answers an id that it remembers from an earlier host from memory, and does nothing.
        self._protocol = HostProtocol(first_command=random.randrange(COMMAND_ID_LIMIT))
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        # Not Thread.join: Python before 3.13 takes a thread for ended when Ctrl-C comes while somebody waits for it.
        self._ended = threading.Event()
        self._port: Port | None = None
        self._link = 0
        """The thread that talks to the board."""
        self._hello: Hello | None = None
        self._board: Board | None = None
        self._trouble = trouble or StoreTrouble()
        self._room = ""
        self._gap = GapWatch()
        self._present_at = 0.0
        """When the store is to learn again that the board is there."""
        self.opened = False
        """Whether the port could be opened."""
        self.error: Exception | None = None
        """What ended a logger that runs in a thread of its own."""
        self._report("linked", self.command)

    @property
    def dropped(self) -> int:
        """Lines dropped because they were damaged or no message of the protocol."""
        return self._protocol.dropped

    def run(self) -> None:
        """Log until ``stop``; raises ``LinkError`` or ``StoreError`` when logging cannot go on."""
        while not self._stopped.is_set():
            try:
                port = Port(self._find_port())
            except LinkError:
                if not self.opened:
                    raise
                self._stopped.wait(_AGAIN_SECONDS)
                continue
            self.opened = True
            self._log_on(port)

    def start(self) -> None:
        """Log in a thread of its own; what ends it is in ``error``."""
        self._thread = threading.Thread(target=self._run_in_thread, name="hexlume-logger", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the logger, from any thread, and wait for its own thread."""
        self._stopped.set()
        port = self._port
        if port is not None:
            port.wake()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._ended.wait()

    def join(self, seconds: float) -> bool:
        """Wait for the logger's thread, at most for these seconds; returns whether it has ended."""
        return self._thread is None or self._ended.wait(seconds)

    def command(self, do: str, **arguments: object) -> int | None:
        """Send the board a command (docs/protocol.md), from any thread; returns its id, for the listener's answer.

        Returns ``None`` when there is no board.
        """
        identity = self._protocol.command(do, arguments, time.monotonic())
        port = self._port
        if port is not None:
            port.wake()
        return identity

    def lost(self, sentence: str) -> None:
        """Report to the listeners that the serial port has gone."""
        self._report("lost", sentence)

    def notice(self, sentence: str) -> None:
        """Report to the listeners what needs attention."""
        self._report("notice", sentence)

    def _report(self, what: str, *about: object) -> None:
        """Call a method of every listener."""
        for listener in self._listeners:
            getattr(listener, what)(*about)

    def _run_in_thread(self) -> None:
        try:
            self.run()
        except Exception as error:
            # Whoever waits for the logger raises it again.
            self.error = error
        finally:
            self._ended.set()

    def _log_on(self, port: Port) -> None:
        """Log on an open port until it is lost or the logger is stopped."""
        self._port, self._link = port, threading.get_ident()
        self._store.feed.subscribe(self._take_commit)
        try:
            self._report("connected", port.name)
            self._hello = self._board = None
            self._room = ""
            try:
                self._talk(port)
            finally:
                self._note_parting()
        except PortGoneError as error:
            if not self._reconnect:
                raise
            self.lost(str(error))
        finally:
            self._port = None
            self._store.feed.unsubscribe(self._take_commit)
            port.close()
            self._report("closed")

    def _take_commit(self, news: Commit | Presence) -> None:
        """Report what this link has committed: it is published on its thread."""
        if isinstance(news, Commit) and news.events and threading.get_ident() == self._link:
            self._report("committed", news.events)

    def _talk(self, port: Port) -> None:
        have: Mapping[str, int] = {}
        with suppress(StoreUnavailableError):
            have = self._store.unfinished()
        protocol = self._protocol
        protocol.connect(have, time.monotonic())
        silent_at: float | None = time.monotonic() + _SILENCE_SECONDS
        has_forged = False
        while not self._stopped.is_set():
            self._offer_engine(max((listener.engine_ms for listener in self._listeners), default=0))
            port.write(protocol.outgoing(time.monotonic()))
            received = port.read()
            now, received_at = time.monotonic(), datetime.now(UTC)
            messages = protocol.receive(received, now)
            if protocol.refusal:
                raise LinkError(protocol.refusal)
            self._take(messages, received_at)
            board = protocol.board
            if board is not None:
                silent_at = None
                self._note_clock(board, received_at)
                if now > self._present_at:
                    self._note_presence(now)
                if protocol.forged and not has_forged:
                    has_forged = True
                    self.notice(
                        f"The board {board.device} on {port.name} forges lines: it sends events of {protocol.forged}, "
                        "which is not its game. Such lines are dropped."
                    )
            elif silent_at is not None and now > silent_at:
                silent_at = None
                sentence = f"Nothing on {port.name} says that it is a Hexlume board: see docs/build.md."
                if self._boards_only:
                    raise LinkError(sentence)
                self.notice(sentence)
        # The last acknowledgements, so that the board need not send those events again.
        port.write(protocol.outgoing(time.monotonic()))

    def _take(self, messages: Sequence[Message], received_at: datetime) -> None:
        """Act on messages, in order; events that came together are committed together."""
        events: list[BoardEvent] = []
        for one in messages:
            if isinstance(one, BoardEvent):
                events.append(one)
                continue
            self._commit(events)
            events = []
            if isinstance(one, Hello):
                self._note_clock(one, received_at)
                self._note_presence(time.monotonic())
                self._send_have(one)
            elif isinstance(one, Table):
                self._note_room(one.journal)
            elif isinstance(one, Dropped):
                self._note_dropped(one)
            (kind,) = (name for name, model in KINDS.items() if isinstance(one, model))
            self._report(kind, one)
        self._commit(events)

    def _note_clock(self, hello: Hello, received_at: datetime) -> None:
        """Remember who says hello and what its clock says; the store learns it with the board's next events."""
        if hello is not self._hello:
            self._hello = hello
            reading = ClockReading(hello.boot, hello.ticks, received_at)
            self._board = Board(hello.device, hello.panel, hello.firmware, reading)

    def _note_parting(self) -> None:
        """Store that the board is gone. If this fails, whoever looks notices it some minutes later."""
        if self._board is not None:
            with suppress(StoreError):
                self._store.part_board(self._board.id)

    def _note_presence(self, now: float) -> None:
        """Store that the board is there."""
        self._present_at = now + _PRESENCE_SECONDS
        if self._board is not None:
            with self._trouble.reported(self.notice):
                self._store.update_board(self._board)

    def _offer_engine(self, ms: int) -> None:
        """Send the board a ``hello`` when an engine has become ready or has gone."""
        if ms != self._protocol.engine_ms:
            self._protocol.engine_ms = ms
            if self._hello is not None:
                self._send_have(self._hello)

    def _send_have(self, hello: Hello) -> None:
        """Send the board the last stored event of each of its games."""
        have: Mapping[str, int] = {}
        # If this fails, nothing is lost: the board sends its events again until they are acknowledged.
        with self._trouble.reported(self.notice):
            have = self._store.unfinished(hello.device)
        self._protocol.greet(have, time.monotonic())

    def _commit(self, events: Sequence[BoardEvent]) -> None:
        """Commit events and acknowledge them; raises ``StoreError`` when the store can never keep them."""
        if not events or self._board is None:
            return
        # If this fails, nothing is acknowledged, so the board sends the events again.
        with self._trouble.reported(self.notice):
            committed = self._store.commit(self._board, events, self._players)
            if committed.new:
                self._trouble.passed(self._store.where, self.notice)
            self._protocol.acknowledge(committed.last)
            gap = bool(committed.ahead) and not committed.new
            if self._gap.lasts_too_long(gap, time.monotonic()) and self._hello is not None:
                self._send_have(self._hello)
            for sentence in committed.conflicts.values():
                raise GameConflictError(sentence)

    def _note_dropped(self, dropped: Dropped) -> None:
        """Note what the board has dropped, acknowledge that, and report it if it is new."""
        if self._board is None:
            return
        # If this fails, nothing is acknowledged, so the board sends it again.
        with self._trouble.reported(self.notice):
            new = self._store.add_dropped(self._board.id, dropped.first, dropped.before, dropped.games)
            self._protocol.acknowledge_dropped(dropped.before)
            if new is not None:
                self.notice(new.sentence)

    def _note_room(self, journal: str) -> None:
        """Warn while the board has little room for games that are not in the store, each time that this changes."""
        if journal != self._room:
            self._room = journal
            if journal:
                self.notice(room_words(journal))

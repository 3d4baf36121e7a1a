"""The logger: brings every event of one board into the store, and goes on when the board is plugged in again."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from ..errors import GameConflictError, LinkError, StoreUnavailableError
from ..game.events import BoardEvent
from ..game.text import room_words
from ..store.clock_sync import ClockReading
from ..store.repository import NOBODY, Board, Players, Store
from .listener import LinkListener
from .messages import Dropped, Health, Hello, Incident, Table
from .protocol import COMMAND_ID_LIMIT, Conversation, Heard
from .serial_port import Port, PortGoneError
from .store_trouble import StoreTrouble

_AGAIN_SECONDS = 0.5
"""A port that has gone is tried again so often."""
_GAP_SECONDS = 3.0
"""For so long a board may tell only events ahead of those that are missing."""
_SILENCE_SECONDS = 5.0
"""A port on which nobody says hello for so long is reported."""


class Logger:
    """Logs one board into the store, in the caller's thread (``run``) or one of its own (``start``).

    ``find_port`` returns the port to open and raises ``LinkError`` when there is none; it is asked again after each
    loss. With ``reconnect`` a lost port is waited for, but a port that cannot be opened at first is always an error.
    With ``boards_only`` a port on which no board says hello is given up.

    While the store can keep nothing (locked, no room, server away), nothing is acknowledged: the board keeps its events
    and tells them again. Loggers that share a store share its ``trouble``, which is then reported once.
    """

    def __init__(
        self,
        find_port: Callable[[], str],
        store: Store,
        listener: LinkListener,
        players: Players = NOBODY,
        reconnect: bool = True,
        boards_only: bool = False,
        trouble: StoreTrouble | None = None,
    ) -> None:
        self._find_port = find_port
        self._store = store
        self._listener = listener
        self._players = players
        self._reconnect = reconnect
        self._boards_only = boards_only
        # The board answers an id that it remembers from an earlier host from memory, and does nothing.
        self._conversation = Conversation(first_command=random.randrange(COMMAND_ID_LIMIT))
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._port: Port | None = None
        self._hello: Hello | None = None
        self._board: Board | None = None
        self._trouble = StoreTrouble(store) if trouble is None else trouble
        self._room = ""
        self._gap_at: float | None = None
        self.opened = False
        """Whether the port could be opened."""
        self.error: Exception | None = None
        """What ended a logger that runs in a thread of its own."""
        listener.linked(self.command)

    @property
    def dropped(self) -> int:
        """Lines dropped because they were damaged or no message of the protocol."""
        return self._conversation.dropped

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
            self._thread.join()

    def join(self, seconds: float) -> bool:
        """Wait for the logger's thread at most so long; returns whether it has ended."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self._thread is None or not self._thread.is_alive()

    def command(self, do: str, **arguments: object) -> int | None:
        """Send the board a command (docs/protocol.md), from any thread; returns its id, for the listener's answer.

        Returns ``None`` when no board is there to hear it.
        """
        with self._lock:
            identity = self._conversation.command(do, arguments, time.monotonic())
        port = self._port
        if port is not None:
            port.wake()
        return identity

    def _run_in_thread(self) -> None:
        try:
            self.run()
        except Exception as error:
            # Whoever waits for the logger raises it again.
            self.error = error

    def _log_on(self, port: Port) -> None:
        """Log on an open port until it is lost or the logger is stopped."""
        self._port = port
        try:
            self._listener.connected(port.name)
            self._hello = self._board = None
            self._room = ""
            self._talk(port)
        except PortGoneError as error:
            if not self._reconnect:
                raise
            self._listener.lost(str(error))
        finally:
            self._port = None
            port.close()

    def _talk(self, port: Port) -> None:
        try:
            have = self._store.unfinished()
        except StoreUnavailableError:
            have = {}
        silent_at: float | None = time.monotonic() + _SILENCE_SECONDS
        with self._lock:
            self._conversation.connect(have, time.monotonic())
        while not self._stopped.is_set():
            self._offer_engine(self._listener.engine_ms)
            now = time.monotonic()
            with self._lock:
                out = self._conversation.outgoing(now)
            port.write(out)
            received = port.read()
            now, heard_at = time.monotonic(), datetime.now(UTC)
            with self._lock:
                heard = self._conversation.receive(received, now) + self._conversation.give_up(now)
                refusal, board = self._conversation.refusal, self._conversation.board
            if refusal:
                raise LinkError(refusal)
            self._take(heard, heard_at)
            if board is not None:
                silent_at = None
                self._look_at_clock(board, heard_at)
            elif silent_at is not None and now > silent_at:
                silent_at = None
                sentence = f"Nothing on {port.name} says that it is a Hexlume board: see hexlume boards."
                if self._boards_only:
                    raise LinkError(sentence)
                self._listener.notice(sentence)
        # The last acknowledgements, so that the board need not tell those events again.
        with self._lock:
            out = self._conversation.outgoing(time.monotonic())
        port.write(out)

    def _take(self, heard: Sequence[Heard], heard_at: datetime) -> None:
        """Act on what was heard, in order; events that came together are committed together."""
        events: list[BoardEvent] = []
        for one in heard:
            if isinstance(one, BoardEvent):
                events.append(one)
                continue
            self._commit(events)
            events = []
            if isinstance(one, Hello):
                self._look_at_clock(one, heard_at)
                self._greet(one)
            elif isinstance(one, Table):
                self._look_at_room(one.journal)
                self._listener.table(one)
            elif isinstance(one, Health):
                self._listener.health(one)
            elif isinstance(one, Incident):
                self._listener.incident(one)
            elif isinstance(one, Dropped):
                self._note_dropped(one)
            else:
                self._listener.answer(one)
        self._commit(events)

    def _look_at_clock(self, hello: Hello, heard_at: datetime) -> None:
        """Remember who says hello and what its clock says; the store learns it with the board's next events."""
        if hello is not self._hello:
            self._hello = hello
            reading = ClockReading(hello.boot, hello.ticks, heard_at)
            self._board = Board(hello.board, hello.panel, hello.firmware, reading)

    def _greet(self, hello: Hello) -> None:
        successes = self._trouble.successes
        try:
            if self._board is not None:
                self._store.saw_board(self._board)
        except StoreUnavailableError as error:
            self._trouble.arose(error, self._listener, successes)
        self._say_what_we_have(hello)
        self._listener.hello(hello)

    def _offer_engine(self, ms: int) -> None:
        """Tell the board of an engine that has become ready, or is no more."""
        if ms != self._conversation.engine_ms:
            self._conversation.engine_ms = ms
            if self._hello is not None:
                self._say_what_we_have(self._hello)

    def _say_what_we_have(self, hello: Hello) -> None:
        """Tell the board how far the store has its games."""
        have, successes = {}, self._trouble.successes
        try:
            have = self._store.unfinished(hello.board)
        except StoreUnavailableError as error:
            # Nothing is lost: the board tells its events again until they are acknowledged.
            self._trouble.arose(error, self._listener, successes)
        with self._lock:
            self._conversation.greet(have, time.monotonic())

    def _commit(self, events: Sequence[BoardEvent]) -> None:
        """Commit events and acknowledge them; raises ``StoreError`` when the store can never keep them."""
        if not events or self._board is None:
            return
        successes = self._trouble.successes
        try:
            committed = self._store.commit(self._board, events, self._players)
        except StoreUnavailableError as error:
            # Not acknowledged, so the board tells them again.
            self._trouble.arose(error, self._listener, successes)
            return
        self._trouble.passed(bool(committed.new), self._listener)
        with self._lock:
            self._conversation.acknowledge(committed.last)
        self._watch_gap(bool(committed.ahead) and not committed.new)
        if committed.new:
            self._listener.committed(committed.new)
        for sentence in committed.conflicts.values():
            raise GameConflictError(sentence)

    def _note_dropped(self, dropped: Dropped) -> None:
        """Note what the board has dropped, acknowledge that, and tell of it if it is new."""
        if self._board is None:
            return
        successes = self._trouble.successes
        try:
            new = self._store.note_dropped(self._board.id, dropped.first, dropped.before)
        except StoreUnavailableError as error:
            # Not acknowledged, so the board tells it again.
            self._trouble.arose(error, self._listener, successes)
            return
        with self._lock:
            self._conversation.acknowledge_dropped(dropped.before)
        if new is not None:
            self._listener.notice(new.sentence)

    def _look_at_room(self, journal: str) -> None:
        """Warn while the board has little room for games that are not in the store, each time that this changes."""
        if journal != self._room:
            self._room = journal
            if journal:
                self._listener.notice(room_words(journal))

    def _watch_gap(self, gap: bool) -> None:
        """Greet the board again when it has told only what lies ahead of the store for some time.

        A lost line is told again by itself; but a board that took this host for another one, whose ``hello`` was lost,
        believes that the store has more than it does.
        """
        now = time.monotonic()
        if not gap or self._gap_at is None:
            self._gap_at = now if gap else None
        elif now - self._gap_at > _GAP_SECONDS and self._hello is not None:
            self._gap_at = None
            self._say_what_we_have(self._hello)

"""The watch on the store: shows the games that other programs write there, such as ``hexlume log`` elsewhere."""

import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from hexlume_record.errors import RecordError
from hexlume_record.game.events import StoredEvent, is_later
from hexlume_record.game.record import FROM_BOARD, FROM_DEMO, FROM_LESSON, UNFINISHED
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import NO_REPORT

from ...errors import StoreError
from ...store.game_rows import SEEN_WITHIN
from ...store.models import BoardRow, EventRow, GameRow
from ...store.repository import Store
from .board import ELSEWHERE, LOST, GameTitle, LiveBoard
from .hub import LiveHub

LOOK_SECONDS = 0.08
"""Between two looks at the store; a page has an action within 200 ms."""
PLAYED_WITHIN = timedelta(hours=12)
"""A game in which nothing has happened for longer is not live."""
MAX_BOARDS = 1000
MAX_GAMES = 20_000
"""Games that are compared to find the one that each board began last, the newest in the store."""
LOOK_BACK = 100
"""Games before the newest one that may come into the store after it: their writers committed later."""

_TICK_NS = 1_000_000_000
"""Commits so soon after one another may give a file the same time."""
GONE = "No program logs it any more."

_COLUMNS = (
    EventRow.seq,
    EventRow.kind,
    EventRow.ticks,
    EventRow.data,
    EventRow.at,
    EventRow.boot,
    EventRow.played_at,
)
"""An event's columns in the order of the members of ``StoredEvent``."""


_SEEN = (
    select(BoardRow.id, BoardRow.last_seen)
    .where(BoardRow.last_seen > bindparam("seen"))
    .order_by(BoardRow.last_seen.desc())
    .limit(MAX_BOARDS)
)
_NEW_GAMES = (
    select(GameRow.id, GameRow.board, GameRow.game)
    .where(GameRow.source.in_((FROM_BOARD, FROM_LESSON, FROM_DEMO)), GameRow.id > bindparam("after"))
    .order_by(GameRow.id.desc())
    .limit(MAX_GAMES)
)
_LAST_SEQ = select(func.max(EventRow.seq)).where(EventRow.game_id == GameRow.id).correlate(GameRow).scalar_subquery()
_LAST_EVENTS = (
    select(GameRow.board, GameRow.panel, GameRow.id, GameRow.game, GameRow.status, *_COLUMNS)
    .join(EventRow, (EventRow.game_id == GameRow.id) & (EventRow.seq == _LAST_SEQ))
    .where(GameRow.id.in_(bindparam("numbers", expanding=True)))
)


@dataclass(frozen=True, slots=True)
class _Latest:
    """A board's latest game as the store has it now, with its last event."""

    board: str
    panel: str
    number: int
    game: str
    status: str
    last: StoredEvent


class StoreWatch:
    """Follows the latest game of every board in the store, in a thread of its own while the context lasts.

    Boards whose port this process has open are left alone: their link reports more, and sooner.
    """

    def __init__(self, store: Store, hub: LiveHub) -> None:
        self._store, self._hub = store, hub
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hexlume-store-watch", daemon=True)
        self._changed_ns: int | None = None
        """When the store had changed last at the last look."""
        self._newest = 0
        """The number of the game that came into the store last."""
        self._playing: dict[str, tuple[int, str]] = {}
        """By board the number and id of the game that it began last; those of its journal may come after that."""
        self._seen: dict[str, datetime] = {}
        """When each board was last seen, of those that are there."""
        self._followed: set[str] = set()
        """Boards that are shown as the store has them."""

    def __enter__(self) -> "StoreWatch":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stopped.set()
        self._thread.join()

    def look(self) -> None:
        """Bring every board up to date with the store; raises ``StoreError``."""
        now = datetime.now(UTC)
        latest: list[_Latest] = []
        if self._has_changed():
            with self._store.reading() as session:
                self._seen = dict(session.execute(_SEEN, {"seen": now - SEEN_WITHIN}).all())
                others = [one for one in self._seen if not self._is_linked(one)]
                latest = self._latest_games(session, others, now) if others else []
        for game in latest:
            board = self._hub.board(game.board)
            if board is None and game.status != UNFINISHED:
                # It is over: nobody saw its end here, and nobody plays.
                continue
            if board is None or not board.linked:
                self._update(self._hub.board_of(game.board, game.panel), game)
        for followed in self._followed:
            self._note_presence(followed, now)

    def _note_presence(self, identity: str, now: datetime) -> None:
        """Show a board as lost when no program logs it any more, and as there when one does so again."""
        board = self._hub.board(identity)
        if board is None:
            return
        seen = self._seen.get(identity)
        is_there = seen is not None and seen > now - SEEN_WITHIN
        with board.lock:
            if not board.linked and board.state != (ELSEWHERE if is_there else LOST):
                board.become(ELSEWHERE if is_there else LOST, "" if is_there else GONE)
                board.show()

    def _is_linked(self, board: str) -> bool:
        known = self._hub.board(board)
        return known is not None and known.linked

    def _run(self) -> None:
        problem = ""
        while not self._stopped.is_set():
            try:
                self.look()
                problem = ""
            except StoreError as error:
                # What has changed may not have been shown yet.
                self._changed_ns = None
                if str(error) != problem:
                    problem = str(error)
                    self._hub.notice(problem)
            self._stopped.wait(LOOK_SECONDS)

    def _has_changed(self) -> bool:
        """Return whether somebody may have written since the last look, as far as that is cheap to know."""
        before, now = self._changed_ns, self._store.changed_ns
        self._changed_ns = now
        return now is None or now != before or time.time_ns() < now + _TICK_NS

    def _latest_games(self, session: Session, boards: list[str], now: datetime) -> list[_Latest]:
        """Return the latest game of each of the boards, if it is still played or has just ended."""
        for number, board, game in reversed(session.execute(_NEW_GAMES, {"after": self._newest - LOOK_BACK}).all()):
            if board not in self._playing or is_later(game, self._playing[board][1]):
                self._playing[board] = number, game
            self._newest = number
        numbers = [self._playing[board][0] for board in boards if board in self._playing]
        found = [
            _Latest(board, panel, number, game, status, StoredEvent(*event))
            for board, panel, number, game, status, *event in session.execute(_LAST_EVENTS, {"numbers": numbers})
        ]
        return [game for game in found if game.last.at > now - PLAYED_WITHIN]

    def _update(self, board: LiveBoard, game: _Latest) -> None:
        """Bring one board's game up to date."""
        live = board.live
        known = live.last_seq if live is not None and live.id == game.game else -1
        if known >= game.last.seq:
            return
        last, title = game.last, board.title
        # With many boards in play nearly every look finds one new event.
        follows = last.seq == known + 1 > 0
        if not follows:
            try:
                record = self._store.record(game.number)
            except RecordError:
                return
            live, title, last = GameState.replay(record), GameTitle.of(record), record.events[-1]
        with board.lock:
            if live is None or board.linked:
                return
            if follows:
                live.take(last)
            board.live, board.title = live, title
            board.table_report = NO_REPORT
            self._followed.add(board.board)
            board.become(ELSEWHERE, panel=game.panel)
            board.since_ms = int(last.at.timestamp() * 1000)
            board.show()
            board.show_clock(None)

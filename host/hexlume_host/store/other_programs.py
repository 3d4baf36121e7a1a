"""Commits of other programs, such as ``hexlume log`` elsewhere, found in the store and published to its feed."""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.orm import Session

from hexlume_record.game.events import BoardEvent, is_later
from hexlume_record.game.record import FROM_BOARD, FROM_LESSON, UNFINISHED

from ..errors import StoreError
from ..feed import Commit, Presence
from .game_rows import SEEN_WITHIN
from .models import DeviceRow, EventRow, GameRow
from .repository import Store

LOOK_SECONDS = 0.2
"""Between two looks at the store; a page has another program's action within 300 ms."""
PLAYED_WITHIN = timedelta(hours=12)
"""A game in which nothing has happened for longer is not live."""
MAX_BOARDS = 1000
MAX_GAMES = 20_000
"""Games that are compared to find the one that each board began last, the newest in the store."""
LOOK_BACK = 100
"""Games before the newest one that may come into the store after it: their writers committed later."""

_TICK_NS = 1_000_000_000
"""Commits so soon after one another may give a file the same time."""

_SEEN = (
    select(DeviceRow.id, DeviceRow.last_seen)
    .where(DeviceRow.last_seen > bindparam("seen"))
    .order_by(DeviceRow.last_seen.desc())
    .limit(MAX_BOARDS)
)
_NEW_GAMES = (
    select(GameRow.id, GameRow.device, GameRow.game)
    .where(GameRow.source.in_((FROM_BOARD, FROM_LESSON)), GameRow.id > bindparam("after"))
    .order_by(GameRow.id.desc())
    .limit(MAX_GAMES)
)
_LAST_SEQ = select(func.max(EventRow.seq)).where(EventRow.game_id == GameRow.id).correlate(GameRow).scalar_subquery()
_LAST_EVENTS = (
    select(GameRow, EventRow)
    .join(EventRow, (EventRow.game_id == GameRow.id) & (EventRow.seq == _LAST_SEQ))
    .where(
        or_(
            GameRow.id.in_(bindparam("numbers", expanding=True)),
            GameRow.game.in_(bindparam("games", expanding=True)),
        )
    )
)


class OtherPrograms:
    """Publishes what other programs commit, from a thread of its own while the context lasts.

    That is the latest game of every board that another program logs, and the ``games`` that somebody follows, by their
    ids. ``notice`` takes a sentence when the store cannot be read.
    """

    def __init__(self, store: Store, games: Callable[[], Collection[str]], notice: Callable[[str], None]) -> None:
        self._store, self._games, self._notice = store, games, notice
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hexlume-other-programs", daemon=True)
        self._changed_ns: int | None = None
        """When the store had changed last at the last look."""
        self._newest = 0
        """The number of the game that came into the store last."""
        self._playing: dict[str, tuple[int, str]] = {}
        """By board the number and id of the game that it began last; those of its journal may come after that."""
        self._seen: dict[str, datetime] = {}
        """When each board was last seen, of those that are there."""
        self._published: dict[str, tuple[int, str, str, str]] = {}
        """By game what was published last: the number of its last event, its status and its players."""
        self._there: set[str] = set()
        """The boards that were there at the last look."""

    def __enter__(self) -> "OtherPrograms":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stopped.set()
        self._thread.join()

    def look(self) -> None:
        """Publish what has changed since the last look; raises ``StoreError``."""
        now = datetime.now(UTC)
        if self._has_changed():
            with self._store.reading() as session:
                self._seen = dict(session.execute(_SEEN, {"seen": now - SEEN_WITHIN}).all())
                live = self._latest_games(session)
                query = session.execute(_LAST_EVENTS, {"numbers": live, "games": list(self._games())})
                found = [(game, last) for game, last in query if game.id not in live or last.at > now - PLAYED_WITHIN]
            before = self._published
            self._published = {game.game: (last.seq, game.status, game.white, game.black) for game, last in found}
            for game, last in found:
                known = before.get(game.game)
                if known != self._published[game.game]:
                    self._publish(game, last, game.id in live, known is None or known[0] != last.seq)
        there = {device for device, seen in self._seen.items() if seen > now - SEEN_WITHIN}
        for device in there ^ self._there:
            self._store.feed.publish(Presence(device, device in there))
        self._there = there

    def _publish(self, game: GameRow, last: EventRow, is_live: bool, is_new: bool) -> None:
        """Publish a game with its last event if that ``is_new``; one that is not live is no board's any more."""
        commit = Commit((game.game,), int(last.at.timestamp() * 1000), is_over=game.status != UNFINISHED)
        if is_live:
            event = BoardEvent(game.game, last.seq, last.kind, last.ticks, last.data, last.boot)
            commit = replace(commit, device=game.device, panel=game.panel, events=[event] if is_new else [])
        self._store.feed.publish(commit)

    def _run(self) -> None:
        problem = ""
        while not self._stopped.is_set():
            try:
                self.look()
                problem = ""
            except StoreError as error:
                # What has changed may not have been published yet.
                self._changed_ns = None
                if str(error) != problem:
                    problem = str(error)
                    self._notice(problem)
            self._stopped.wait(LOOK_SECONDS)

    def _has_changed(self) -> bool:
        """Return whether somebody may have written since the last look, as far as that is cheap to know."""
        before, now = self._changed_ns, self._store.changed_ns
        self._changed_ns = now
        return now is None or now != before or time.time_ns() < now + _TICK_NS

    def _latest_games(self, session: Session) -> set[int]:
        """Return the number of the latest game of each board that another program logs."""
        others = self._seen.keys() - self._store.logged
        if not others:
            return set()
        for number, device, game in reversed(session.execute(_NEW_GAMES, {"after": self._newest - LOOK_BACK}).all()):
            if device not in self._playing or is_later(game, self._playing[device][1]):
                self._playing[device] = number, game
            self._newest = number
        return {self._playing[device][0] for device in others if device in self._playing}

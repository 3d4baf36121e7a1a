"""The feed: every commit to a store, whichever program made it, for all who show or publish games."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from hexlume_record.game.events import BoardEvent


@dataclass(frozen=True, slots=True)
class Commit:
    """What a transaction changed in some games, by their ids.

    ``device`` and ``panel`` are empty where no board played them. ``events`` are those that are new. Another program's
    may be only the last of several, so whoever misses some reads the game again. Without events, only names or the like
    have changed. ``at_ms`` is when it was, in ms since 1970. ``is_over``: the game was found with its end.
    """

    games: Collection[str]
    at_ms: int
    device: str = ""
    panel: str = ""
    events: Sequence[BoardEvent] = ()
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether another program logs a board now."""

    device: str
    is_there: bool


class Feed:
    """Calls all subscribers with each commit, on the thread that made it or found it. It keeps nothing.

    So a subscriber must not block: one that is slower than the boards remembers what has changed, and reads it later.
    """

    def __init__(self) -> None:
        """Begin without subscribers."""
        self._subscribers: list[Callable[[Commit | Presence], None]] = []

    def subscribe(self, take: Callable[[Commit | Presence], None]) -> None:
        """Call ``take`` from now on. Any thread may subscribe."""
        self._subscribers.append(take)

    def unsubscribe(self, take: Callable[[Commit | Presence], None]) -> None:
        """Do not call ``take`` any more."""
        self._subscribers.remove(take)

    def publish(self, news: Commit | Presence) -> None:
        """Call all subscribers."""
        for take in list(self._subscribers):
            take(news)

"""Outbox: messages for a broker, bounded, with the newest value only of each retained topic."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A message for a broker; ``until`` is the time when it expires."""

    topic: str
    payload: bytes
    retain: bool = False
    until: float | None = None


class Outbox:
    """Messages in the order in which they are to be sent.

    A *kept* topic is one whose last value the broker retains. The outbox remembers these values: they are due again
    with every new connection, and a newer one takes the place of one that still waits. Of other messages the oldest
    are dropped when more than ``max_once`` wait. Not safe for several threads at once.
    """

    def __init__(self, clock: Callable[[], float], max_once: int = 1000, max_kept: int = 10_000) -> None:
        """``clock`` returns the time in seconds, of any origin."""
        self.dropped = 0
        """Messages that were never sent: too many waited, or they waited too long."""
        self._clock = clock
        self._max_once, self._max_kept = max_once, max_kept
        self._kept: dict[str, Message] = {}
        self._left: dict[str, Message] = {}
        """Values of topics that are kept no longer, which are still to be sent once."""
        self._due: OrderedDict[str | int, Message] = OrderedDict()
        self._waiting = 0
        self._next = 0

    def __len__(self) -> int:
        return len(self._due)

    def keep(self, topic: str, payload: bytes) -> bool:
        """Make this a kept topic's value; return whether it is a new one. One topic too many is dropped."""
        before = self._kept.get(topic)
        if before is not None and before.payload == payload:
            return False
        if before is None and topic not in self._left and len(self._kept) + len(self._left) >= self._max_kept:
            self.dropped += 1
            return False
        self._left.pop(topic, None)
        self._kept[topic] = self._due[topic] = Message(topic, payload, retain=True)
        return True

    def forget(self, topic: str) -> None:
        """Keep a topic no longer: its last value is sent if it has not been, but not again."""
        message = self._kept.pop(topic, None)
        if message is not None and topic in self._due:
            self._left[topic] = message

    def add(self, message: Message) -> None:
        """Add a message that is sent once."""
        if self._waiting >= self._max_once:
            oldest = next(key for key in self._due if isinstance(key, int))
            del self._due[oldest]
            self._waiting -= 1
            self.dropped += 1
        self._next += 1
        self._due[self._next] = message
        self._waiting += 1

    def take(self) -> Message | None:
        """Return the next message to be sent and part with it; ``None`` when nothing waits."""
        while self._due:
            key, message = self._due.popitem(last=False)
            if isinstance(key, str):
                self._left.pop(key, None)
                return message
            self._waiting -= 1
            if message.until is None or self._clock() <= message.until:
                return message
            self.dropped += 1
        return None

    def reconnected(self, unconfirmed: list[Message]) -> None:
        """Begin on a new connection: every kept topic is due, and what the last connection left unconfirmed."""
        once = [message for message in unconfirmed if not message.retain]
        once += [message for key, message in self._due.items() if isinstance(key, int)]
        for message in unconfirmed:
            if message.retain and message.topic not in self._kept:
                self._left.setdefault(message.topic, message)
        self._due.clear()
        self._waiting = 0
        self._due.update(self._kept)
        self._due.update(self._left)
        for message in once:
            self.add(message)

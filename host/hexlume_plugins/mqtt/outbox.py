"""Outbox: messages for a broker, bounded, with the newest value only of each retained topic."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A message for a broker; ``until`` is the time when it expires."""

    topic: str
    payload: str | bytes
    retain: bool = False
    until: float | None = None


class Outbox:
    """Messages to send: first the values of retained topics, then the others in their order.

    Of a retained topic the broker keeps the last value. The outbox remembers these values: they are due again with
    every new connection, and a newer one takes the place of one that still waits. Of other messages the oldest
    are dropped when more than ``max_once`` wait. Not safe for several threads at once.
    """

    def __init__(self, clock: Callable[[], float], max_once: int = 1000, max_retained: int = 10_000) -> None:
        """``clock`` returns seconds of any origin; values of more than ``max_retained`` topics are dropped."""
        self._clock = clock
        self._max_retained = max_retained
        self._retained: dict[str, Message] = {}
        self._values: dict[str, Message] = {}
        """Values that are due, also of topics that are retained no longer."""
        self._once: deque[Message] = deque(maxlen=max_once)

    def __len__(self) -> int:
        return len(self._values) + len(self._once)

    def keep(self, topic: str, payload: str | bytes) -> None:
        """Make this a retained topic's value, which is due if it is a new one."""
        if (
            topic not in self._retained
            and len(self._retained.keys() | self._values.keys() | {topic}) > self._max_retained
        ):
            return
        message = Message(topic, payload, retain=True)
        if self._retained.get(topic) != message:
            self._retained[topic] = self._values[topic] = message

    def forget(self, topic: str) -> None:
        """Retain a topic no longer: its last value is sent if it has not been, but not again."""
        self._retained.pop(topic, None)

    def add(self, message: Message) -> None:
        """Add a message that is sent once."""
        self._once.append(message)

    def take(self) -> Message | None:
        """Remove the next message to be sent and return it; ``None`` when nothing waits."""
        if self._values:
            return self._values.pop(next(iter(self._values)))
        while self._once:
            message = self._once.popleft()
            if message.until is None or self._clock() <= message.until:
                return message
        return None

    def reconnected(self, unconfirmed: list[Message]) -> None:
        """Begin on a new connection: every retained topic is due, and what the last connection left unconfirmed."""
        self._values = {one.topic: one for one in unconfirmed if one.retain} | self._values | self._retained
        once = [one for one in unconfirmed if not one.retain]
        self._once = deque([*once, *self._once], self._once.maxlen)

"""The live boards of the worker, for the one page that there is."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from hexlume_host.web.live.hub import LiveHub, Topic
from hexlume_host.web.live.watch_request import WatchRequest

from .store import PageStore

if TYPE_CHECKING:
    from hexlume_host.store.repository import Store


class PageHub(LiveHub):
    """A hub whose page gets everything that it follows at once."""

    def __init__(self, store: PageStore, say: Callable[[str], None]) -> None:
        self._say = say
        self._followed: dict[Topic, None] = {}
        super().__init__(cast("Store", store))

    def follow(self, request: WatchRequest) -> None:
        """Send the page what it asks for, now and whenever it changes."""
        hands = next((board for board in request.full if self.hands_at(board)), "")
        self._followed = dict.fromkeys(request.topics(hands))
        self._say(json.dumps({"event": "watching", "program": self.program, "known": True}))
        for topic in self._followed:
            self.notify(topic)

    def notify(self, topic: Topic, once: str = "") -> None:
        """Send the message of a topic, or what happens ``once``."""
        if topic in self._followed and (text := once or self.text(topic)):
            self._say(text)

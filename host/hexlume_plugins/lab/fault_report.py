"""Fault reports: one file with what a board says of itself, which ``hexlume lab report`` writes.

A file of JSON lines. The first is the header; each of the others is a line of the serial
protocol with its checksum, as the board sent it (docs/protocol.md): ``hello``, ``health``, ``incident``, and the events
of its games.
"""

import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from hexlume.link import wire
from hexlume_host.device.listener import LinkListener
from hexlume_host.store.repository import Store
from hexlume_record.game.events import place_of

VERSION = 3
_GAMES = 3
"""Games in a report: the running one and those before it."""
_MOST_EVENTS = 2000
"""Events of each, at most."""


@dataclass(frozen=True)
class Header:
    """The first line: the format's version, when and with what the report was made.

    ``damaged`` counts the board's lines that were lost.
    """

    report: int
    made: str
    hexlume: str
    python: str
    system: str
    damaged: int


class ReportRecorder(LinkListener):
    """Keeps what a board says for a report."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.board: Mapping[str, Any] = {}
        self._latest: dict[tuple[object, object], Mapping[str, Any]] = {}

    def said(self, message: Mapping[str, Any]) -> None:
        """Keep a message."""
        what = message["type"]
        if what == "hello":
            self.board = message
        elif what in ("health", "incident"):
            self._latest[what, message.get("first", message.get("place"))] = message

    def text(self, store: Store, hexlume: str, damaged: int) -> bytes:
        """Return the report as a file's contents, with the board's games in the store."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        header = Header(VERSION, made, hexlume, platform.python_version(), platform.system(), damaged)
        first = json.dumps(asdict(header)).encode() + b"\n"
        lines = [self.board, *self._latest.values(), *self._games(store)]
        return first + b"".join(wire.encode(dict(line)) for line in lines)

    def _games(self, store: Store) -> Iterable[Mapping[str, Any]]:
        """Yield the events of the board's latest games as it sent them, the earliest first."""
        device = str(self.board["device"])
        places = {game.game: place_of(game.game, device) for game in store.games() if game.device == device}
        latest = sorted((place, game) for game, place in places.items() if place is not None)[-_GAMES:]
        for _, game in latest:
            for event in store.record(game).events[:_MOST_EVENTS]:
                envelope = {"type": "event", "game": game, "seq": event.seq, "kind": event.kind, "ticks": event.ticks}
                boot = {} if event.boot is None else {"boot": event.boot}
                yield {**envelope, **boot, **event.data}

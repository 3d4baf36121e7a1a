"""Fault reports: one file with what a board says of itself, which ``hexlume lab report`` writes.

A file of JSON lines. The first is the header; each of the others is a line of the serial
protocol with its checksum, as the board sent it (docs/protocol.md): ``hello``, ``health``, ``incident``, the events of
its games, and with a recording the last ``table``, then ``raw``, ``event`` and ``table`` in the order in which they
came.
"""

import json
import platform
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from hexlume.link import wire
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer
from hexlume_host.errors import LinkError
from hexlume_host.store.repository import Store
from hexlume_record.game.events import place_of

VERSION = 2
MOST_BYTES = 4_000_000
"""A minute of a panel whose every sensor is restless has a quarter of it."""
MOST_SECONDS = 60
"""The longest recording."""
_GAMES = 3
"""Games in a report: the running one and those before it."""
_MOST_EVENTS = 2000
"""Events of each, at most."""


@dataclass(frozen=True)
class Header:
    """The first line: the format's version, when and with what the report was made.

    ``damaged`` counts the board's lines that were lost. ``cut`` is whether the board went while it was recorded.
    """

    report: int
    made: str
    hexlume: str
    python: str
    system: str
    damaged: int
    cut: bool


class ReportRecorder(LinkListener):
    """Keeps what a board says for a report: ``lines`` of the whole link, ``recording`` once it has begun to."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.board: Mapping[str, Any] = {}
        self._latest: dict[tuple[object, object], Mapping[str, Any]] = {}
        self._table: Mapping[str, Any] | None = None
        self._recording: list[Mapping[str, Any]] = []
        self._bytes = 0
        self._asked: int | None = None
        self._refusal = ""

    def record(self, logger: Logger, seconds: int) -> str:
        """Record for so long, or until Ctrl-C; return why the board ended it before, empty if it did not.

        Raises ``LinkError`` if the board cannot be recorded.
        """
        logger.command("health", on=False)
        self._asked = logger.command("raw", on=True)
        end = time.monotonic() + seconds
        with suppress(KeyboardInterrupt):
            while time.monotonic() < end:
                if logger.join(0.1):
                    # A board that fails may go: what was recorded until then says why.
                    return str(logger.error)
                if self._refusal:
                    raise LinkError(self._refusal)
        logger.command("raw", on=False)
        return ""

    def answer(self, answer: Answer) -> None:
        """Note that the board cannot be recorded."""
        if answer.id == self._asked and not answer.ok:
            why = answer.error.rstrip(".")
            self._refusal = f"This board cannot be recorded ({why}): update its firmware, or leave --record out."

    def said(self, message: Mapping[str, Any]) -> None:
        """Keep a message."""
        what = message["type"]
        if what == "hello" and not self._recording:
            self.board = message
        elif what in ("health", "incident"):
            self._latest[what, message.get("first", message.get("place"))] = message
        elif (self._recording and what in ("hello", "event", "table")) or what == "raw":
            if self._bytes < MOST_BYTES // 2:
                self._bytes += len(wire.encode(dict(message)))
                self._recording.append(message)
        elif what == "table":
            self._table = message

    @property
    def summary(self) -> str:
        """What has been kept, in words."""
        raws = [message["ticks"] for message in self._recording if message["type"] == "raw"]
        seconds = f" and a recording of {round((raws[-1] - raws[0]) / 1000)} s" if raws else ""
        return f"the board's health, incidents, last games{seconds}"

    def text(self, store: Store, hexlume: str, damaged: int, cut: bool) -> bytes:
        """Return the report as a file's contents, with the board's games in the store."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        header = Header(VERSION, made, hexlume, platform.python_version(), platform.system(), damaged, cut)
        recorded = {_event_key(message) for message in self._recording if message["type"] == "event"}
        games = [message for message in self._games(store) if _event_key(message) not in recorded]
        table = [self._table] if self._table is not None and self._recording else []
        first = json.dumps(asdict(header)).encode() + b"\n"
        lines = [self.board, *self._latest.values(), *games, *table, *self._recording]
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


def _event_key(message: Mapping[str, Any]) -> tuple[object, object]:
    return message["game"], message["seq"]

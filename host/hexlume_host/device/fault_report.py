"""Fault reports: one file with what a board says of itself, written by ``hexlume doctor`` and checked when it is read.

A file of JSON lines. The first is the header; each of the others is a line of the serial protocol with its checksum,
as the board sent it (docs/protocol.md): ``hello``, ``health``, ``incident``, the events of its games, and with a
recording the last ``table``, then ``raw``, ``event`` and ``table`` in the order in which they came.
"""

import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import Strict

from hexlume.hardware.panel import STATUS_LEDS
from hexlume.link import wire
from hexlume_record.errors import HexlumeError, sentence
from hexlume_record.game.events import START, BoardEvent, place_of
from hexlume_record.game.state import GameState
from hexlume_record.validation import FieldError, Line, checked_json, whole

from ..errors import LinkError
from ..store.repository import Store
from .health import PanelHealth
from .incidents import BoardIncidents
from .listener import LinkListener
from .messages import KINDS, Health, Hello, Incident, Raw, Table, read_any, read_message

VERSION = 1
MOST_BYTES = 4_000_000
"""A minute of a panel whose every sensor is restless has a quarter of it."""
MOST_SECONDS = 60
"""The longest recording."""
_MOST_MS = 10 * MOST_SECONDS * 1000
"""The longest that the times in a file may be apart."""
_GAMES = 3
"""Games in a report: the running one and those before it."""
_MOST_EVENTS = 2000
"""Events of each, at most."""


class ReportError(HexlumeError):
    """A file is no fault report, or not one that can be used as asked."""


@dataclass(frozen=True)
class Header:
    """The first line: the format's version, when and with what the report was made.

    ``damaged`` counts the board's lines that were lost. ``cut`` is whether the board went while it was recorded.
    """

    report: Annotated[int, whole()]
    made: Annotated[str, Line(40)]
    hexlume: Annotated[str, Line(40)]
    python: Annotated[str, Line(40)]
    system: Annotated[str, Line(40)]
    damaged: Annotated[int, whole()] = 0
    cut: Annotated[bool, Strict()] = False


@dataclass
class FaultReport:
    """A report that was read. ``recording`` are the messages of the recording in order, ``table`` the last before it.
    A ``Hello`` in it is that of a board that has started again.

    ``games`` are the events of each game, those in the recording left out.
    """

    header: Header
    board: Hello
    panel: PanelHealth
    incidents: BoardIncidents = field(default_factory=BoardIncidents)
    games: dict[str, list[BoardEvent]] = field(default_factory=dict)
    table: Table | None = None
    recording: list[Raw | BoardEvent | Table | Hello] = field(default_factory=list)

    def state(self) -> GameState:
        """Return the game that was running when the recording began; raises ``ReportError``."""
        game = self.table.game if self.table is not None else self.board.game
        known = self.games.get(game, [])
        if not known or known[0].kind != START:
            raise ReportError("The report lacks the beginning of the game that was running: it cannot be replayed.")
        state = GameState(game, known[0].data)
        for event in known:
            state.take(event)
        if state.game is None or not state.legal:
            raise ReportError(f"The game in the report cannot be replayed: {state.problem}")
        return state


class ReportRecorder(LinkListener):
    """Keeps what a board says for a report: ``lines`` of the whole link, ``recording`` once it has begun to."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.board: Mapping[str, Any] = {}
        self._latest: dict[tuple[object, object], Mapping[str, Any]] = {}
        self._table: Mapping[str, Any] | None = None
        self._recording: list[Mapping[str, Any]] = []
        self._bytes = 0

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
        board = str(self.board["board"])
        places = {game.game: place_of(game.game, board) for game in store.games() if game.board == board}
        latest = sorted((place, game) for game, place in places.items() if place is not None)[-_GAMES:]
        for _, game in latest:
            for event in store.record(game).events[:_MOST_EVENTS]:
                envelope = {"type": "event", "game": game, "seq": event.seq, "kind": event.kind, "ticks": event.ticks}
                boot = {} if event.boot is None else {"boot": event.boot}
                yield {**envelope, **boot, **event.data}


def _event_key(message: Mapping[str, Any]) -> tuple[object, object]:
    return message["game"], message["seq"]


def read_report(path: Path) -> FaultReport:
    """Return the report in a file; raises ``ReportError`` with one sentence for anything else."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ReportError(f"{path} cannot be read: {error.strerror or error}.") from error
    if len(content) > MOST_BYTES:
        raise ReportError(f"{path} is no fault report: it is larger than {MOST_BYTES // 1_000_000} MB.")
    first, *lines = content.split(b"\n")
    try:
        header = checked_json(Header, first[: wire.MAX_LINE])
    except FieldError as error:
        raise ReportError(f"{path} is no fault report: {_in_line(1, error)}") from error
    if header.report != VERSION:
        raise ReportError(f"{path} is a fault report of version {header.report}: update this hexlume to read it.")
    report: FaultReport | None = None
    for number, line in enumerate(lines, 2):
        if not line.strip():
            continue
        try:
            message = dict(wire.decode(line))
            if report is None:
                board = read_message(Hello, message)
                report = FaultReport(header, board, PanelHealth(board.panel))
            else:
                _take(report, message)
        except (wire.WireError, LinkError) as error:
            raise ReportError(f"{path} is no fault report: {_in_line(number, error)}") from error
    if report is None:
        raise ReportError(f"{path} is no fault report: no board says hello in it.")
    return report


def _in_line(number: int, error: Exception) -> str:
    return f"line {number}: {sentence(str(error).rstrip('.'))}"


def _take(report: FaultReport, message: dict[str, Any]) -> None:
    """Take in a message of the board; raises ``WireError``."""
    if message["type"] not in KINDS:
        return
    first = report.recording[0] if report.recording else None
    match read_any(message):
        case Health() as health:
            report.panel.take(health)
        case Incident() as incident:
            report.incidents.take(incident)
        case Raw() as raw:
            cells = report.panel.grid.cells
            if any(cell >= cells for cell in raw.cells) or any(led >= cells + STATUS_LEDS for led in raw.leds):
                raise FieldError("cells", f"must be of the panel, which has {cells}")
            _check_time(first, raw.ticks)
            report.recording.append(raw)
        case Table() as table if first is not None:
            report.recording.append(table)
        case Table() as table:
            report.table = table
        case Hello() as hello if first is not None and hello.boot != report.board.boot:
            report.recording.append(hello)
        case BoardEvent() as event:
            if isinstance(first, Raw) and event.boot == report.board.boot and event.ticks >= first.ticks:
                _check_time(first, event.ticks)
                report.recording.append(event)
            else:
                known = report.games.setdefault(event.game, [])
                if event.seq == len(known):
                    known.append(event)


def _check_time(first: object, ticks: int) -> None:
    if isinstance(first, Raw) and not first.ticks <= ticks <= first.ticks + _MOST_MS:
        raise FieldError("ticks", "must be within ten minutes after the recording's first")

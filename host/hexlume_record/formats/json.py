"""A game's record as JSON, written and read (docs/record.md, docs/schemas/hexlume-record-2.json).

Nothing in a file is believed before it is checked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Annotated, Any

from ..errors import HexlumeError, RecordError
from ..game.events import StoredEvent
from ..game.read_event import EventMembers, Identifier, read_data
from ..game.record import Action, GameHeader, GameRecord, GameSummary, ImportedGame
from ..game.state import GameState
from ..validation import FieldError, Line, checked, items
from ..variations.json import read_variations, variations_json
from ..variations.start import game_start
from .checked_game import CheckedGame
from .times import read_time, time_text

SCHEMA = "hexlume-record"
VERSION = 2
"""Raised when a member changes its meaning or goes; members may be added without."""


def record_json(record: GameRecord, variations: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return a game's whole record, ready for ``json.dumps``, with the variations on it where there are any."""
    state = GameState.replay(record)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        **header_json(record),
        "actions": [{"action": action.action, "colour": action.colour} for action in state.actions],
        "legal": state.legal,
        "problem": state.problem or None,
        "position": state.position(),
        "events": [
            {
                "seq": event.seq,
                "kind": event.kind,
                "ticks": event.ticks,
                "at": time_text(event.at),
                "boot": event.boot,
                "played_at": time_text(event.played_at) if event.played_at else None,
                "data": dict(event.data),
            }
            for event in record.events
        ],
        **({"variations": dict(variations)} if variations is not None else {}),
    }


def summary_json(summary: GameSummary) -> dict[str, Any]:
    """Return a game's line in the list of games, ready for ``json.dumps``."""
    return {**header_json(summary), "actions": summary.action_count}


def header_json(header: GameHeader) -> dict[str, Any]:
    """Return what a game's record and its line in the list of games begin with, ready for ``json.dumps``."""
    return {
        "id": header.id,
        "game": header.game,
        "source": header.source,
        "rules": header.rules,
        "board": header.board,
        "options": dict(header.options),
        "clock": header.clock,
        "players": {"white": header.white, "black": header.black},
        "seats_swapped": header.seats_swapped,
        "device": {"id": header.device, "panel": header.panel, "firmware": header.firmware},
        "started_at": time_text(header.started_at),
        "ended_at": time_text(header.ended_at) if header.ended_at else None,
        "status": header.ending.status,
        "result": header.ending.result,
        "reason": header.ending.reason,
    }


Time = Annotated[datetime, read_time]
Name = Annotated[str, Line(200)]


@dataclass
class _Players:
    white: Name
    black: Name


@dataclass
class _Device:
    id: Annotated[str, Line(64)]
    panel: Annotated[str, Line(20)]
    firmware: Annotated[str, Line(40)]


@dataclass(kw_only=True)
class _Event(EventMembers):
    at: Time
    data: dict[str, Any]
    played_at: Time | None = None


@dataclass
class _Record:
    game: Identifier
    players: _Players
    device: _Device
    started_at: Time
    events: Annotated[list[_Event], items(None, 1)]
    actions: Annotated[list[Action], items(None)] | None = None


def read_json(where: str, text: str) -> ImportedGame:
    """Return the game of a JSON record; ``where`` names the file in errors. Raises ``RecordError``."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RecordError(f"{where} is neither a link nor a JSON record: {why}.") from error
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise RecordError(f"{where} is JSON, but no Hexlume record: its schema is not {SCHEMA}.")
    if content.get("version") != VERSION:
        raise RecordError(f"{where} is a Hexlume record of another version; this hexlume reads version {VERSION}.")
    try:
        record = checked(_Record, content)
        events = [_event(seq, event) for seq, event in enumerate(record.events)]
    except FieldError as error:
        raise RecordError(f"{where} cannot be imported: {error}.") from error
    replay = CheckedGame(where, events[0])
    for event in events[1:]:
        replay.take(where, event)
    imported = ImportedGame(
        game=record.game,
        device=record.device.id,
        panel=record.device.panel,
        firmware=record.device.firmware,
        white=record.players.white,
        black=record.players.black,
        started_at=record.started_at,
        events=tuple(replay.events),
        variations=_variations(where, content, replay),
    )
    _check_summary(where, content if record.actions is None else {**content, "actions": record.actions}, replay)
    return imported


def _event(seq: int, event: _Event) -> StoredEvent:
    if event.seq != seq:
        raise FieldError(f"events[{seq}].seq", f"must be {seq}")
    data = read_data(event.kind, event.data, f"events[{seq}].data")
    return StoredEvent(seq, event.kind, event.ticks, data, event.at, event.boot, event.played_at)


def _variations(where: str, record: dict[str, Any], replay: CheckedGame) -> dict[str, Any] | None:
    """Return the variations on the game, every one played under the rules; ``None`` where there are none."""
    if record.get("variations") is None:
        return None
    first = replay.events[0].data
    try:
        start = game_start(first["rules"], first["board"], first["options"])
        return variations_json(read_variations(record["variations"], start))
    except HexlumeError as error:
        raise RecordError(f"{where}: {str(error).rstrip('.')}, so nothing of this game is imported.") from error


def _check_summary(where: str, record: dict[str, Any], replay: CheckedGame) -> None:
    """Refuse a record whose summary, as far as it has one, is not what its events add up to."""
    summary = {
        "actions": replay.state.actions,
        "clock": replay.events[0].data.get("clock"),
        "result": replay.state.ending.result,
    }
    for member, value in summary.items():
        given = record.get(member, value)
        if given != value:
            pairs = zip_longest(given, value) if isinstance(given, list) and isinstance(value, list) else ()
            place = next((f"[{at}]" for at, (one, other) in enumerate(pairs) if one != other), "")
            raise RecordError(f"{where}: {member}{place} is not what the events add up to, so nothing is imported.")

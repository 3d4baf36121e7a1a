"""Reader of games' records in JSON (docs/record.md); nothing in a file is believed before it is checked."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import PlainValidator

from ..errors import HexlumeError, RecordError
from ..game.events import StoredEvent
from ..game.read_event import EventMembers, Identifier, read_data
from ..game.record import Action, ImportedGame, history_of
from ..validation import FieldError, Line, checked, items
from ..variations.json import variations_json
from ..variations.read_json import variations_of
from .checked_game import CheckedGame
from .json import SCHEMA, VERSION
from .times import read_time

Time = Annotated[datetime, PlainValidator(read_time)]
Name = Annotated[str, Line(200)]


@dataclass
class _Players:
    white: Name
    black: Name


@dataclass
class _Board:
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
    events: Annotated[list[_Event], items(None, 1)]
    players: _Players
    board: _Board
    started_at: Time
    actions: Annotated[list[Action], items(None)] | None = None


def read_json(where: str, content: str) -> ImportedGame:
    """Return the game of a JSON record; ``where`` names the file in errors. Raises ``RecordError``."""
    try:
        record = json.loads(content)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise RecordError(f"{where} is no JSON record: {why}.") from error
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        raise RecordError(f"{where} is JSON, but no Hexlume record: its schema is not {SCHEMA}.")
    if record.get("version") != VERSION:
        raise RecordError(f"{where} is a Hexlume record of another version; this hexlume reads version {VERSION}.")
    try:
        return _game(where, record)
    except FieldError as error:
        raise RecordError(f"{where} cannot be imported: {error}.") from error


def _game(where: str, content: dict[str, Any]) -> ImportedGame:
    record = checked(_Record, content)
    events = [_event(seq, event) for seq, event in enumerate(record.events)]
    replay = CheckedGame(where, events[0])
    for event in events[1:]:
        replay.take(where, event)
    imported = ImportedGame(
        game=record.game,
        board=record.board.id,
        panel=record.board.panel,
        firmware=record.board.firmware,
        white=record.players.white,
        black=record.players.black,
        started_at=record.started_at,
        events=tuple(replay.events),
        variations=_variations(where, content, replay),
    )
    _check_summary(where, content, record.actions, imported)
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
    start = replay.events[0].data
    try:
        return variations_json(variations_of(start["rules"], start["on"], start["options"], record["variations"]))
    except HexlumeError as error:
        raise RecordError(f"{where}: {str(error).rstrip('.')}, so nothing of this game is imported.") from error


def _check_summary(where: str, record: dict[str, Any], actions: list[Action] | None, game: ImportedGame) -> None:
    """Refuse a record whose actions or result, if it has them, are not what its events add up to."""
    standing = history_of(game.events).actions
    if actions is not None and actions != standing:
        at = next((at for at, pair in enumerate(zip(actions, standing, strict=False)) if pair[0] != pair[1]), None)
        place = f"actions[{min(len(actions), len(standing)) if at is None else at}]"
        raise RecordError(f"{where}: {place} is not what the events add up to, so nothing is imported.")
    if record.get("clock") != game.events[0].data.get("clock"):
        raise RecordError(f"{where}: the clock is not the one that the start tells, so nothing is imported.")
    if "result" in record and record["result"] != history_of(game.events).ending.result:
        raise RecordError(f"{where}: the result is not the one that the events tell, so nothing is imported.")

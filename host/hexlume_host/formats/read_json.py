"""Reads a game's record back from JSON (docs/record.md); what a file says is checked before it is believed."""

import json
from datetime import datetime
from typing import Any

from ..errors import HostError, RecordError
from ..game.events import COLOURS, BoardEvent, FieldError, identifier, read_event, text
from ..game.record import Action, ImportedGame, StoredEvent, history_of
from ..variations.files import variations_of
from ..variations.json import variations_json
from .json import SCHEMA, VERSION
from .replay import Replay
from .times import read_time

_OF_EVENT = ("seq", "kind", "ticks", "boot", "at", "played_at", "data")
"""An event's own members; all others are in its ``data``."""
_LONGEST_NAME = 200
"""The most characters of a player's name."""


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


def _game(where: str, record: dict[str, Any]) -> ImportedGame:
    game = identifier(record, "game")
    events = _events(record, game)
    replay = Replay(where, events[0])
    for event in events[1:]:
        replay.take(where, event)
    players, board = _object(record, "players"), _object(record, "board")
    white, black = (_text(players, "players", colour, _LONGEST_NAME) for colour in COLOURS)
    imported = ImportedGame(
        game=game,
        board=_text(board, "board", "id", 64),
        panel=_text(board, "board", "panel", 20),
        firmware=_text(board, "board", "firmware", 40),
        white=white,
        black=black,
        started_at=_time(record, "started_at"),
        events=tuple(replay.events),
        variations=_variations(where, record, replay),
    )
    _check_summary(where, record, imported)
    return imported


def _variations(where: str, record: dict[str, Any], replay: Replay) -> dict[str, Any] | None:
    """Return the variations on the game, every one played under the rules; ``None`` where there are none."""
    if record.get("variations") is None:
        return None
    start = replay.events[0].data
    try:
        return variations_json(variations_of(start["rules"], start["on"], start["options"], record["variations"]))
    except HostError as error:
        raise RecordError(f"{where}: {str(error).rstrip('.')}, so nothing of this game is imported.") from error


def _events(record: dict[str, Any], game: str) -> list[StoredEvent]:
    told = record.get("events")
    if not isinstance(told, list) or not told:
        raise FieldError("events", "must be a list of one event or more")
    events = []
    for seq, one in enumerate(told):
        place = f"events[{seq}]"
        if not isinstance(one, dict):
            raise FieldError(place, "must be an object")
        try:
            event, at, played_at = _event(one, game)
        except FieldError as error:
            known = error.member.partition(".")[0] in _OF_EVENT
            raise error.within(place if known else f"{place}.data") from error
        if event.seq != seq:
            raise FieldError(f"{place}.seq", f"must be {seq}")
        events.append(StoredEvent(seq, event.kind, event.ticks, event.data, at, event.boot, played_at))
    return events


def _event(told: dict[str, Any], game: str) -> tuple[BoardEvent, datetime, datetime | None]:
    own = {member: told.get(member) for member in ("seq", "kind", "ticks", "boot")}
    played_at = None if told.get("played_at") is None else _time(told, "played_at")
    event = read_event({**_object(told, "data"), **own, "game": game}, imported=True)
    return event, _time(told, "at"), played_at


def _check_summary(where: str, record: dict[str, Any], game: ImportedGame) -> None:
    """Refuse a record whose actions or result, if it tells them, are not what its events add up to."""
    actions = [_action(one) for one in record["actions"]] if isinstance(record.get("actions"), list) else None
    standing = history_of(game.events).actions
    if actions is not None and actions != standing:
        at = next((at for at, pair in enumerate(zip(actions, standing, strict=False)) if pair[0] != pair[1]), None)
        place = f"actions[{min(len(actions), len(standing)) if at is None else at}]"
        raise RecordError(f"{where}: {place} is not what the events add up to, so nothing is imported.")
    if record.get("clock") != game.events[0].data.get("clock"):
        raise RecordError(f"{where}: the clock is not the one that the start tells, so nothing is imported.")
    if "result" in record and record["result"] != history_of(game.events).ending.result:
        raise RecordError(f"{where}: the result is not the one that the events tell, so nothing is imported.")


def _action(told: object) -> Action | None:
    if not isinstance(told, dict):
        return None
    return Action(str(told.get("action")), str(told.get("colour")))


def _text(told: dict[str, Any], path: str, member: str, longest: int) -> str:
    try:
        return text(told, member, longest)
    except FieldError as error:
        raise error.within(path) from error


def _object(record: dict[str, Any], member: str) -> dict[str, Any]:
    value = record.get(member)
    if not isinstance(value, dict):
        raise FieldError(member, "must be an object")
    return value


def _time(record: dict[str, Any], member: str) -> datetime:
    try:
        return read_time(record.get(member))
    except ValueError as error:
        raise FieldError(member, "must be a time such as 2026-05-01T18:30:00.250Z") from error

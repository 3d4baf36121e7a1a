"""A game's record as JSON (docs/record.md)."""

from datetime import UTC, datetime
from typing import Any

from .live import LiveGame
from .record import GameHeader, GameRecord, GameSummary

SCHEMA = "hexlume-record"
VERSION = 1
"""Raised when a member changes its meaning or goes; members may be added without."""


def record_json(record: GameRecord) -> dict[str, Any]:
    """Return a game's whole record, ready for ``json.dumps``."""
    live = LiveGame.of(record)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        **_header_json(record),
        "actions": [{"action": action.action, "colour": action.colour} for action in live.actions],
        "legal": live.legal,
        "problem": live.problem or None,
        "position": live.position(),
        "events": [
            {
                "seq": event.seq,
                "kind": event.kind,
                "ticks": event.ticks,
                "at": _time(event.at),
                "data": dict(event.data),
            }
            for event in record.events
        ],
    }


def summary_json(summary: GameSummary) -> dict[str, Any]:
    """Return a game's line in the list of games, ready for ``json.dumps``."""
    return {**_header_json(summary), "actions": summary.action_count}


def _header_json(header: GameHeader) -> dict[str, Any]:
    return {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "on": header.on,
        "options": dict(header.options),
        "players": {"white": header.white, "black": header.black},
        "board": {"id": header.board, "panel": header.panel, "firmware": header.firmware},
        "started_at": _time(header.started_at),
        "ended_at": _time(header.ended_at) if header.ended_at else None,
        "status": header.ending.status,
        "result": header.ending.result,
        "reason": header.ending.reason,
    }


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

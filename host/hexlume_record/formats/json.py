"""A game's record as JSON (docs/record.md, docs/schemas/hexlume-record-1.json)."""

from collections.abc import Mapping
from typing import Any

from ..game.record import GameHeader, GameRecord, GameSummary
from ..game.state import GameState
from .times import time_text

SCHEMA = "hexlume-record"
VERSION = 1
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
        "on": header.on,
        "options": dict(header.options),
        "clock": header.clock,
        "players": {"white": header.white, "black": header.black},
        "seats_swapped": header.seats_swapped,
        "board": {"id": header.board, "panel": header.panel, "firmware": header.firmware},
        "started_at": time_text(header.started_at),
        "ended_at": time_text(header.ended_at) if header.ended_at else None,
        "status": header.ending.status,
        "result": header.ending.result,
        "reason": header.ending.reason,
    }

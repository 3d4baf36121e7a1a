"""Games as pages have them: the replay of one, the row of a list of games, and records as files."""

import json
from collections.abc import Callable
from typing import Any

from ..game.record import SEAT_SWAPS, GameRecord, GameSummary
from ..game.replay import Ply, Replay
from ..game.view import panel_message
from ..words.text import clock_words, options_label, reason_words
from .apgame import record_apgame
from .json import header_json, record_json
from .text import record_text
from .times import time_text


def replay_json(replay: Replay, version: str) -> dict[str, Any]:
    """Return a replay as JSON.

    Each of ``plies`` has the pieces that it changed (cell to letter, ``null`` for none). ``version`` changes
    whenever the game does.
    """
    record = replay.record
    start = replay.plies[0].position if replay.plies else None
    shown: dict[str, str] = {}
    plies, swapped = [], False
    for ply in replay.plies:
        pieces = dict(ply.position["pieces"])
        changes = {**dict.fromkeys(sorted(shown.keys() - pieces.keys())), **_changes(shown, pieces)}
        swapped ^= ply.action in SEAT_SWAPS
        plies.append({**_ply_json(ply, changes), "seats_swapped": swapped})
        shown = pieces
    return {
        **header_json(record),
        "options_words": options_label(record.options),
        "clock_words": clock_words(record.clock) if record.clock else "",
        "start_known": record.start_known,
        "result_words": replay.result_words,
        "goes_on": replay.goes_on,
        "problem": replay.problem or None,
        "version": version,
        "panel": panel_message(start["board"], start.get("blocked", ())) if start else None,
        "plies": plies,
    }


def _changes(before: dict[str, str], after: dict[str, str]) -> dict[str, str | None]:
    return {cell: piece for cell, piece in after.items() if before.get(cell) != piece}


def _ply_json(ply: Ply, changes: dict[str, str | None]) -> dict[str, Any]:
    return {
        "action": ply.action,
        "colour": ply.colour,
        "turn": ply.turn,
        "played_at": time_text(ply.played_at) if ply.played_at else None,
        "took_ms": ply.took_ms,
        "left_ms": ply.left_ms,
        "taken_back": list(ply.taken_back),
        "changes": changes,
        **{member: ply.position[member] for member in _SHOWN},
    }


_SHOWN = (
    *("last", "captured", "turned", "arrows", "forced", "won", "lost", "decided"),
    *("to_move", "phase", "due", "result", "result_words", "prison", "hand"),
)
"""The members of a position that a ply has."""


def game_row(game: GameSummary | GameRecord) -> dict[str, Any]:
    """Return what lists of games show of one; names stand under the colours that the players had at the end."""
    return {
        "id": game.id,
        "rules": game.rules,
        "board": game.board,
        "options": dict(game.options),
        "white": game.players.white,
        "black": game.players.black,
        "actions": game.action_count,
        "status": game.ending.status,
        "result": game.ending.result,
        "reason_words": reason_words(game.ending.result, game.ending.reason),
        "started_at": time_text(game.started_at),
        "start_known": game.start_known,
        "device": game.device,
        "source": game.source,
    }


def _json_text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


RECORDS: dict[str, tuple[str, Callable[[GameRecord], str]]] = {
    "json": ("application/json", lambda record: _json_text(record_json(record))),
    "txt": ("text/plain; charset=utf-8", record_text),
    "apgame.json": ("application/json", lambda record: _json_text(record_apgame(record))),
}
"""Records by the endings of their files."""

"""MQTT messages of a board: plain values for JSON, ``None`` for what is unknown or does not apply."""

from datetime import datetime
from typing import Any

from hexlume_host.device.messages import Hello
from hexlume_record.game import events
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import FINISHED, NOBODY, UNFINISHED, GameHeader
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport

MAX_TEXT = 250
"""Home Assistant's states have at most 255 characters."""
_WINNERS = {"W+": "white", "B+": "black", "0": "draw"}
EVENT_TYPES = {
    events.START: "game_started",
    events.ACTION: "action_played",
    events.UNDO: "taken_back",
    events.RESULT: "game_over",
    events.CONCLUDE: "game_over",
    events.ABANDON: "game_abandoned",
}
"""Published events, by kind of the board's."""


def about_message(board: Hello, host: str, port: str) -> dict[str, Any]:
    """Return which board it is and where it is plugged in."""
    return {"device": board.device, "panel": board.panel, "firmware": board.firmware, "host": host, "port": port}


def game_message(live: GameState | None, report: TableReport, header: GameHeader | None) -> dict[str, Any]:
    """Return how a board's game stands, by its report too; ``header`` is from the store."""
    if live is None:
        return {"game": None, "running": False, "status": "none"}
    last = live.actions[-1] if live.actions else None
    ending = live.ending
    running = ending.status == UNFINISHED
    return {
        "game": live.id,
        "number": header.id if header else None,
        "rules": live.rules,
        "board": live.board,
        "title": f"{live.rules} on {live.board}",
        "options": live.options,
        "time_control": header.clock if header else None,
        "running": running,
        "status": "running" if running else "over" if ending.status == FINISHED else "abandoned",
        **_players(live, header),
        "to_move": live.to_move if running and live.legal else None,
        "due": _short(report.due(live)) if running and live.legal else None,
        "actions": len(live.actions),
        "last_action": last.action if last else None,
        "last_colour": last.colour if last else None,
        "result": ending.result,
        "winner": _WINNERS.get(ending.result or ""),
        "result_words": _short(live.result_words),
        "problem": _short(live.problem),
    }


def event_message(event: BoardEvent, live: GameState, header: GameHeader | None, at: datetime) -> dict[str, Any]:
    """Return the message for the last event of a game, at the time when it is published."""
    result = event.data.get("result")
    return {
        "event_type": EVENT_TYPES[event.kind],
        "game": live.id,
        "rules": live.rules,
        "board": live.board,
        **_players(live, header),
        "actions": len(live.actions),
        "action": event.data.get("action"),
        "colour": event.data.get("colour"),
        "result": result,
        "winner": _WINNERS.get(result or ""),
        "result_words": _short(live.result_words) if result else None,
        "at": at.isoformat(timespec="seconds"),
    }


def _players(live: GameState, header: GameHeader | None) -> dict[str, str | None]:
    """Return who has which colour now; ``None`` when that is not known."""
    now = (header.starters if header else NOBODY).after(live.seats_swapped)
    return {"white": _short(now.white), "black": _short(now.black)}


def _short(text: str | None) -> str | None:
    """Return a text cut to its max length, ``None`` for an empty one: Home Assistant ignores an empty state."""
    if not text:
        return None
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"

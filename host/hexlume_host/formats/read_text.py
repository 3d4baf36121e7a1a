"""Reads games back from a text record (docs/record.md) and plays them under the rules."""

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from ..errors import RecordError
from ..game.events import (
    ABANDON,
    ACTION,
    CONCLUDE,
    CONCLUSIONS,
    RESULT,
    RESULTS,
    START,
    FieldError,
    identifier,
    text,
    time_control,
)
from ..game.record import ABANDONED, ImportedGame, StoredEvent
from .replay import Replay
from .text import VERSION
from .text_syntax import TextGame
from .times import read_time

_LONGEST = {"White": 200, "Black": 200, "Reason": 200, "PlayedOn": 64, "Panel": 20, "Firmware": 40, "Board": 20}
"""The most characters of a header that is kept as it is."""


def read_text_game(where: str, game: TextGame) -> ImportedGame:
    """Return a game of a text record; ``where`` names the file in errors. Raises ``RecordError``."""
    place = f"{where}, line {game.line}"
    headers = game.headers
    if headers.get("Hexlume", VERSION) != VERSION:
        raise RecordError(f"{place}: the game is of another version; this hexlume reads version {VERSION}.")
    try:
        kept = {name: text({name: "", **headers}, name, longest) for name, longest in _LONGEST.items()}
        named = identifier(headers, "Id") if "Id" in headers else ""
    except FieldError as error:
        raise RecordError(f"{place}: the header {error}.") from error
    started = _time(place, headers, "Started", datetime.now(UTC))
    ended = _time(place, headers, "Ended", started)
    clock = _clock(place, headers)
    start: dict[str, Any] = {
        "rules": headers.get("Game", ""),
        "on": kept["Board"],
        "options": _options(place, headers),
    }
    if clock is not None:
        start["clock"] = clock
    replay = Replay(place, StoredEvent(0, START, 0, start, started))
    for turn in game.turns:
        for line, action in turn.actions:
            _take(
                replay, f"{where}, line {line}", ACTION, started, {"action": action, "colour": turn.colour}, turn.number
            )
    _end(place, replay, game, kept["Reason"], ended)
    content = replay.identity(game.end, kept["White"], kept["Black"], headers.get("Started", ""))
    if clock is not None:
        content.append(clock)
    if replay.events[-1].kind == CONCLUDE:
        content.append(kept["Reason"])
    return ImportedGame(
        game=named or sha256("\n".join(content).encode()).hexdigest()[:32],
        board=kept["PlayedOn"],
        panel=kept["Panel"],
        firmware=kept["Firmware"],
        white=kept["White"],
        black=kept["Black"],
        started_at=started,
        events=tuple(replay.events),
    )


def _end(where: str, replay: Replay, game: TextGame, reason: str, at: datetime) -> None:
    """Take the result or the abandonment that the game's last word tells."""
    told = game.headers.get("Result", game.end)
    if told != game.end:
        raise RecordError(f"{where}: the header Result says {told[:20]}, but the game ends with {game.end}.")
    if game.end == ABANDONED:
        _take(replay, where, ABANDON, at, {})
    elif game.end in RESULTS and reason in CONCLUSIONS:
        _take(replay, where, CONCLUDE, at, {"result": game.end, "reason": reason})
    elif game.end in RESULTS:
        outcome = replay.game.outcome
        _take(replay, where, RESULT, at, {"result": game.end, "reason": reason or (outcome.reason if outcome else "")})


def _take(replay: Replay, where: str, kind: str, at: datetime, data: dict[str, Any], turn: int | None = None) -> None:
    replay.take(where, StoredEvent(len(replay.events), kind, 0, data, at), turn)


def _options(where: str, headers: dict[str, str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for written in headers.get("Options", "").split():
        name, equals, value = written.partition("=")
        if not equals or name in options:
            raise RecordError(f'{where}: the header Options is written like [Options "pie=on komi=0"], each one once.')
        options[name] = value
    return options


def _clock(where: str, headers: dict[str, str]) -> str | None:
    try:
        return time_control(headers, "Clock")
    except FieldError as error:
        raise RecordError(f"{where}: the header {error}.") from error


def _time(where: str, headers: dict[str, str], name: str, missing: datetime) -> datetime:
    if name not in headers:
        return missing
    try:
        return read_time(headers[name])
    except ValueError as error:
        raise RecordError(f"{where}: {name} is no time such as 2026-05-01T18:30:00Z.") from error

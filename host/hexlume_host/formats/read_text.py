"""Reads games back from a text record (docs/record.md) and plays them under the rules."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any

from pydantic import ConfigDict, with_config
from pydantic.alias_generators import to_pascal

from ..errors import RecordError
from ..game.events import ABANDON, ACTION, CONCLUDE, CONCLUSIONS, RESULT, RESULTS, START
from ..game.read_event import Identifier, KnownClock
from ..game.record import ABANDONED, ImportedGame, StoredEvent
from ..validation import FieldError, Line, checked
from .checked_game import CheckedGame
from .read_json import Time
from .text import VERSION
from .text_syntax import TextGame


@with_config(ConfigDict(alias_generator=to_pascal))
@dataclass
class _Headers:
    """The headers of a game that are kept."""

    white: Annotated[str, Line(200)] = ""
    black: Annotated[str, Line(200)] = ""
    reason: Annotated[str, Line(200)] = ""
    played_on: Annotated[str, Line(64)] = ""
    panel: Annotated[str, Line(20)] = ""
    firmware: Annotated[str, Line(40)] = ""
    board: Annotated[str, Line(20)] = ""
    id: Identifier = ""
    started: Time | None = None
    ended: Time | None = None
    clock: KnownClock | None = None


def read_text_game(where: str, game: TextGame) -> ImportedGame:
    """Return a game of a text record; ``where`` names the file in errors. Raises ``RecordError``."""
    place = f"{where}, line {game.line}"
    headers = game.headers
    if headers.get("Hexlume", VERSION) != VERSION:
        raise RecordError(f"{place}: the game is of another version; this hexlume reads version {VERSION}.")
    try:
        kept = checked(_Headers, headers)
    except FieldError as error:
        raise RecordError(f"{place}: the header {error}.") from error
    started = kept.started or datetime.now(UTC)
    start: dict[str, Any] = {
        "rules": headers.get("Game", ""),
        "on": kept.board,
        "options": _options(place, headers),
    }
    if kept.clock is not None:
        start["clock"] = kept.clock
    replay = CheckedGame(place, StoredEvent(0, START, 0, start, started))
    for turn in game.turns:
        for line, action in turn.actions:
            _take(
                replay,
                f"{where}, line {line}",
                ACTION,
                started,
                {"action": action, "colour": turn.colour},
                turn.number,
            )
    _end(place, replay, game, kept.reason, kept.ended or started)
    content = replay.identity(game.end, kept.white, kept.black, headers.get("Started", ""))
    if kept.clock is not None:
        content.append(kept.clock)
    if replay.events[-1].kind == CONCLUDE:
        content.append(kept.reason)
    return ImportedGame(
        game=kept.id or sha256("\n".join(content).encode()).hexdigest()[:32],
        board=kept.played_on,
        panel=kept.panel,
        firmware=kept.firmware,
        white=kept.white,
        black=kept.black,
        started_at=started,
        events=tuple(replay.events),
    )


def _end(where: str, replay: CheckedGame, game: TextGame, reason: str, at: datetime) -> None:
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


def _take(
    replay: CheckedGame, where: str, kind: str, at: datetime, data: dict[str, Any], turn: int | None = None
) -> None:
    replay.take(where, StoredEvent(len(replay.events), kind, 0, data, at), turn)


def _options(where: str, headers: dict[str, str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for written in headers.get("Options", "").split():
        name, equals, value = written.partition("=")
        if not equals or name in options:
            raise RecordError(f'{where}: the header Options is written like [Options "pie=on komi=0"], each one once.')
        options[name] = value
    return options

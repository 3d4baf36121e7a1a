"""Reader of games in text records (docs/record.md), played under the rules."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any

from pydantic import ConfigDict, with_config
from pydantic.alias_generators import to_pascal

from hexlume.games.game import OptionError

from ..errors import RecordError
from ..game.events import ABANDON, ACTION, CONCLUDE, CONCLUSIONS, RESULT, RESULTS, START, StoredEvent
from ..game.options import read_options
from ..game.read_event import Identifier, KnownClock
from ..game.record import ABANDONED, ImportedGame
from ..validation import FieldError, Line, checked
from .checked_game import CheckedGame
from .read_json import Time
from .text import VERSION
from .text_syntax import TextGame


@with_config(ConfigDict(alias_generator=to_pascal))
@dataclass
class _Headers:
    """The headers of a game that are fields."""

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
        fields = checked(_Headers, headers)
        options = read_options(headers.get("Options", "").split())
    except FieldError as error:
        raise RecordError(f"{place}: the header {error}.") from error
    except OptionError as error:
        raise RecordError(f"{place}: the header Options cannot be read: {error}.") from error
    started = fields.started or datetime.now(UTC)
    start: dict[str, Any] = {
        "rules": headers.get("Game", ""),
        "on": fields.board,
        "options": options,
    }
    if fields.clock is not None:
        start["clock"] = fields.clock
    replay = CheckedGame(place, StoredEvent(0, START, 0, start, started))
    for turn in game.turns:
        for line, action in turn.actions:
            data = {"action": action, "colour": turn.colour}
            replay.add(f"{where}, line {line}", ACTION, data, started, turn.number)
    _end(place, replay, game, fields.reason, fields.ended or started)
    content = replay.identity(game.end, fields.white, fields.black, headers.get("Started", ""))
    if fields.clock is not None:
        content.append(fields.clock)
    if replay.events[-1].kind == CONCLUDE:
        content.append(fields.reason)
    return ImportedGame(
        game=fields.id or sha256("\n".join(content).encode()).hexdigest()[:32],
        board=fields.played_on,
        panel=fields.panel,
        firmware=fields.firmware,
        white=fields.white,
        black=fields.black,
        started_at=started,
        events=tuple(replay.events),
    )


def _end(where: str, replay: CheckedGame, game: TextGame, reason: str, at: datetime) -> None:
    """Take the result or the abandonment of the game's last word."""
    result = game.headers.get("Result", game.end)
    if result != game.end:
        raise RecordError(f"{where}: the header Result says {result[:20]}, but the game ends with {game.end}.")
    if game.end == ABANDONED:
        replay.add(where, ABANDON, {}, at)
    elif game.end in RESULTS and reason in CONCLUSIONS:
        replay.add(where, CONCLUDE, {"result": game.end, "reason": reason}, at)
    elif game.end in RESULTS:
        outcome = replay.game.outcome
        replay.add(where, RESULT, {"result": game.end, "reason": reason or (outcome.reason if outcome else "")}, at)

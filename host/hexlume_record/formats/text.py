"""A game's record as text that people read and write (docs/record.md); what is read is played under the rules."""

import json
import textwrap
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from hexlume.games.game import OptionError

from ..errors import RecordError
from ..game.events import ABANDON, ACTION, CONCLUDE, CONCLUSIONS, RESULT, RESULTS, START
from ..game.options import read_options
from ..game.record import ABANDONED, FINISHED, GameRecord, ImportedGame
from ..game.state import GameState
from ..words.text import option_texts
from .checked_game import identity
from .json import VERSION as JSON_VERSION
from .json import read_record
from .text_syntax import TextGame
from .times import time_text

VERSION = "2"
"""The version of the text record, the value of its first header."""
_OLD_HEADERS = {"Game": "Rules", "Id": "Game", "PlayedOn": "Device"}
"""Headers of version 1 by their present names."""

_WIDTH = 100


def record_text(record: GameRecord) -> str:
    """Return a game as a text record: headers, the actions that stand turn by turn, and how it ended."""
    state = GameState.replay(record)
    ending = record.ending
    headers = {
        "Hexlume": VERSION,
        "Rules": record.rules,
        "Board": record.board,
        "Options": " ".join(option_texts(record.options)),
        "Clock": record.clock or "",
        "White": record.white,
        "Black": record.black,
        "Started": time_text(record.started_at),
        "Ended": time_text(record.ended_at) if record.ended_at else "",
        "Game": record.game,
        "Device": record.device,
        "Panel": record.panel,
        "Firmware": record.firmware,
        "Result": ending.result or "",
        "Reason": ending.reason or "",
    }
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items() if value]
    lines.append("")
    for number, (colour, actions) in enumerate(state.turns(), 1):
        begin = f"{number}. {colour} "
        lines += textwrap.wrap(
            begin + " ".join(actions),
            _WIDTH,
            subsequent_indent=" " * len(begin),
            break_long_words=False,
            break_on_hyphens=False,
        )
    if state.problem:
        lines.append(f"; {state.problem}")
    lines.append(ending.result if ending.status == FINISHED and ending.result else ending.status)
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """Return a header's value on one line, its quotation marks and backslashes escaped."""
    line = "".join(character if character.isprintable() else " " for character in value)
    return line.replace("\\", "\\\\").replace('"', '\\"')


def read_text_game(where: str, game: TextGame) -> ImportedGame:
    """Return a game of a text record; ``where`` names the file in errors. Raises ``RecordError``.

    What it says is read as the members of a JSON record, by the same checks.
    """
    place = f"{where}, line {game.line}"
    headers = defaultdict(str, game.headers)
    if "Rules" not in headers:
        headers = defaultdict(str, {_OLD_HEADERS.get(name, name): value for name, value in headers.items()})
    if headers["Hexlume"] not in ("", "1", VERSION):
        raise RecordError(f"{place}: the game is of another version; this hexlume reads version {VERSION}.")
    try:
        options = read_options(headers["Options"].split())
    except OptionError as error:
        raise RecordError(f"{place}: the header Options cannot be read: {error}.") from error
    start: dict[str, Any] = {"rules": headers["Rules"], "board": headers["Board"], "options": options}
    if headers["Clock"]:
        start["clock"] = headers["Clock"]
    started = headers["Started"] or time_text(datetime.now(UTC))
    events: list[tuple[str, dict[str, Any]]] = [(START, start)]
    events += [(ACTION, {"action": action, "colour": colour}) for colour, action in game.actions]
    events += _end(place, game.end, headers["Result"], headers["Reason"])
    content = [game.end, *(headers[name] for name in ("White", "Black", "Started", "Reason")), json.dumps(events)]
    record: dict[str, Any] = {
        "version": JSON_VERSION,
        "game": headers["Game"] or identity(content),
        "players": {"white": headers["White"], "black": headers["Black"]},
        "device": {"id": headers["Device"], "panel": headers["Panel"], "firmware": headers["Firmware"]},
        "started_at": started,
        "events": [
            {"seq": seq, "kind": kind, "ticks": 0, "data": data, "at": started}
            for seq, (kind, data) in enumerate(events)
        ],
    }
    if len(events) > len(game.actions) + 1:
        record["events"][-1]["at"] = headers["Ended"] or started
    return read_record(place, record)


def _end(where: str, end: str, result: str, reason: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the kind and the data of the event by which a game ends; nothing where it does not."""
    if result and result != end:
        raise RecordError(f"{where}: the header Result says {result[:20]}, but the game ends with {end}.")
    if end == ABANDONED:
        return [(ABANDON, {})]
    if end in RESULTS:
        return [(CONCLUDE if reason in CONCLUSIONS else RESULT, {"result": end, "reason": reason})]
    return []

"""Reads the games of a file, whichever of the two formats it has; files are hostile until checked."""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import RecordError
from ..game.record import ImportedGame
from ..validation import unprintable
from .read_json import read_json
from .read_text import read_text_game
from .text_syntax import text_games

LARGEST = 5_000_000
"""The most bytes that a file of records may have."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_JSON = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*[\[{\]"0-9-])')
"""How JSON begins, and no text record: one may begin with a header or with a comment in braces."""


@dataclass(slots=True)
class ReadFile:
    """What a file holds: its legal games, and one sentence about each that is not; ``name`` is for people."""

    name: str
    games: list[ImportedGame] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_file(path: str) -> ReadFile:
    """Return the games of a text or JSON record; ``-`` is standard input."""
    name = "standard input" if path == "-" else path if path.isprintable() else ascii(path)
    read = ReadFile(name)
    try:
        content = _content(name, path)
        if _JSON.match(content):
            read.games.append(read_json(name, content))
            return read
        written = text_games(name, content)
    except RecordError as error:
        read.problems.append(str(error))
        return read
    for game in written:
        try:
            read.games.append(read_text_game(name, game))
        except RecordError as error:
            read.problems.append(str(error))
    return read


def _content(name: str, path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise RecordError(f"{name} cannot be read: {why or error}.") from error
    if len(data) > LARGEST:
        raise RecordError(f"{name} is larger than {LARGEST // 1_000_000} MB: that is no record of games.")
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} is no record of games: it is not UTF-8 text.") from error
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    control = _CONTROL.search(content)
    if control is not None:
        line = content.count("\n", 0, control.start()) + 1
        raise RecordError(f"{name}, line {line}: a record of games must not hold {unprintable(control[0])}.")
    return content

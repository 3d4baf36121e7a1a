"""Reader of files of games, whichever of the two formats they have; files are hostile until checked."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ..errors import RecordError
from ..game.record import ImportedGame
from .read_json import read_json
from .read_text import read_text_game
from .text_file import checked_text, read_text_file
from .text_syntax import begins_with_header, text_games

_JSON = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*[\[{\]"0-9-])')
"""How JSON begins. So may the first comment of a text record, which a header follows."""


@dataclass(slots=True)
class ReadFile:
    """What a file holds: its legal games, and one sentence about each that is not; ``name`` is for people."""

    name: str = ""
    games: list[ImportedGame] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_file(path: str) -> ReadFile:
    """Return the games of a text or JSON record; ``-`` is standard input."""
    read = ReadFile()
    try:
        read.name, content = read_text_file(path)
        written = _written(read.name, content)
    except RecordError as error:
        read.problems.append(str(error))
        return read
    for game in written:
        try:
            read.games.append(game())
        except RecordError as error:
            read.problems.append(str(error))
    return read


def read_game(name: str, content: str) -> ImportedGame:
    """Return the one game of a text or JSON record's content, which errors call ``name``. Raises ``RecordError``."""
    written = _written(name, checked_text(name, content))
    if len(written) > 1:
        raise RecordError(f"{name} holds {len(written)} games: leave one of them in it.")
    return written[0]()


def _written(name: str, content: str) -> list[Callable[[], ImportedGame]]:
    """Return what reads each game of a record's content, in order: no game is played yet. Raises ``RecordError``."""
    if _JSON.match(content) and not begins_with_header(content):
        return [partial(read_json, name, content)]
    return [partial(read_text_game, name, game) for game in text_games(name, content)]

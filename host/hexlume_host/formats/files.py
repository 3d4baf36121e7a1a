"""Reader of files of games, whichever of the two formats they have; files are hostile until checked."""

import re
from dataclasses import dataclass, field

from ..errors import RecordError
from ..game.record import ImportedGame
from .read_json import read_json
from .read_text import read_text_game
from .text_file import read_text_file
from .text_syntax import text_games

_JSON = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*[\[{\]"0-9-])')
"""How JSON begins, and no text record: one may begin with a header or with a comment in braces."""


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
        if _JSON.match(content):
            read.games.append(read_json(read.name, content))
            return read
        written = text_games(read.name, content)
    except RecordError as error:
        read.problems.append(str(error))
        return read
    for game in written:
        try:
            read.games.append(read_text_game(read.name, game))
        except RecordError as error:
            read.problems.append(str(error))
    return read

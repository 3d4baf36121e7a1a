"""Reader of files of games: their legal games, and a sentence about each other one."""

from dataclasses import dataclass, field

from hexlume_record.errors import RecordError
from hexlume_record.formats.link import is_link
from hexlume_record.formats.reader import written_games
from hexlume_record.game.record import ImportedGame

from .text_file import read_text_file


@dataclass(slots=True)
class ReadFile:
    """What a file holds: its legal games, and one sentence about each that is not; ``name`` is for people."""

    name: str = ""
    games: list[ImportedGame] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_file(path: str) -> ReadFile:
    """Return the games of a link or of a file with one, or with a text or JSON record; ``-`` is standard input."""
    read = ReadFile()
    try:
        read.name, content = ("The link", path) if is_link(path) else read_text_file(path)
        written = written_games(read.name, content)
    except RecordError as error:
        read.problems.append(str(error))
        return read
    for game in written:
        try:
            read.games.append(game())
        except RecordError as error:
            read.problems.append(str(error))
    return read

"""Reader of a game from a link or a file; what comes from a file is hostile until checked."""

from hexlume_record.formats.link import is_link
from hexlume_record.formats.reader import read_game
from hexlume_record.game.record import ImportedGame

from .text_file import read_text_file


def read_file(path: str) -> tuple[str, ImportedGame]:
    """Return the game of a link or of a file (``-``: standard input), with the file's name for people.

    Raises ``RecordError``.
    """
    name, content = ("The link", path) if is_link(path) else read_text_file(path)
    return name, read_game(name, content)

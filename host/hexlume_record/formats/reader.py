"""Reader of games, as links or as JSON records; what comes from a file is hostile until checked."""

from ..game.record import ImportedGame
from .json import read_json
from .link import is_link, read_linked_game


def read_game(name: str, content: str) -> ImportedGame:
    """Return the game of a link or a record, which errors call ``name``. Raises ``RecordError``."""
    return read_linked_game(name, content) if is_link(content) else read_json(name, content)

"""Reader of games, whichever of the three formats they have; what comes from a file is hostile until checked."""

import re
from collections.abc import Callable
from functools import partial

from ..errors import RecordError
from ..game.record import ImportedGame
from .json import read_json
from .link import is_link, read_linked_game
from .plain_text import checked_text
from .text import read_text_game
from .text_syntax import HEADER, text_games

_HEADER = re.compile(HEADER, re.VERBOSE)
"""What a text record has, and JSON cannot have: a text record may begin with a comment that looks like JSON."""


def read_game(name: str, content: str) -> ImportedGame:
    """Return the one game of a link or a record, which errors call ``name``. Raises ``RecordError``."""
    written = written_games(name, checked_text(name, content))
    if len(written) > 1:
        raise RecordError(f"{name} holds {len(written)} games: leave one of them in it.")
    return written[0]()


def written_games(name: str, content: str) -> list[Callable[[], ImportedGame]]:
    """Return what reads each game of a record's content, in order: no game is played yet. Raises ``RecordError``."""
    if is_link(content):
        return [partial(read_linked_game, name, content)]
    if content.lstrip().startswith("{") and not _HEADER.search(content):
        return [partial(read_json, name, content)]
    return [partial(read_text_game, name, game) for game in text_games(name, content)]

"""Reader of games, whichever of the two formats they have; what comes from a file is hostile until checked."""

import re
from collections.abc import Callable
from functools import partial

from ..errors import RecordError
from ..game.record import ImportedGame
from .plain_text import checked_text
from .read_json import read_json
from .read_text import read_text_game
from .text_syntax import begins_with_header, text_games

_JSON = re.compile(r'\s*(\{\s*(["}]|$)|\[\s*[\[{\]"0-9-])')
"""How JSON begins. So may the first comment of a text record, which a header follows."""


def read_game(name: str, content: str) -> ImportedGame:
    """Return the one game of a text or JSON record's content, which errors call ``name``. Raises ``RecordError``."""
    written = written_games(name, checked_text(name, content))
    if len(written) > 1:
        raise RecordError(f"{name} holds {len(written)} games: leave one of them in it.")
    return written[0]()


def written_games(name: str, content: str) -> list[Callable[[], ImportedGame]]:
    """Return what reads each game of a record's content, in order: no game is played yet. Raises ``RecordError``."""
    if _JSON.match(content) and not begins_with_header(content):
        return [partial(read_json, name, content)]
    return [partial(read_text_game, name, game) for game in text_games(name, content)]

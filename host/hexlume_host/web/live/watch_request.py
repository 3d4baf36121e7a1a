"""Requests to watch: which boards and games a page wants to hear of."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from hexlume_record.game.events import LONGEST_ID
from hexlume_record.validation import FieldError, Line, NothingElse, checked_json, items

from .board import FOR_HANDS, FOR_WATCHERS, FULL
from .hub import GAME, LIST, NETWORK_GAME, Topic

MAX_WATCHED = 60
"""Boards that one page may watch at once."""
MAX_CHARACTERS = MAX_WATCHED * (LONGEST_ID + 4) + 100

Ids = Annotated[list[Annotated[str, Line(LONGEST_ID, 1)]], items(MAX_WATCHED)]


@dataclass
class WatchRequest(NothingElse):
    """What a page wants to watch: boards in full, boards as cards, network games, stored games, the list of boards."""

    full: Ids = field(default_factory=list)
    cards: Ids = field(default_factory=list)
    games: Ids = field(default_factory=list)
    replays: Ids = field(default_factory=list)
    list: bool = False

    def topics(self, hands: str = "") -> Sequence[Topic]:
        """Return the topics to follow, in the order in which they are sent; the page plays on the board ``hands``."""
        boards = [(part, device) for device in self.full for part in (FOR_HANDS if device == hands else FOR_WATCHERS)]
        others = ((FULL, self.cards), (NETWORK_GAME, self.games), (GAME, self.replays))
        return [*boards, *((kind, name) for kind, names in others for name in names), *([LIST] if self.list else [])]


def read_watch_request(text: str | None) -> WatchRequest | None:
    """Return what a page wants to watch, ``None`` for anything else."""
    if text is None or len(text) > MAX_CHARACTERS:
        return None
    try:
        request = checked_json(WatchRequest, text)
    except FieldError:
        return None
    watched = request.full + request.cards + request.games + request.replays
    return request if len(watched) <= MAX_WATCHED else None

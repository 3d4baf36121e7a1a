"""Variations of a played game: what was played and taken back, as a tree."""

from collections.abc import Iterable

from ..game.events import ACTION, BoardEvent, StoredEvent
from ..game.record import GameHistory
from .start import game_start
from .tree import Node, TreeError, Variations


class GameVariations:
    """The tree of all that was tried in one game, what stands at its end as the main line; ``at`` is the node there.

    Every action taken back stays in the tree: who takes back and plays another makes a variation. ``problem`` is one
    sentence from the first event on that does not fit the rules or the tree; the tree then stays as it is.
    """

    def __init__(self, events: Iterable[BoardEvent | StoredEvent]) -> None:
        """Follow a game's events, ``start`` first; raises ``PositionError`` for a start that cannot be played."""
        in_order = iter(events)
        start = next(in_order).data
        self.tree = Variations(game_start(start["rules"], start["board"], start["options"]))
        self.at: Node = self.tree.root
        self.problem = ""
        history = GameHistory()
        for event in in_order:
            stood = history.count
            history.take(event)
            if not self.problem:
                self._take(event, taken_back=history.count < stood)
        self.tree.promote_line(self.at)

    def _take(self, event: BoardEvent | StoredEvent, taken_back: bool) -> None:
        if event.kind == ACTION:
            try:
                self.at = self.tree.play(self.at, event.data["action"])
            except TreeError as error:
                self.problem = str(error)
        elif taken_back and self.at.parent is not None:
            self.at = self.at.parent

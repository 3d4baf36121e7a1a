"""Variations by real discs: what the hands play and take back on a board, followed into a tree."""

from collections.abc import Iterable, Mapping
from typing import Any

from hexlume.games.grid import grid_of

from ..game.events import ACTION, BoardEvent
from ..game.record import GameHistory, GameRecord, StoredEvent
from ..setup.refusal import PositionError
from .start import beginning_of
from .tree import Node, TreeError, Variations


class BoardMode:
    """The tree of all that was tried in one game on a board; ``at`` is the node at which the game stands.

    Every action taken back stays in the tree: who takes back and plays another makes a variation. ``problem`` is one
    sentence from the first event on that does not fit the rules or the tree; the tree then stays as it is.
    """

    def __init__(self, start: Mapping[str, Any]) -> None:
        """Begin with the data of a game's ``start`` event; raises ``PositionError`` for one that cannot be played."""
        try:
            self.tree = Variations(beginning_of(str(start["rules"]), grid_of(str(start["on"])).size, start["options"]))
        except ValueError as error:
            raise PositionError(f"The game cannot be followed: {error}.") from error
        self.at: Node = self.tree.root
        self.problem = ""
        self._history = GameHistory()

    def take(self, event: BoardEvent | StoredEvent) -> None:
        """Take the game's next event."""
        stood = len(self._history.actions)
        self._history.take(event)
        if self.problem:
            return
        if event.kind == ACTION:
            try:
                self.at = self.tree.play(self.at, event.data["action"])
            except TreeError as error:
                self.problem = str(error)
        elif len(self._history.actions) < stood and self.at.parent is not None:
            self.at = self.at.parent

    def with_main_line(self) -> Variations:
        """Return the tree with what stands as its main line."""
        self.tree.promote_line(self.at)
        return self.tree


def followed(events: Iterable[BoardEvent | StoredEvent]) -> BoardMode:
    """Return a game's tree after its events, the ``start`` first."""
    in_order = iter(events)
    mode = BoardMode(next(in_order).data)
    for event in in_order:
        mode.take(event)
    return mode


def tried_in(record: GameRecord) -> BoardMode:
    """Return the tree of all that was tried in a stored game, what stands at its end as the main line."""
    mode = followed(record.events)
    mode.with_main_line()
    return mode

"""A stored game as far as it can be reviewed: its standing actions under the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.games.grid import grid_of
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.replay import Replay

from ..search.level import Limit
from .eval_graph import Point, eval_graph
from .evaluation import Evaluation, line_keys
from .repository import stored_evaluations


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game to analyse: ``actions`` are pairs (action, colour), without what was taken back.

    ``result`` is the one by the rules; ``None`` if the game was not played to its end, though it may be concluded.
    """

    id: int
    rules: str
    on: str
    options: Mapping[str, Any]
    actions: tuple[tuple[str, str], ...]
    result: str | None

    @classmethod
    def of(cls, replay: Replay) -> "ReviewedGame":
        """Return what a replay shows; raises ``RecordError`` for a game without actions, or of unknown rules."""
        record = replay.record
        if not replay.plies:
            raise RecordError(replay.problem)
        if len(replay.plies) == 1:
            raise RecordError(f"Nobody has acted in game {record.id}: there is nothing to analyse.")
        actions = tuple((ply.action, ply.colour) for ply in replay.plies[1:])
        game = replay.game()
        result = None if game.concluded else game.result
        return cls(record.id, record.rules, record.on, record.options, actions, result)

    @property
    def size(self) -> int:
        """The size of the game's board."""
        return int(grid_of(self.on).size)

    @property
    def names(self) -> list[str]:
        """The actions as strings."""
        return [action for action, _colour in self.actions]

    def evaluations(self, store: Store) -> dict[int, Evaluation]:
        """Return the stored evaluations of the game's positions, by ply."""
        return stored_evaluations(store, self.id, line_keys(self.names))

    def plan(self, known: Mapping[int, Evaluation], limit: Limit) -> list[int]:
        """Return the plies to think about, in order: those not known well enough, from the last one back.

        There is nothing to think about where the rules have ended the game.
        """
        last = len(self.actions) - (self.result is not None)
        return [ply for ply in range(last, -1, -1) if ply not in known or not known[ply].suffices(limit)]

    def eval_graph(self, known: Mapping[int, Evaluation]) -> list[Point]:
        """Return the game's points, the start first."""
        return eval_graph(self.actions, self.result, known)

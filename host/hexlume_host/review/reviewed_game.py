"""A stored game as far as it can be analysed: its standing actions under the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume import games
from hexlume.games.grid import grid_of

from ..engine.level import Limit
from ..errors import RecordError
from ..game.replay import Replay
from ..store.repository import Store
from .eval_graph import Point, course
from .evaluation import Finding, line_keys
from .repository import kept_findings
from .reviewer import plan


@dataclass(frozen=True, slots=True)
class Subject:
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
    def of(cls, replay: Replay) -> "Subject":
        """Return what a replay shows; raises ``RecordError`` for a game without actions, or of unknown rules."""
        record = replay.record
        if not replay.plies:
            raise RecordError(replay.problem)
        if len(replay.plies) == 1:
            raise RecordError(f"Nobody has acted in game {record.id}: there is nothing to analyse.")
        actions = tuple((ply.action, ply.colour) for ply in replay.plies[1:])
        game = games.start(record.rules, grid_of(record.on).size, record.options)
        for action, _ in actions:
            game.push_text(action)
        return cls(record.id, record.rules, record.on, record.options, actions, game.result)

    @property
    def size(self) -> int:
        """The size of the game's board."""
        return int(grid_of(self.on).size)

    @property
    def names(self) -> list[str]:
        """The actions as strings."""
        return [action for action, _ in self.actions]

    def findings(self, store: Store) -> dict[int, Finding]:
        """Return what the store knows of the game's positions, by ply."""
        return kept_findings(store, self.id, line_keys(self.names))

    def plan(self, known: Mapping[int, Finding], limit: Limit) -> list[int]:
        """Return the plies that are still to be thought about, in order."""
        return plan(self.names, self.result is not None, known, limit)

    def course(self, known: Mapping[int, Finding]) -> list[Point]:
        """Return what findings come to."""
        return course(self.actions, self.result, known)

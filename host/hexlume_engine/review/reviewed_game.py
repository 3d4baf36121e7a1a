"""A stored game as far as it can be reviewed: its standing actions under the rules, and their evaluations."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, select

from hexlume.games.grid import grid_of
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.replay import Replay

from ..search.level import Limit
from ..tables import EVALUATIONS
from .eval_graph import Point, eval_graph
from .evaluation import Choice, Evaluation, line_keys


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A game to analyse: ``actions`` are pairs (action, colour), without what was taken back.

    ``result`` is the one by the rules; ``None`` if the game was not played to its end, though it may be concluded.
    """

    id: int
    rules: str
    board: str
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
        return cls(record.id, record.rules, record.board, record.options, actions, result)

    @property
    def size(self) -> int:
        """The size of the game's board."""
        return int(grid_of(self.board).size)

    @property
    def names(self) -> list[str]:
        """The actions as strings."""
        return [action for action, _colour in self.actions]

    def evaluations(self, store: Store) -> dict[int, Evaluation]:
        """Return the stored evaluations of the game's positions, by ply."""
        keys = line_keys(self.names)
        query = select(EVALUATIONS).where(EVALUATIONS.c.game_id == self.id)
        with store.reading() as session:
            return {
                row.ply: Evaluation(
                    row.ply,
                    row.line,
                    row.colour,
                    row.proven,
                    tuple(map(Choice.of, row.choices)),
                    row.playouts,
                    row.seconds,
                )
                for row in session.execute(query)
                # An evaluation from before actions were taken back is of another position.
                if row.ply < len(keys) and row.line == keys[row.ply]
            }

    def plan(self, known: Mapping[int, Evaluation], limit: Limit) -> list[int]:
        """Return the plies to think about, in order: those not known well enough, from the last one back.

        There is nothing to think about where the rules have ended the game.
        """
        last = len(self.actions) - (self.result is not None)
        return [ply for ply in range(last, -1, -1) if ply not in known or not known[ply].suffices(limit)]

    def eval_graph(self, known: Mapping[int, Evaluation]) -> list[Point]:
        """Return the game's points, the start first."""
        return eval_graph(self.actions, self.result, known)


def save_evaluation(store: Store, game: int, evaluation: Evaluation) -> None:
    """Store a position's evaluation, in place of an earlier one of that ply."""
    row = {**asdict(evaluation), "choices": [choice.json() for choice in evaluation.choices]}
    of_ply = (EVALUATIONS.c.game_id == game) & (EVALUATIONS.c.ply == evaluation.ply)
    with store.writing() as session:
        session.execute(delete(EVALUATIONS).where(of_ply))
        session.execute(insert(EVALUATIONS).values(game_id=game, found_at=datetime.now(UTC), **row))

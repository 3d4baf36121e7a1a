"""Evaluations in the store: one row a position, written as soon as it is known."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import select

from hexlume_host.store.models import EvaluationRow
from hexlume_host.store.repository import Store

from .evaluation import Choice, Evaluation


def stored_evaluations(store: Store, game: int, keys: Sequence[str]) -> dict[int, Evaluation]:
    """Return the evaluations of a game's positions, by ply; ``keys`` are those of its line (``line_keys``)."""
    query = select(EvaluationRow).where(EvaluationRow.game_id == game)
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
            for row in session.scalars(query)
            # An evaluation from before actions were taken back is of another position.
            if row.ply < len(keys) and row.line == keys[row.ply]
        }


def save_evaluation(store: Store, game: int, evaluation: Evaluation) -> None:
    """Store a position's evaluation, in place of an earlier one of that ply."""
    with store.writing() as session:
        row = session.get(EvaluationRow, (game, evaluation.ply)) or EvaluationRow(game_id=game, ply=evaluation.ply)
        row.line, row.colour, row.proven = evaluation.line, evaluation.colour, evaluation.proven
        row.choices = [choice.json() for choice in evaluation.choices]
        row.playouts, row.seconds = evaluation.playouts, evaluation.seconds
        row.found_at = datetime.now(UTC)
        session.add(row)

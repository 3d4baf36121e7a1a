"""What was found of games, in the store: one row a position, written as soon as it is known."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import select

from ..store.models import EvaluationRow
from ..store.repository import Store
from .evaluation import Choice, Finding


def kept_findings(store: Store, game: int, keys: Sequence[str]) -> dict[int, Finding]:
    """Return what is known of a game's positions, by ply; ``keys`` are those of its line (``line_keys``)."""
    query = select(EvaluationRow).where(EvaluationRow.game_id == game)
    with store.reading() as session:
        return {
            row.ply: Finding(
                row.ply,
                row.line,
                row.colour,
                row.proven,
                tuple(map(Choice.of, row.choices)),
                row.playouts,
                row.seconds,
            )
            for row in session.scalars(query)
            # What was found before actions were taken back is about other positions.
            if row.ply < len(keys) and row.line == keys[row.ply]
        }


def keep_finding(store: Store, game: int, finding: Finding) -> None:
    """Keep what was found of a position of a game, in place of what was known of that ply."""
    with store.writing() as session:
        row = session.get(EvaluationRow, (game, finding.ply)) or EvaluationRow(game_id=game, ply=finding.ply)
        row.line, row.colour, row.proven = finding.line, finding.colour, finding.proven
        row.choices = [choice.json() for choice in finding.choices]
        row.playouts, row.seconds = finding.playouts, finding.seconds
        row.found_at = datetime.now(UTC)
        session.add(row)

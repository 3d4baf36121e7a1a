"""Repository of puzzles: stores each once, finds them by theme and difficulty, and schedules them by the answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, select

from hexlume_host.store.models import PuzzleAnswerRow, PuzzleRow
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError
from hexlume_record.words.player_names import player_key

from .puzzle import Answer, Puzzle

_MAX_NUMBERS = 2**31
"""No store has more puzzles than this; databases do not take larger numbers."""


class PuzzleError(HexlumeError):
    """A puzzle that does not exist."""


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """A filter of puzzles; an empty member matches all.

    ``mistakes``: only those from somebody's own games, else only those from the engine's; ``None`` means both.
    """

    rules: str | None = None
    theme: str | None = None
    difficulty: int = 0
    mistakes: bool | None = None
    on: str = ""

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions on a ``PuzzleRow``."""
        exact = {PuzzleRow.rules: self.rules, PuzzleRow.difficulty: self.difficulty, PuzzleRow.on: self.on}
        conditions: list[ColumnElement[bool]] = [column == value for column, value in exact.items() if value]
        if self.theme:
            conditions.append(PuzzleRow.themes.contains(f" {self.theme} ", autoescape=True))
        if self.mistakes is not None:
            conditions.append(PuzzleRow.game_id.is_not(None) == self.mistakes)
        return conditions


@dataclass(slots=True)
class PuzzleStatus:
    """A puzzle with a player's record: how often it was answered, when last, and whether that was wrong.

    ``last`` is ``None`` for a puzzle that was never answered.
    """

    puzzle: Puzzle
    right: int = 0
    wrong: int = 0
    last: datetime | None = None
    failed: bool = False

    def count(self, was_right: bool, at: datetime) -> None:
        """Count the player's next answer."""
        self.right += was_right
        self.wrong += not was_right
        self.last, self.failed = at, not was_right


def save_puzzle(store: Store, puzzle: Puzzle) -> int | None:
    """Store a puzzle and return its number; ``None`` if the store has the same one already."""
    key = puzzle.key()
    with store.writing() as session:
        if session.scalar(select(PuzzleRow.id).where(PuzzleRow.key == key)) is not None:
            return None
        row = PuzzleRow(
            key=key,
            rules=puzzle.rules,
            on=puzzle.on,
            options=dict(puzzle.options),
            actions=list(puzzle.actions),
            colour=puzzle.colour,
            value=puzzle.value,
            best=list(puzzle.best),
            answers={action: answer.json() for action, answer in puzzle.answers.items()},
            themes=f" {' '.join(puzzle.themes)} ",
            difficulty=puzzle.difficulty,
            measures=dict(puzzle.measures),
            player=puzzle.player,
            game_id=puzzle.game,
            ply=puzzle.ply,
            played=puzzle.played,
            made_at=datetime.now(UTC),
        )
        session.add(row)
        session.flush()
        return row.id


def get_puzzle(store: Store, number: int) -> Puzzle:
    """Return the puzzle of a number; raises ``PuzzleError`` when there is none."""
    with store.reading() as session:
        row = session.get(PuzzleRow, number) if number < _MAX_NUMBERS else None
        if row is None:
            raise PuzzleError(f"There is no puzzle {number} in the store {store.where}: see hexlume puzzles list.")
        return _puzzle(row)


def puzzle_kinds(store: Store) -> list[tuple[str, str]]:
    """Return the games and boards of which the store has puzzles."""
    kinds = select(PuzzleRow.rules, PuzzleRow.on).distinct().order_by(PuzzleRow.rules, PuzzleRow.on)
    with store.reading() as session:
        return [(rules, on) for rules, on in session.execute(kinds)]


def find_puzzles(store: Store, wanted: PuzzleFilter, name: str, most: int | None = None) -> list[PuzzleStatus]:
    """Return the puzzles of a filter by number, with the record of the player of a name; the first ``most``.

    A player with a name gets no mistakes of others; the empty name gets all puzzles.
    """
    player = player_key(name)
    query = select(PuzzleRow).where(*wanted.conditions()).order_by(PuzzleRow.id).limit(most)
    if player:
        query = query.where(PuzzleRow.player.in_(("", player)))
    order = (PuzzleAnswerRow.answered_at, PuzzleAnswerRow.id)
    answers = select(PuzzleAnswerRow).where(PuzzleAnswerRow.player == player).order_by(*order)
    with store.reading() as session:
        found = {row.id: PuzzleStatus(_puzzle(row)) for row in session.scalars(query)}
        for answer in session.scalars(answers):
            if answer.puzzle_id in found:
                found[answer.puzzle_id].count(answer.was_right, answer.answered_at)
    return list(found.values())


def schedule(statuses: Iterable[PuzzleStatus]) -> list[Puzzle]:
    """Return the puzzles in the order in which to ask them.

    First those whose last answer was wrong, then those never answered, the easiest first, then the others. In the first
    and the last group, the puzzle answered longest ago comes first.
    """

    def order(one: PuzzleStatus) -> tuple[int, float, int]:
        if one.last is None:
            return 1, one.puzzle.difficulty, one.puzzle.id
        return 0 if one.failed else 2, one.last.timestamp(), one.puzzle.id

    return [one.puzzle for one in sorted(statuses, key=order)]


def save_answer(store: Store, puzzle: int, name: str, action: str, was_right: bool, now: datetime) -> None:
    """Store a player's answer to a puzzle by its number."""
    with store.writing() as session:
        session.add(
            PuzzleAnswerRow(
                puzzle_id=puzzle,
                player=player_key(name),
                action=action,
                was_right=was_right,
                answered_at=now.astimezone(UTC),
            )
        )


def _puzzle(row: PuzzleRow) -> Puzzle:
    return Puzzle(
        rules=row.rules,
        on=row.on,
        options=row.options,
        actions=tuple(row.actions),
        colour=row.colour,
        value=row.value,
        best=tuple(row.best),
        answers={action: Answer.of(stored) for action, stored in row.answers.items()},
        themes=tuple(row.themes.split()),
        difficulty=row.difficulty,
        measures=row.measures,
        player=row.player,
        game=row.game_id,
        ply=row.ply,
        played=row.played,
        id=row.id,
    )

"""Repository of puzzles: stores each once, finds them by theme and difficulty, and schedules them by the answers."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, select

from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError
from hexlume_record.words.player_names import player_key

from ..tables import PUZZLE_ANSWERS, PUZZLES
from .puzzle import Answer, Puzzle

_MAX_NUMBERS = 2**31
"""No store has more puzzles than this; databases do not take larger numbers."""
_SELECTED = select(*(PUZZLES.c[field.name].label(field.name) for field in fields(Puzzle)))


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
    board: str = ""

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions on a row of ``PUZZLES``."""
        exact = {PUZZLES.c.rules: self.rules, PUZZLES.c.difficulty: self.difficulty, PUZZLES.c.board: self.board}
        conditions: list[ColumnElement[bool]] = [column == value for column, value in exact.items() if value]
        if self.theme:
            conditions.append(PUZZLES.c.themes.contains(f" {self.theme} ", autoescape=True))
        if self.mistakes is not None:
            conditions.append(PUZZLES.c.game.is_not(None) == self.mistakes)
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
    row = {name: value for name, value in asdict(puzzle).items() if name != "id"}
    row["answers"] = {action: answer.json() for action, answer in puzzle.answers.items()}
    row["themes"] = f" {' '.join(puzzle.themes)} "
    with store.writing() as session:
        if session.scalar(select(PUZZLES.c.id).where(PUZZLES.c.key == key)) is not None:
            return None
        added = insert(PUZZLES).values(key=key, made_at=datetime.now(UTC), **row)
        number: int | None = session.scalar(added.returning(PUZZLES.c.id))
    return number


def get_puzzle(store: Store, number: int) -> Puzzle:
    """Return the puzzle of a number; raises ``PuzzleError`` when there is none."""
    with store.reading() as session:
        row = session.execute(_SELECTED.where(PUZZLES.c.id == min(number, _MAX_NUMBERS))).first()
    if row is None:
        raise PuzzleError(f"There is no puzzle {number} in the store {store.where}: see hexlume puzzles list.")
    return _puzzle(row)


def puzzle_kinds(store: Store) -> list[tuple[str, str]]:
    """Return the games and boards of which the store has puzzles."""
    kinds = select(PUZZLES.c.rules, PUZZLES.c.board).distinct().order_by(PUZZLES.c.rules, PUZZLES.c.board)
    with store.reading() as session:
        return [(rules, board) for rules, board in session.execute(kinds)]


def find_puzzles(store: Store, wanted: PuzzleFilter, name: str, most: int | None = None) -> list[PuzzleStatus]:
    """Return the puzzles of a filter by number, with the record of the player of a name; the first ``most``.

    A player with a name gets no mistakes of others; the empty name gets all puzzles.
    """
    player = player_key(name)
    query = _SELECTED.where(*wanted.conditions()).order_by(PUZZLES.c.id).limit(most)
    if player:
        query = query.where(PUZZLES.c.player.in_(("", player)))
    given = PUZZLE_ANSWERS.c
    answers = select(PUZZLE_ANSWERS).where(given.player == player).order_by(given.answered_at, given.id)
    with store.reading() as session:
        found = {row.id: PuzzleStatus(_puzzle(row)) for row in session.execute(query)}
        for answer in session.execute(answers):
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
    row = {"puzzle_id": puzzle, "player": player_key(name), "action": action, "was_right": was_right}
    with store.writing() as session:
        session.execute(insert(PUZZLE_ANSWERS).values(answered_at=now, **row))


def _puzzle(row: Row[Any]) -> Puzzle:
    found = dict(row._mapping)
    for name in ("actions", "best"):
        found[name] = tuple(found[name])
    found["answers"] = {action: Answer.of(stored) for action, stored in found["answers"].items()}
    found["themes"] = tuple(found["themes"].split())
    return Puzzle(**found)

"""Problems in the store: kept once, found by theme and difficulty, with what was answered and what is due."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from ..errors import HostError
from ..player_names import player_key
from ..schema import ProblemAnswerRow, ProblemRow, ProblemScheduleRow
from ..store import Store
from .problem import Answer, Problem
from .spacing import after_answer


class ProblemError(HostError):
    """A problem that is not there, or cannot be asked."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which problems are meant; a member that is empty says nothing.

    ``mistakes``: only those from somebody's own games, else only those from the engine's; ``None`` means both.
    ``due``: only those that were answered before and are due now.
    """

    rules: str = ""
    theme: str = ""
    difficulty: int = 0
    mistakes: bool | None = None
    due: bool = False

    def conditions(self) -> list[ColumnElement[bool]]:
        """Return what a ``ProblemRow`` must fulfil, apart from being due."""
        found: list[ColumnElement[bool]] = []
        if self.rules:
            found.append(ProblemRow.rules == self.rules)
        if self.theme:
            found.append(ProblemRow.themes.contains(f" {self.theme} ", autoescape=True))
        if self.difficulty:
            found.append(ProblemRow.difficulty == self.difficulty)
        if self.mistakes is not None:
            found.append(ProblemRow.game_id.is_not(None) if self.mistakes else ProblemRow.game_id.is_(None))
        return found


@dataclass(frozen=True, slots=True)
class Kept:
    """A problem with how somebody stands with it: how often it was answered, and when it is due (``None``: new)."""

    problem: Problem
    right: int
    wrong: int
    due_at: datetime | None

    def is_due(self, now: datetime) -> bool:
        """Return whether it was answered before and is to be asked again."""
        return self.due_at is not None and self.due_at <= now


def keep(store: Store, problem: Problem) -> int | None:
    """Keep a problem and return its number; ``None`` if the store holds the same one already."""
    key = problem.key()
    with store.writing() as session:
        if session.scalar(select(ProblemRow.id).where(ProblemRow.key == key)) is not None:
            return None
        row = ProblemRow(
            key=key,
            rules=problem.rules,
            on=problem.on,
            options=dict(problem.options),
            actions=list(problem.actions),
            colour=problem.colour,
            worth=problem.worth,
            best=list(problem.best),
            answers={action: answer.json() for action, answer in problem.answers.items()},
            themes=f" {' '.join(problem.themes)} ",
            difficulty=problem.difficulty,
            measures=dict(problem.measures),
            player=problem.player,
            game_id=problem.game,
            ply=problem.ply,
            played=problem.played,
            made_at=datetime.now(UTC),
        )
        session.add(row)
        session.flush()
        return row.id


def problem_of_number(store: Store, number: int) -> Problem:
    """Return the problem of a number; raises ``ProblemError`` when there is none."""
    with store.reading() as session:
        row = session.get(ProblemRow, number)
        if row is None:
            raise ProblemError(f"There is no problem {number} in the store {store.where}: see hexlume problems.")
        return _problem(row)


def kept_problems(store: Store, wanted: Wanted, name: str, now: datetime) -> list[Kept]:
    """Return the problems that are meant, by number, as they stand for the player of a name (empty: nobody's)."""
    player = player_key(name)
    schedule = and_(ProblemScheduleRow.problem_id == ProblemRow.id, ProblemScheduleRow.player == player)
    query = (
        select(ProblemRow, ProblemScheduleRow.due_at)
        .outerjoin(ProblemScheduleRow, schedule)
        .where(*wanted.conditions(), *_own(player))
        .order_by(ProblemRow.id)
    )
    if wanted.due:
        query = query.where(ProblemScheduleRow.due_at <= now)
    with store.reading() as session:
        counts = _counts(session, player)
        return [
            Kept(_problem(row), counts.get((row.id, True), 0), counts.get((row.id, False), 0), due_at)
            for row, due_at in session.execute(query)
        ]


def to_ask(kept: Iterable[Kept], now: datetime) -> list[Problem]:
    """Return which problems to ask, in order: those that are due, the longest first, then new ones, the easiest first.

    What is due only later is not among them.
    """
    due = [one for one in kept if one.is_due(now)]
    new = [one for one in kept if one.due_at is None]
    due.sort(key=lambda one: (one.due_at or now, one.problem.id))
    new.sort(key=lambda one: (one.problem.difficulty, one.problem.id))
    return [one.problem for one in (*due, *new)]


def keep_answer(store: Store, problem: int, name: str, action: str, was_right: bool, now: datetime) -> datetime:
    """Keep somebody's answer to a problem by its number; return when the problem is due again."""
    player = player_key(name)
    with store.writing() as session:
        session.add(
            ProblemAnswerRow(
                problem_id=problem, player=player, action=action, was_right=was_right, answered_at=now.astimezone(UTC)
            )
        )
        row = session.get(ProblemScheduleRow, (problem, player))
        card, due_at = after_answer(None if row is None else row.card, was_right, now)
        if row is None:
            session.add(ProblemScheduleRow(problem_id=problem, player=player, due_at=due_at, card=card))
        else:
            row.due_at, row.card = due_at, card
    return due_at


def _own(player: str) -> list[ColumnElement[bool]]:
    """Return the condition that keeps others' mistakes from somebody who gave a name; nobody in particular sees all."""
    return [ProblemRow.player.in_(("", player))] if player else []


def _counts(session: Session, player: str) -> dict[tuple[int, bool], int]:
    """Return how often a player answered problems rightly and wrongly."""
    kinds = (ProblemAnswerRow.problem_id, ProblemAnswerRow.was_right)
    query = select(*kinds, func.count()).where(ProblemAnswerRow.player == player).group_by(*kinds)
    return {(problem, right): count for problem, right, count in session.execute(query)}


def _problem(row: ProblemRow) -> Problem:
    return Problem(
        rules=row.rules,
        on=row.on,
        options=row.options,
        actions=tuple(row.actions),
        colour=row.colour,
        worth=row.worth,
        best=tuple(row.best),
        answers={action: Answer.of(told) for action, told in row.answers.items()},
        themes=tuple(row.themes.split()),
        difficulty=row.difficulty,
        measures=row.measures,
        player=row.player,
        game=row.game_id,
        ply=row.ply,
        played=row.played,
        id=row.id,
    )

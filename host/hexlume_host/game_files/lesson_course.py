"""Courses of lessons in the games' folders: read once each."""

from functools import lru_cache
from pathlib import Path

from hexlume import games
from hexlume.games import catalogue
from hexlume_record.errors import HexlumeError
from hexlume_record.lessons.steps import Step, read_course, step_problems


@lru_cache(maxsize=64)
def course(rules: str) -> tuple[Step, ...]:
    """Return the steps of a game's course, none if it has no course; raises ``HexlumeError`` for a wrong file."""
    path = catalogue.course(rules) if rules in games.NAMES else None
    if path is None:
        return ()
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise HexlumeError(f"{path} cannot be read: {error.strerror}.") from error
    return read_course(rules, path, content)


def step_of(rules: str, number: int) -> Step | None:
    """Return a step of a game's course, ``None`` where there is none that could be read."""
    try:
        steps = course(rules)
    except HexlumeError:
        return None
    return steps[number - 1] if 1 <= number <= len(steps) else None


def course_problems(rules: str) -> list[str]:
    """Return what is wrong with a game's course, a sentence each; nothing if it has none."""
    try:
        steps = course(rules)
    except HexlumeError as error:
        return [str(error)]
    return step_problems(rules, steps)

"""All checks of a game that can be loaded, in their order."""

from collections.abc import Iterator
from pathlib import Path

from hexlume_host.game_files.lesson_course import course_problems

from .clauses import check_sheet, check_texts
from .code import check_code
from .cost import check_cost
from .loading import check_files
from .memory import check_memory
from .report import Check
from .rules import Examination


def run_all(folder: Path, name: str, count: int, seed: int) -> Iterator[Check | str]:
    """Yield the name of each check before it runs, and what it found.

    The last ones, which take longest, are left out where others have failures.
    """
    files = check_files(folder, name)
    yield files
    if files.failures:
        return
    yield "rules"
    examination = Examination(name, folder)
    rules = examination.run(count, seed)
    sheet, clauses = check_sheet(folder)
    code = check_code(folder)
    yield from (rules, sheet, code)
    if rules.failures:
        return
    texts = check_texts(name, clauses, examination.refusals, examination.reasons)
    for problem in course_problems(name):
        texts.fail(problem)
    yield texts
    if any(check.failures for check in (code, texts)):
        return
    yield "time"
    cost = check_cost(name, folder, seed)
    yield cost
    yield "board"
    memory = check_memory(name)
    yield memory
    if not cost.failures and not memory.failures:
        # It loads the store and the simulator, which take as long as all other checks: most failures come before.
        from .twin import check_twin  # noqa: PLC0415

        yield "hands"
        yield check_twin(name, seed)

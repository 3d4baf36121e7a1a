"""All checks of a game that can be loaded, in their order."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import hexlume.games
from hexlume_host.game_files.lesson_course import course_problems
from hexlume_host.game_files.rule_sheet import SHEET

from .clauses import check_sheet, check_texts
from .code import check_code
from .cost import check_cost
from .memory import check_memory
from .opponent import check_opponent
from .perft import check_perft
from .report import Check
from .rules import Examination


def run_all(
    folder: Path,
    name: str,
    count: int,
    seed: int,
    begin: Callable[..., None],
    step: Callable[[], None],
    tell: Callable[[dict[str, Any]], None],
) -> None:
    """Run the checks; the last ones, which take longest, are left out where others have failures."""

    def done(check: Check) -> bool:
        tell(check.as_json())
        return not check.failures

    begin("rules", count)
    rules = Examination(name, folder)
    done(rules.run(count, seed, step))
    # The rule sheets of most of Hexlume's own games are in its repository, with tests of them.
    is_without = folder.parent == Path(hexlume.games.__file__).resolve().parent and not (folder / SHEET).is_file()
    begin("clauses")
    sheet, clauses = (Check("clauses"), None) if is_without else check_sheet(folder)
    if not is_without:
        done(sheet)
    begin("code")
    sound = done(check_code(folder))
    if rules.check.failures:
        return
    texts = check_texts(name, clauses, rules.refusals, rules.reasons)
    for problem in course_problems(name):
        texts.fail(problem)
    done(texts)
    if texts.failures or sheet.failures:
        return
    begin("perft")
    sound &= done(check_perft(name, folder))
    begin("opponent")
    has_sound_hints = done(check_opponent(name, folder, seed))
    begin("time")
    sound &= done(check_cost(name, folder, seed, has_sound_hints)) and has_sound_hints
    begin("board")
    sound &= done(check_memory(name, folder, seed))
    if sound:
        # It loads the store and the simulator, which take as long as all other checks: most failures come before.
        from .twin import STEPS, check_twin  # noqa: PLC0415

        begin("hands", STEPS)
        done(check_twin(name, seed, step))

"""Every law is seen to be broken: one change of the example breaks it, and one sentence says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_plugins.gamekit.check import check_game
from hexlume_plugins.gamekit.report import Check

from .broken_laws import CASES, Case

RARE = ("no reason", "stuck")
"""Laws that only the end of a full board breaks: more games find one."""
EVERY = 18
"""``make test`` has every eighteenth of the other broken laws."""
LATE = ("opponent", "time", "board", "hands")
"""The checks that come after all the others."""

pytestmark = pytest.mark.integration


def _marks(number: int, case: Case) -> list[pytest.MarkDecorator]:
    quick = case.name in ("no lead", "MicroPython", "stuck") if case.check in LATE else number % EVERY == 0
    return [] if quick else [pytest.mark.soak]


def check(folder: Path, games: int) -> list[Check]:
    return check_game(folder, games, 1, lambda name, steps: None, lambda: None)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name, marks=_marks(number, case)) for number, case in enumerate(CASES)],
)
def test_broken_law_gives_one_sentence_with_the_position(case: Case, changed_game: Callable[..., Path]) -> None:
    folder = changed_game(*case.changes)
    failures = [
        (one.name, failure) for one in check(folder, 24 if case.name in RARE else 6) for failure in one.failures
    ]
    assert [failure.sentence for _, failure in failures[1:]] == []
    ((at, failure),) = failures
    assert at == case.check
    assert failure.sentence.startswith(case.sentence.format(folder=folder))
    assert failure.sentence.endswith(".")
    assert "Traceback" not in failure.sentence and "\n" not in failure.sentence
    if case.has_position:
        assert failure.position is not None
        command = failure.position.shell(str(folder))
        # That of a game without an end would fill screens.
        assert command.startswith("printf 'hexlume-game trio size=") or (
            len(failure.position.turns) > 300 > len(command)
        )
    else:
        assert failure.position is None

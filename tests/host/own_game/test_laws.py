"""Every law is seen to be broken: one change of the example breaks it, and one sentence says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_host.own_game.check import check_game
from hexlume_host.own_game.report import Check

from .broken_laws import CASES, Case

LATE = ("opponent", "time", "board", "hands")
"""The checks that come after all the others."""


def check(folder: Path) -> list[Check]:
    return check_game(folder, 24, 1, lambda name, steps: None, lambda: None)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name, marks=[pytest.mark.integration] * (case.check in LATE)) for case in CASES],
)
def test_broken_law_gives_one_sentence_with_the_position(case: Case, changed_game: Callable[..., Path]) -> None:
    folder = changed_game(*case.changes)
    failures = [(one.name, failure) for one in check(folder) for failure in one.failures]
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

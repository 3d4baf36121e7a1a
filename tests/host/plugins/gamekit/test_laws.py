"""Every law is seen to be broken: one change of the example breaks it, and one sentence says so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_plugins.gamekit.check import check_game

from .broken_laws import CASES, Case

RARE = ("no reason", "stuck")
"""Laws that only the end of a full board breaks: more games find one."""
EVERY = 18
"""``make test`` has every eighteenth of the other broken laws."""
LATE = ("time", "board", "hands")
"""The checks that come after all the others."""

pytestmark = pytest.mark.integration


def _marks(number: int, case: Case) -> list[pytest.MarkDecorator]:
    quick = case.name == "large table" if case.check in LATE else number % EVERY == 0
    return [] if quick else [pytest.mark.soak]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name, marks=_marks(number, case)) for number, case in enumerate(CASES)],
)
def test_broken_law_gives_one_sentence_with_the_position(case: Case, changed_game: Callable[..., Path]) -> None:
    folder = changed_game(*case.changes)
    checks = check_game(folder, 24 if case.name in RARE else 6, 1, lambda name: None)
    failures = [(check["name"], failure) for check in checks for failure in check["failures"]]
    assert [failure["sentence"] for _, failure in failures[1:]] == []
    ((at, failure),) = failures
    sentence, command = failure["sentence"], failure["command"]
    assert at == case.check
    assert sentence.startswith(case.sentence.format(folder=folder))
    assert sentence.endswith(".")
    assert "Traceback" not in sentence and "\n" not in sentence
    if case.has_position and case.name != "no end":
        assert command.startswith("printf 'hexlume-game trio size=")
    else:
        assert command == ""

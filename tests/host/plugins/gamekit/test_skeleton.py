"""``hexlume new-game``: names, boards, and an example that passes every check."""

from pathlib import Path

import pytest

from hexlume_plugins.gamekit.check import check_game
from hexlume_plugins.gamekit.circuitpython.checker import find
from hexlume_plugins.gamekit.skeleton import clause_prefix, write_skeleton


def test_clauses_begin_with_letters_that_are_not_taken() -> None:
    named = {name: clause_prefix(name) for name in ("havannah", "y", "go9", "orchid", "act", "geo1", "a1b2")}
    assert named == {
        "havannah": "HAV",
        "y": "Y",
        "go9": "GO",
        "orchid": "ORCH",
        "act": "ACTX",
        "geo1": "GEOX",
        "a1b2": "AB",
    }


@pytest.mark.parametrize("grid", ["hex", "square", "rhombus"])
def test_example_passes_every_check(grid: str, tmp_path: Path) -> None:
    """``make test`` checks the one for hex with the guide's optional files: tests/docs/test_add_a_game.py."""
    folder = write_skeleton("trio", tmp_path, grid)
    begun = []
    checks = check_game(folder, 24, 1, lambda name, steps: begun.append(name), lambda: None)
    assert [failure.sentence for check in checks for failure in check.failures] == []
    names = ["files", "rules", "clauses", "code", "texts", "perft", "opponent", "time", "board", "hands"]
    assert [check.name for check in checks] == names
    assert set(begun) == set(names) - {"texts"}
    assert all(check.summary for check in checks)


@pytest.mark.parametrize("file", ["__init__.py", "preview.py", "rules.py"])
def test_example_uses_only_what_circuitpython_has(file: str, tmp_path: Path) -> None:
    assert find((write_skeleton("trio", tmp_path) / file).read_text()) == []

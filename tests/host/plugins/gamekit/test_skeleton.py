"""``hexlume new-game``: names, boards, and an example that passes every check."""

from pathlib import Path

import pytest

from hexlume_plugins.gamekit.check import check_game
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


@pytest.mark.integration
def test_example_passes_every_check(tmp_path: Path) -> None:
    folder = write_skeleton("trio", tmp_path)
    begun: list[str] = []
    checks = check_game(folder, 24, 1, begun.append)
    assert [failure["sentence"] for check in checks for failure in check["failures"]] == []
    names = ["files", "rules", "clauses", "code", "texts", "time", "board", "hands"]
    assert [check["name"] for check in checks] == names
    assert begun == ["files", "rules", "time", "board", "hands"]
    assert all(check["summary"] for check in checks)

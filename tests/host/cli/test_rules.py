"""`hexlume rules`."""

from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.cli import rules
from hexlume_host.game_files import rule_sheet
from hexlume_host.game_files.rule_sheet import SHEET


@pytest.mark.parametrize("name", games.NAMES)
def test_the_rule_sheet_of_every_game_is_printed(hexlume: Any, name: str) -> None:
    out = hexlume("rules", name).out
    assert out.startswith(f"# {name.capitalize()}\n")
    assert all(f"**{clause.partition(' ')[0]}**" in out for clause in games.part(name, "texts").CLAUSES)


def test_in_a_terminal_pictures_are_left_out_and_named(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "is_terminal", lambda: True)
    out = hexlume("rules", "orochi").out
    assert "ORO-5" in out
    assert "pictures/" not in out
    assert "Black has just placed" not in out
    assert out.endswith("With pictures: hexlume serve, then the page /rules/orochi.\n")


def test_a_game_without_a_sheet_is_named(hexlume: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(rule_sheet.FOLDERS, "orochi", str(tmp_path))
    monkeypatch.setattr(rule_sheet, "SEEDS", ())
    ran = hexlume("rules", "orochi")
    assert ran.code == 1
    assert ran.err == f"The game orochi has no rule sheet: its folder {tmp_path} has no {SHEET}.\n"


def test_what_is_no_game_gets_the_list(hexlume: Any) -> None:
    ran = hexlume("rules", "chess")
    assert ran.code == 2
    assert "'chess' is not one of 'orochi', 'sibling'" in ran.err

"""`hexlume rules`."""

from typing import Any

import pytest

from hexlume import games
from hexlume_host.cli import rules


@pytest.mark.parametrize("name", games.NAMES)
def test_the_rule_sheet_of_every_game_is_printed(hexlume: Any, name: str) -> None:
    out = hexlume("rules", name.upper()).out
    assert out.startswith(f"# {name.capitalize()}\n")
    assert all(f"**{clause.partition(' ')[0]}**" in out for clause in games.part(name, "texts").CLAUSES)


def test_in_a_terminal_pictures_are_left_out_and_named(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "is_terminal", lambda: True)
    out = hexlume("rules", "orochi").out
    assert "ORO-5" in out
    assert "pictures/" not in out
    assert "Black has just placed" not in out
    assert out.endswith("With pictures: hexlume serve, then the page /rules/orochi.\n")

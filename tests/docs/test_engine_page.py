"""docs/engine.md: its table of solved games is what the shipped results say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hexlume_engine.search.tablebase import SHIPPED

PAGE = (Path(__file__).parents[2] / "docs/engine.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## Solved games\n")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in re.findall(r"^\| [A-Z].*\|$", TABLE, re.MULTILINE)]
SOLVED = [(path.stem, result) for path in sorted(SHIPPED.glob("*.json")) for result in json.loads(path.read_text())]


@pytest.mark.parametrize(("stem", "found"), SOLVED, ids=lambda value: value if isinstance(value, str) else "")
def test_a_solved_game_is_in_the_table_with_its_figures(stem: str, found: dict[str, Any]) -> None:
    game, _, size = stem.partition("-")
    options = [f"`{name}={'on' if value else 'off'}`" for name, value in found["options"].items()]
    place = {"hex" + size, "square" + size}
    (row,) = [row for row in ROWS if row[0].lower() == game and row[1] in place and row[2] == " ".join(options)]
    _, _, _, result, best, positions, seconds, command = row
    assert {"win": "first", "loss": "second"}[found["worth"]] in result
    assert re.findall(r"`([^`]+)`", best) == found["best"]
    assert int(positions.replace(",", "")) == found["positions"]
    assert float(seconds) == pytest.approx(found["seconds"], rel=0.02)
    assert f"--game {game} --size {size}" in command


def test_every_row_of_the_table_of_solved_games_has_a_shipped_result() -> None:
    assert len(ROWS) == len(SOLVED) > 0

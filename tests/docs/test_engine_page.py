"""docs/engine.md: its table of solved games is what the shipped results say."""

import json
import re
from pathlib import Path

import pytest

from hexlume_host.engine.solution import SHIPPED

PAGE = (Path(__file__).parents[2] / "docs/engine.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?P<game>\w+) \| (?P<board>(?:hex|square)\d+) \| `?(?P<option>[\w=]*?)`? ?\| (?P<result>[^|]+) \| (?P<best>[^|]+) "
    r"\| (?P<positions>[\d,]+) \| (?P<seconds>[\d.]+) \| `(?P<command>[^`]+)` \|$",
    re.MULTILINE,
)
ROWS = [row.groupdict() for row in ROW.finditer(PAGE)]
SOLVED = [(path.stem, result) for path in sorted(SHIPPED.glob("*.json")) for result in json.loads(path.read_text())]


def option_of(result: dict[str, dict[str, bool]]) -> str:
    return " ".join(f"{name}={'on' if value else 'off'}" for name, value in result["options"].items())


@pytest.mark.parametrize(("stem", "result"), SOLVED, ids=lambda value: value if isinstance(value, str) else None)
def test_a_solved_game_is_in_the_table_with_its_figures(stem: str, result: dict[str, object]) -> None:
    game, _, size = stem.partition("-")
    option = option_of(result)  # type: ignore[arg-type]
    (row,) = [
        row
        for row in ROWS
        if (row["game"].lower(), row["board"].lstrip("hexsquare"), row["option"]) == (game, size, option)
    ]
    assert {"win": "first", "loss": "second"}[str(result["worth"])] in row["result"]
    assert re.findall(r"`([^`]+)`", row["best"]) == result["best"]
    assert int(row["positions"].replace(",", "")) == result["positions"]
    assert float(row["seconds"]) == pytest.approx(result["seconds"], rel=0.02)
    assert f"--game {game} --size {size}" in row["command"]


def test_the_table_has_no_other_rows() -> None:
    assert len(ROWS) == len(SOLVED)

"""The guide for a game of one's own: its code is the game that ``new-game`` writes, and works."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "host" / "hexlume_plugins" / "gamekit" / "example"
HEXLUME = str(Path(sys.executable).with_name("hexlume"))
BLOCKS = re.findall(r"^```\w+\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("file", ["__init__.py", "rules.py", "rules.md", "texts.py", "preview.py"])
def test_the_guide_shows_the_files_that_new_game_writes(file: str) -> None:
    assert (EXAMPLE / file).read_text(encoding="utf-8") in BLOCKS


@pytest.mark.integration
def test_the_game_with_the_guides_optional_files_passes_its_check_and_is_set_up(tmp_path: Path) -> None:
    """``evaluation.py`` and ``setup.py`` are in the guide alone."""
    subprocess.run([HEXLUME, "new-game", "hop"], cwd=tmp_path, check=True, capture_output=True)
    (evaluation,) = [block for block in BLOCKS if "def lead(" in block]
    (setup,) = [block for block in BLOCKS if "def refusals(" in block]
    (tmp_path / "hop" / "evaluation.py").write_text(evaluation)
    (tmp_path / "hop" / "setup.py").write_text(setup.replace("EXA", "HOP"))
    checked = subprocess.run(
        [HEXLUME, "check-game", "hop", "--games", "2"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    code = """
from hexlume import games
from hexlume_record.setup.position import game_from, position_json
from hexlume_record.setup.refusal import PositionError
from hexlume_record.game.position import legal_texts, position_of
game = games.start("hop", 3)
for action in "a1 c3".split():
    game.push_text(action)
again = game_from(position_json(game))
assert legal_texts(again) == legal_texts(game)
try:
    game_from({**position_of(game), "pieces": {"a1": "w", "a2": "w", "b1": "w", "e1": "b", "e3": "b", "c1": "b"}})
except PositionError as error:
    print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={"HEXLUME_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "The game is over: a group is complete" in ran.stdout, ran.stderr

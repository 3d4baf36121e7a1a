"""``hexlume new-game``: what it writes and says, and names that it refuses."""

from pathlib import Path
from typing import Any

import pytest

FILES = ["__init__.py", "course.jsonl", "preview.py", "rules.md", "rules.py", "texts.py"]


def test_new_game_writes_an_example_and_says_how_to_go_on(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("new-game", "trio", "--folder", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert sorted(path.name for path in (tmp_path / "trio").iterdir()) == FILES
    assert f"hexlume check-game {tmp_path}/trio\n" in ran.out
    assert not [path for path in (tmp_path / "trio").iterdir() if "xample" in path.read_text().replace("example ", "")]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("orochi", "There is a game named orochi: choose another name."),
        ("Trio", "'Trio' cannot be the name of a game: a game's name has up to 12 small letters and digits, "),
        ("a/b", "'a/b' cannot be the name of a game: "),
        ("", "'' cannot be the name of a game: "),
        ("é", "'é' cannot be the name of a game: "),
        ("there", "there exists: choose another name, or remove it."),
        ("file/trio", "'file/trio' cannot be"),
    ],
)
def test_name_that_cannot_be_is_refused_with_one_sentence(
    hexlume: Any, tmp_path: Path, name: str, sentence: str
) -> None:
    folder = tmp_path / "games"
    (folder / "there").mkdir(parents=True)
    ran = hexlume("new-game", name, "--folder", folder)
    assert (ran.code, ran.out) == (1, "")
    assert sentence in ran.err and ran.err.count("\n") == 1
    assert [path.name for path in folder.iterdir()] == ["there"]


def test_folder_that_cannot_be_written_is_named(hexlume: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = hexlume("new-game", "trio", "--folder", tmp_path / "file")
    assert (ran.code, ran.err) == (1, f"{tmp_path}/file/trio cannot be written (Not a directory).\n")

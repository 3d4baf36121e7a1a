"""``hexlume check-game``: its output and its exit codes."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexlume_plugins.gamekit.skeleton import write_skeleton


def written(parent: Path, file: str, old: str, new: str) -> Path:
    """Write the example with a change and return its folder."""
    folder = write_skeleton("trio", parent)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return folder


@pytest.mark.integration
def test_failures_are_sentences_with_a_command_that_shows_the_position(hexlume: Any, tmp_path: Path) -> None:
    folder = written(tmp_path, "texts.py", '"TRI-3"', '"TRI-7"')
    ran = hexlume("check-game", folder, "--games", 12)
    assert (ran.code, ran.err) == (1, "")
    *lines, last = ran.out.splitlines()
    assert last == "The game has failures: see above."
    at = next(number for number, line in enumerate(lines) if line.startswith("FAILED  texts "))
    assert lines[at + 1].strip().startswith("CLAUSES in texts.py has no sentence for TRI-3, refused on hex2 ")
    shell = f"PATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH; {lines[at + 2].strip()}"
    shown = subprocess.run(shell, shell=True, capture_output=True, text=True, check=True)
    assert "?" not in shown.stdout and " a b c\n" not in shown.stderr


@pytest.mark.integration
def test_json_has_every_check_and_failure(hexlume: Any, tmp_path: Path) -> None:
    folder = written(tmp_path, "rules.py", "        player = self.to_move\n", "        {}[1]\n")
    ran = hexlume("check-game", folder, "--games", 1, "--json")
    found = json.loads(ran.out)
    assert (ran.code, found["ok"]) == (1, False)
    failures = [failure for check in found["checks"] for failure in check["failures"]]
    assert [sorted(failure) for failure in failures] == [["command", "sentence"]]
    assert failures[0]["command"].startswith("printf 'hexlume-game trio size=2\\nshowboard\\n' | hexlume ")


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        ("none", "{0}/none is no game's folder: it has no rules.py"),
        (".", "{0} is no game's folder: it has no rules.py"),
    ],
)
def test_folder_without_a_game_is_named(hexlume: Any, tmp_path: Path, folder: str, sentence: str) -> None:
    ran = hexlume("check-game", tmp_path / folder)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(sentence.format(tmp_path)) and ran.err.count("\n") == 1

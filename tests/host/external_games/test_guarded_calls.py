"""Guards around external games: what their code raises or prints."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_plugins.gamekit.skeleton import write_skeleton

pytestmark = pytest.mark.integration

QUICK = """
import sys
from hexlume_host.external_games import guarded_calls
guarded_calls.LOAD_SECONDS = 3.0
from hexlume_host.cli.main import main
sys.argv[0] = "hexlume"
main()
"""
"""``hexlume`` with less patience."""
DO = "        player = self.to_move\n"
FIRST = "        for cell in range(self.grid.cells):\n            yield"
PLAY = "hexlume-game hop size=3\nplay w a2\nhexlume-legal\nname\n"
Broken = Callable[..., Path]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """Return a function that writes a folder with the example as ``hop``, a text of its rules replaced."""

    def write(old: str, new: str, file: str = "rules.py") -> Path:
        path = write_skeleton("hop", tmp_path / "games") / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return path.parent

    return write


def hexlume(*arguments: object, stdin: str = "", games: object = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", QUICK, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HEXLUME_GAMES": str(games)},
        timeout=200,
    )


def answers(ran: subprocess.CompletedProcess[str]) -> list[str]:
    return ran.stdout.strip().split("\n\n")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("raise SystemExit", "its code raises SystemExit"),
        ("while True:\n    pass", "its code raises TookTooLong after 3 s"),
    ],
)
def test_code_that_ends_the_program_or_hangs_at_import_is_one_sentence_and_all_else_works(
    broken: Broken, code: str, why: str
) -> None:
    folder = broken("GAME = ", f"{code}\nGAME = ")
    write_skeleton("two", folder.parent)
    ran = hexlume("gtp", "--rules", "two", "--engine", "random", stdin="name\n", games=folder.parent)
    assert ran.stderr == f"The game in {folder} is left out (ImportError: {why}).\n"
    assert (ran.returncode, ran.stdout) == (0, "= Hexlume\n\n")


def test_what_a_game_prints_at_import_and_in_its_rules_stays_off_standard_output(broken: Broken) -> None:
    folder = broken(DO, f'{DO}        print("playing")\n')
    (folder / "texts.py").write_text('print("texts")\n' + (folder / "texts.py").read_text())
    ran = hexlume("gtp", "--engine", "random", stdin=PLAY, games=folder)
    assert [answer[:3] for answer in answers(ran)] == ["=", "=", "= b", "= H"]
    assert ran.stderr == "texts\nplaying\n"


@pytest.mark.parametrize(
    ("old", "new", "answer", "line"),
    [
        (
            FIRST,
            f"        1 // 0\n{FIRST}",
            2,
            "ZeroDivisionError: integer division or modulo by zero (rules.py, line 34, in iter_legal)",
        ),
        (DO, f"{DO}        {{}}[1]\n", 1, "KeyError: 1 (rules.py, line 8"),
    ],
)
def test_gtp_answers_what_failed_in_a_games_rules_and_where_and_goes_on(
    broken: Broken, old: str, new: str, answer: int, line: str
) -> None:
    found = answers(hexlume("gtp", "--engine", "random", stdin=PLAY, games=broken(old, new)))
    assert found[answer].startswith(f"? The game hop failed: {line}")
    assert found[-1] == "= Hexlume"


@pytest.mark.parametrize(
    ("arguments", "old", "new", "sentence"),
    [
        (
            ("gtp", "--rules", "hop"),
            "        self._last = NO_CELL\n",
            "        1 // 0\n",
            "Hop cannot be started: ZeroDivisionError: integer division or modulo by zero.",
        ),
    ],
)
def test_a_command_names_the_place_in_the_rules_that_failed(
    broken: Broken, arguments: tuple[object, ...], old: str, new: str, sentence: str
) -> None:
    ran = hexlume(*arguments, games=broken(old, new))
    assert ran.returncode == 1 and "Traceback" not in ran.stderr
    assert sentence in ran.stderr

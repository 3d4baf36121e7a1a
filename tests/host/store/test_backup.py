"""The commands that docs/logging.md gives to back up, move and restore a store, run as they stand there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent

pytestmark = pytest.mark.integration

PAGE = Path(__file__).parents[3] / "docs" / "logging.md"
BOARD = Board("b0a4d", "hex4", "0.1.0")


def commands(beginning: str) -> str:
    """Return the commands that follow the paragraph that begins so."""
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(beginning) == 1
    found = re.search(r"\n\n((?:    .*\n)+)", text[text.index(beginning) :])
    assert found is not None
    return found[1]


def run(shell: str, folder: Path) -> str:
    """Run commands as a person does; returns what ``HEXLUME_STORE`` is after them."""
    if shutil.which("sqlite3") is None:
        pytest.fail("these tests need SQLite's command: sudo apt-get install sqlite3")
    ran = subprocess.run(
        ["bash", "-e", "-c", shell + '\necho "$HEXLUME_STORE"'],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.strip()


def game(count: int) -> list[BoardEvent]:
    start = BoardEvent("g", 0, START, 0, {"rules": "orochi", "board": "hex4", "options": {}})
    action = {"action": "Wd4", "colour": "white"}
    return [start, *(BoardEvent("g", seq, ACTION, seq, action) for seq in range(1, count))]


def events_in(where: object) -> int:
    with Store(str(where), create=False) as store:
        return len(store.record("g").events)


def test_a_backup_of_a_store_in_use_is_whole_and_can_be_restored(tmp_path: Path) -> None:
    with Store(tmp_path / "hexlume.sqlite") as store:
        store.commit(BOARD, game(3))
        run(commands("**Back up**, also while"), tmp_path)
        store.commit(BOARD, game(5))
    assert events_in(tmp_path / "backup.sqlite") == 3
    run(commands("**Restore.** Stop every"), tmp_path)
    assert events_in(tmp_path / "hexlume.sqlite") == 3
    with Store(tmp_path / "hexlume.sqlite") as store:
        assert store.commit(BOARD, game(5)).last == {"g": 4}


def test_a_store_is_moved(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    with Store(tmp_path / "hexlume.sqlite") as store:
        store.commit(BOARD, game(3))
    moved = run(commands("**Move.** Stop every"), tmp_path)
    assert events_in(moved) == 3
    assert list(tmp_path.glob("hexlume.sqlite*")) == []

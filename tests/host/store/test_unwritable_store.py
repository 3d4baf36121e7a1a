"""A store that cannot be written is read: by another user, and on a drive that is mounted read-only."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")
START_DATA = {"rules": "orochi", "on": "hex4", "options": {}}


def play(store: Store, game: str = "b0a4d-1-1") -> None:
    action = {"action": "Wd4", "colour": "white"}
    store.commit(BOARD, [BoardEvent(game, 0, START, 0, START_DATA), BoardEvent(game, 1, ACTION, 1, action)])


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that can be mounted read-only."""
    folder = tmp_path / "drive"
    folder.mkdir()
    mounted = subprocess.run(["mount", "--bind", folder, folder], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"nothing may be mounted here ({mounted.stderr.strip()})")
    yield folder
    subprocess.run(["umount", folder], check=True)


def mount(folder: Path, mode: str) -> None:
    subprocess.run(["mount", "-o", f"remount,bind,{mode}", folder], check=True)


def test_a_store_on_a_read_only_drive_is_read(folder: Path) -> None:
    path = folder / "s.sqlite"
    with Store(path) as store:
        play(store)
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    mount(folder, "ro")
    with Store(path, create=False) as store:
        assert [game.action_count for game in store.games()] == [1]
        assert len(store.record("b0a4d-1-1").events) == 2
        for _ in range(2):
            with pytest.raises(StoreError) as refused:
                play(store, "b0a4d-1-2")
            assert not isinstance(refused.value, StoreUnavailableError)
            assert str(refused.value) == (
                f"The store {path} is read-only (attempt to write a readonly database): "
                "allow hexlume to write it, or name another one."
            )
        assert len(store.games()) == 1
    mount(folder, "rw")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == files


def test_a_read_only_store_that_changes_is_read_anew(folder: Path) -> None:
    path = folder / "s.sqlite"
    with Store(path) as store:
        play(store)
    mount(folder, "ro")
    with Store(path, create=False) as store:
        assert len(store.games()) == 1
        mount(folder, "rw")
        with Store(path) as other:
            play(other, "b0a4d-1-2")
        assert len(store.games()) == 2
        play(store, "b0a4d-1-3")
        assert len(store.games()) == 3


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files to others")
@pytest.mark.parametrize("state", ["closed", "logged"])
def test_a_store_of_another_user_is_listed_shown_and_exported(state: str, tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o755)
    path = folder / "s.sqlite"
    # Root without these rights is an ordinary user to files of others.
    user = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown")

    def hexlume(*arguments: str) -> str:
        command = [*user, sys.executable, "-c", "from hexlume_host.cli.main import main; main()", *arguments]
        ran = subprocess.run([*command, "--store", str(path)], capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
        return ran.stdout

    with closing(Store(path)) as store:
        play(store)
        if state == "closed":
            store.close()
        # Its owner lets others read it.
        path.chmod(0o644)
        for file in (folder, *folder.iterdir()):
            os.chown(file, 65534, 65534)
        assert [game["actions"] for game in json.loads(hexlume("games", "--json"))] == [1]
        assert "Wd4" in hexlume("show", "1")
        assert json.loads(hexlume("export", "1"))["actions"]
        assert "1 game" in hexlume("stats")
        assert "b0a4d" in hexlume("watch", "--once")


def test_the_site_shows_a_read_only_store(folder: Path, tmp_path: Path) -> None:
    with Store(folder / "s.sqlite") as store:
        play(store)
    mount(folder, "ro")
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", "serve", "--no-log"]
    command += ["--no-browser", "--port", "0", "--store", str(folder / "s.sqlite"), "--log-file", str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            address = process.stdout.readline().split()[2]
            for page in ("", "library", "games/1", "statistics", "api/games/1"):
                fetched = subprocess.run(
                    ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}", f"{address}{page}"],
                    capture_output=True,
                    text=True,
                    check=True,
                )
                assert fetched.stdout == "200", page
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == ""


def test_a_damaged_store_is_no_read_only_one(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(b"no database at all" * 500)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(path)
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="not a Hexlume store"):
        Store(tmp_path / "other.sqlite", create=False)

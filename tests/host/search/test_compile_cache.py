"""Compiled code: one process compiles, the others wait for it, and nobody is left waiting."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hexlume_engine.search.compile_cache import cache_folder, compile_lock, needs_compiling

pytest.importorskip("numba", reason="the extra engine is not installed")

pytestmark = pytest.mark.integration

COMPILING = """
from hexlume_engine.search.compile_cache import compile_lock
with compile_lock():
    print("compiling", flush=True)
    input()
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled code with nothing in it, here and in other processes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    made = cache_folder()
    assert made is not None and tmp_path in made.parents and list(made.iterdir()) == []
    return made


@pytest.fixture
def other() -> "subprocess.Popen[str]":
    """Another process that compiles, until it reads a line."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMPILING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "compiling\n"
    return process


def test_the_second_waits_for_the_first_and_finds_what_it_made(other: "subprocess.Popen[str]") -> None:
    def second() -> bool:
        with compile_lock():
            return needs_compiling()

    with ThreadPoolExecutor() as threads:
        found = threads.submit(second)
        with pytest.raises(TimeoutError):
            found.result(0.3)
        other.communicate("go on\n", 60)
        assert found.result(60) is False


def test_without_a_place_for_the_note_it_is_compiled_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "folder"))
    assert cache_folder() is None
    compiled = []
    with compile_lock():
        compiled.append(True)
    assert compiled and needs_compiling()


def test_what_older_sources_left_is_removed_but_for_the_last(folder: Path) -> None:
    folder.rmdir()
    older = [folder.parent / f"engine-{number}" for number in range(6)]
    other = folder.parent / "other"
    for number, each in enumerate([*older, other]):
        each.mkdir()
        os.utime(each, (number, number))
    cache_folder()
    assert sorted(folder.parent.iterdir()) == sorted([*older[3:], folder, other])


def test_nothing_is_removed_beside_a_folder_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [tmp_path / "mine" / f"engine-{number}" for number in range(6)]
    for each in mine:
        each.mkdir(parents=True)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "mine" / "new"))
    assert cache_folder() == tmp_path / "mine" / "new"
    assert all(each.is_dir() for each in mine)

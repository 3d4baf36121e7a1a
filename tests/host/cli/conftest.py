"""Folders of its own for every command, and commands in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's own store, log and simulators out of it."""
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
        folder = tmp_path / variable
        # A runtime folder that others may read is not used (XDG base directory specification).
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(variable, str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("HEXLUME_STORE", raising=False)


@contextmanager
def running(*arguments: object) -> "Iterator[subprocess.Popen[str]]":
    """Run ``hexlume`` in a process of its own; it is killed if it still runs at the end."""
    command = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


@pytest.fixture(name="running")
def _running() -> Callable[..., object]:
    return running

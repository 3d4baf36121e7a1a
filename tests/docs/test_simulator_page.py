"""docs/simulator.md: the command that starts a twin by hand does what the page says."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import serial

pytestmark = pytest.mark.integration

PAGE = (Path(__file__).parents[2] / "docs/simulator.md").read_text(encoding="utf-8")
PATIENCE_S = 60.0


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the page's command in a folder, its link there too; yield the process and the link."""
    (line,) = re.findall(r"^    (python -m hexlume_sim .*)$", PAGE, re.MULTILINE)
    link = str(folder / "board")
    words = [link if word == "/tmp/board" else word for word in shlex.split(line)]
    process = subprocess.Popen(
        [sys.executable, *words[1:]],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    try:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["event"] == "ready"
        yield process, link
    finally:
        process.kill()
        process.wait()


def hello(port: str) -> dict[str, Any]:
    """Open a board's port and return what it says of itself at once."""
    with serial.Serial(port, timeout=PATIENCE_S) as opened:
        message: dict[str, Any] = json.loads(opened.readline())
    assert message["type"] == "hello"
    return message


def test_a_twin_started_by_hand_is_the_same_board_again_with_its_flash(tmp_path: Path) -> None:
    with started(tmp_path) as (_, link):
        first = hello(link)
        # Killed, not stopped: what was written has reached the files.
    assert (tmp_path / "board.flash").is_file() and (tmp_path / "board.flash-drive").is_dir()
    with started(tmp_path) as (_, link):
        again = hello(link)
    assert (again["board"], again["game"], again["boot"]) == (first["board"], first["game"], first["boot"] + 1)


def test_a_twin_started_by_hand_takes_gestures_on_its_input_and_ends_with_it(tmp_path: Path) -> None:
    with started(tmp_path) as (process, _):
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write('{"do":"put","cell":"d4","piece":"white"}\n')
        process.stdin.flush()
        deadline = time.monotonic() + PATIENCE_S
        while json.loads(process.stdout.readline()) != {"event": "table", "discs": {"d4": "white"}}:
            assert time.monotonic() < deadline
        process.stdin.close()
        last = [json.loads(line) for line in process.stdout][-1]
        assert last["event"] == "ended"
        assert process.wait(PATIENCE_S) == 0

"""The checks of a game's folder, run in a process of their own: its code may raise, hang, or end the process."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import hexlume.games
from hexlume_host.external_games.folders import VARIABLE
from hexlume_record.errors import HexlumeError

from .report import Check

PATIENCE_S = 120.0
"""How long the process may compute from one step to the next: on a busy computer that takes longer."""
SILENCE_S = 120.0
"""How long nothing at all may come from it: it says every few seconds that it is alive."""


def check_game(
    folder: Path, games: int, seed: int, begin: Callable[[str, int], None], step: Callable[[], None]
) -> list[Check]:
    """Check a game's folder; raises ``HexlumeError`` when there is none.

    ``begin`` is called with the name and the steps of each check, ``step`` at each of its steps.
    """
    folder = folder.expanduser().resolve()
    if not folder.is_dir():
        raise HexlumeError(f"There is no folder {folder}.")
    if not (folder / "rules.py").is_file():
        raise HexlumeError(f"{folder} is no game's folder: it has no rules.py. Begin with hexlume new-game.")
    command = [sys.executable, "-P", "-m", __package__, str(folder), folder.name, str(games), str(seed)]
    own = folder.parent == Path(hexlume.games.__file__).resolve().parent
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment = {**os.environ, VARIABLE: "" if own else str(folder), "PYTHONPATH": paths}
    found: list[Check] = []
    now, ended = "files", False
    with _process(command, environment) as process:
        for line in _lines(process):
            if "begin" in line:
                now = str(line["begin"])
                begin(now, int(line["steps"]))
            elif "step" in line:
                step()
            elif "end" in line:
                ended = True
            else:
                found.append(Check.from_json(line["check"]))
    if not ended:
        broken = Check(now)
        broken.fail(f"The check '{now}' did not come to its end: {_ending(process)}.")
        found.append(broken)
    return found


class _Checking(subprocess.Popen[str]):
    """The process; ``silent`` once it was ended because nothing came from it."""

    silent = False


@contextmanager
def _process(command: list[str], environment: dict[str, str]) -> Iterator[_Checking]:
    with _Checking(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield process
            process.wait()
        except BaseException:
            process.kill()
            raise


def _lines(process: _Checking) -> Iterator[dict[str, Any]]:
    """Yield the lines of a process as they come; end it when it computes for long and none comes."""
    assert process.stdout is not None
    computed = since = 0.0

    def stop() -> None:
        process.silent = True
        process.kill()

    while True:
        timer = threading.Timer(SILENCE_S, stop)
        timer.daemon = True
        timer.start()
        try:
            text = process.stdout.readline()
        finally:
            timer.cancel()
        if not text:
            return
        line = json.loads(text)
        if "alive" in line:
            computed = line["alive"]
            if computed - since > PATIENCE_S:
                stop()
        else:
            since = computed
            yield line


def _ending(process: _Checking) -> str:
    if process.silent:
        return f"the game's code did not come back within {PATIENCE_S:g} s"
    return f"the game's code ended the process (code {process.returncode})"

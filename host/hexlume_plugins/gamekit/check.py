"""The checks of a game's folder, run in a process of their own: its code may raise, hang, or end the process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import hexlume.games
from hexlume_host.external_games.folders import VARIABLE
from hexlume_record.errors import HexlumeError

from .process_limits import PATIENCE_S
from .report import Check


def check_game(folder: Path, games: int, seed: int, begin: Callable[[str], None]) -> list[dict[str, Any]]:
    """Check a game's folder; raises ``HexlumeError`` when there is none. ``begin`` is called with each check's name."""
    folder = folder.expanduser().resolve()
    if not (folder / "rules.py").is_file():
        raise HexlumeError(f"{folder} is no game's folder: it has no rules.py. Begin with hexlume new-game.")
    command = [sys.executable, "-P", "-m", __package__, str(folder), folder.name, str(games), str(seed)]
    own = folder.parent == Path(hexlume.games.__file__).resolve().parent
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment = {**os.environ, VARIABLE: "" if own else str(folder), "PYTHONPATH": paths}
    found: list[dict[str, Any]] = []
    now = "files"
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in map(json.loads, process.stdout):
                if "begin" in line:
                    now = line["begin"]
                    begin(now)
                else:
                    found.append(line["check"])
        except BaseException:
            process.kill()
            raise
    if process.returncode or now not in [check["name"] for check in found]:
        broken = Check(now)
        broken.fail(f"The check '{now}' did not come to its end: {ending(process.returncode)}.")
        found.append(asdict(broken))
    return found


def ending(code: int) -> str:
    """Return why a process ended, by its exit code."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return f"the game's code did not come back within {PATIENCE_S:g} s"
    return f"the game's code ended the process (code {code})"

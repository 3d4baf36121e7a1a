"""A running ``hexlume serve`` in folders of its own, and all that it writes."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from hexlume_host.store.repository import Store

PROGRAM = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()"]
FOLDERS = ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
BAD_WORDS = re.compile(r"Traceback|Exception|Error\b|failed|please report|never awaited|Warning\b", re.IGNORECASE)
"""What it may not say on standard error, where it reports what needs attention."""


def own_folders(folder: Path) -> dict[str, str]:
    """Return the variables that keep the user's own store, logs and simulators out of it."""
    told = {}
    for variable in FOLDERS:
        place = folder / variable
        # A runtime folder that others may read is not used (XDG base directory specification).
        place.mkdir(mode=0o700, exist_ok=True)
        told[variable] = str(place)
    return told


class Served:
    """The server; ``stop`` ends it as Ctrl-C does and returns every complaint that its logs give rise to."""

    def __init__(self, folder: Path, store: Path) -> None:
        self.store = store
        self._out, self._err = folder / "out", folder / "err"
        options = ["--page-port", "0", "--no-browser", "--store", str(store)]
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [*PROGRAM, "serve", *options],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": "default"},
            )
        self.address = self._told_address()

    def complaints(self) -> list[str]:
        """Return what its logs hold that they must not."""
        heard = []
        if self.process.poll() is not None:
            heard.append(f"the server has ended with exit code {self.process.returncode}")
        if any(BAD_WORDS.search(line) for line in _lines(self._err)):
            heard.append(f"standard error: {self._err.read_text()[-4000:]}")
        return heard

    def stop(self) -> list[str]:
        """End it; returns the last complaints."""
        heard = self.complaints()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            code = self.process.wait(60)
            if code != 130:
                heard.append(f"exit code {code} after Ctrl-C instead of 130")
            expected = [f"Watch at {self.address}  (Ctrl-C ends)", f"Stopped. The games are kept in {self.store}."]
            if _lines(self._out) != expected:
                heard.append(f"standard output: {self._out.read_text()}")
        with Store(self.store) as kept:
            for game in kept.games():
                kept.record(game.id)
        return heard

    def kill(self) -> None:
        """End it at once, if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _told_address(self) -> str:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            found = re.search(r"http://\S+/", self._out.read_text())
            if found:
                return found[0]
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
                break
        raise AssertionError(f"hexlume serve did not start: {self._err.read_text()}")


def _lines(path: Path) -> list[str]:
    return path.read_text(errors="replace").splitlines() if path.exists() else []

"""A real MicroPython that runs the firmware's files against a trace."""

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.firmware.test_micropython import FIRMWARE, MICROPYTHON

LIBRARIES = ("neopixel", "adafruit_pixelbuf")
HEAP = "1M"
"""Objects are twice a Pico's, and the sources are compiled in it."""


class Run:
    """What the firmware did: every message to the host, how many frames it sent and the CRC-32 of their bytes.

    ``refusal`` is the sentence that tells what it did otherwise than on CPython, empty if nothing.
    """

    def __init__(self, status: int, out: str) -> None:
        lines = out.splitlines()
        self.refusal = lines.pop() if status else ""
        told = [line.split(" ", 2) for line in lines]
        self.told: list[dict[str, Any]] = []
        self.frames, self.crc = 0, 0
        for frames, crc, line in told:
            self.frames, self.crc = int(frames), int(crc, 16)
            if line != "the end":
                message = json.loads(line)
                del message["crc"]
                self.told.append(message)


def libraries(folder: Path) -> Path:
    """Copy the libraries that a board's drive has beside the firmware from the installed packages."""
    folder.mkdir(exist_ok=True)
    for name in LIBRARIES:
        found = importlib.util.find_spec(name)
        assert found is not None and found.origin is not None
        shutil.copy(found.origin, folder)
    return folder


def replay(trace: Path, firmware: Path = FIRMWARE, heap: str = HEAP) -> Run:
    """Run a firmware's boot.py and code.py against a trace."""
    lib = libraries(trace.parent / "lib")
    script, repository = Path(__file__).parent / "inside" / "run.py", Path(__file__).parents[2]
    ran = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}", script, trace, firmware, lib, repository],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode in (0, 1) and not ran.stderr, ran.stderr + ran.stdout[-500:]
    return Run(ran.returncode, ran.stdout)

"""What a process holds, as Linux tells it in /proc (proc(5))."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Held(NamedTuple):
    """How many threads and child processes there are, how many files are open, and the memory in use in kB.

    The files of a store are told apart: its connections are kept for the next time, as many as there were at once.
    """

    threads: int
    children: int
    files: int
    store_files: int
    kilobytes: int


def held(pid: int, store: Path) -> Held:
    """Return what a process holds now that has a store open."""
    process = Path("/proc") / str(pid)
    threads = os.listdir(process / "task")
    children = sum(len((process / "task" / thread / "children").read_text().split()) for thread in threads)
    memory = next(line for line in (process / "status").read_text().splitlines() if line.startswith("VmRSS"))
    files = [_target(file) for file in (process / "fd").iterdir()]
    of_store = sum(file.startswith(str(store)) for file in files)
    return Held(len(threads), children, len(files) - of_store, of_store, int(memory.split()[1]))


def _target(file: Path) -> str:
    try:
        return os.readlink(file)
    except FileNotFoundError:
        return ""


def come_to_rest(
    pid: int, store: Path, no_more_than: Held, seconds: float, sleep: Callable[[float], None] = time.sleep
) -> Held:
    """Return what a process holds once that is no more than it was, or when it has had so long to part with the rest.

    Threads that answered requests are kept for a while, and a connection takes a moment to close.
    """
    end = time.monotonic() + seconds
    while True:
        now = held(pid, store)
        if all(one <= most for one, most in zip(now[:3], no_more_than[:3], strict=True)) or time.monotonic() > end:
            return now
        sleep(0.2)

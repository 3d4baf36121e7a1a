"""Engine process: a process of its own, whose engine does one task after another for the site's pages."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any

from ..search.factory import make_engine
from ..search.level import STRONGEST

READY = "ready"
"""The first message of a process: its engine is loaded, which takes about a minute after an installation."""
STOP = ()
"""A task that only ends the one before."""
_SEED = 1
_MEMORY_MB = 128
_NICENESS = 10
"""Boards and pages come first."""
_SPAWN = multiprocessing.get_context("spawn")
"""Not forked: Numba and threads do not survive it."""

Work = Callable[..., Iterable[Any]]
"""Gets the engine, what says whether to go on, and the members of a task; yields the messages about it."""


def start(work: Work) -> tuple[SpawnProcess, Connection]:
    """Start a process; return it and the pipe, which takes tasks (tuples) and returns messages.

    A new task replaces the one before. The process ends when the pipe is closed.
    """
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_run, args=(theirs, work), daemon=True)
    process.start()
    # Only the process holds that end from now on: when it ends, so does the pipe.
    theirs.close()
    return process, ours


def _run(pipe: Connection, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    inbox: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
    threading.Thread(target=_read, args=(pipe, inbox), daemon=True).start()
    # Closed when the program that asks has ended, or needs the engine no more.
    with suppress(OSError):
        engine = make_engine(STRONGEST, _SEED, _MEMORY_MB)
        engine.make_ready()
        pipe.send(READY)
        while (task := inbox.get()) is not None:
            for message in work(engine, inbox.empty, *task) if task and inbox.empty() else ():
                pipe.send(message)


def _read(pipe: Connection, inbox: "SimpleQueue[tuple[Any, ...] | None]") -> None:
    """Take tasks as they come, also while the engine computes; ``None`` at the end."""
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv())
    inbox.put(None)

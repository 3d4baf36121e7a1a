"""Position jobs: a process of its own thinks about one position at a time, for the analysis page."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any

from hexlume.games.pieces import COLOURS
from hexlume_record.errors import HexlumeError
from hexlume_record.variations.start import Start, game_at

from ..search.factory import MISSING, is_installed, make_engine
from ..search.level import STRONGEST, Limit
from .evaluation import Choice
from .reviewer import choices_of

if TYPE_CHECKING:
    from ..search.engine import Engine

EVERY_S = 0.5
"""How often the process reports what it has found."""
IDLE_S = 30.0
"""A process that has had nothing to do for so long ends."""
PATIENCE_S = 180.0
"""So does one that has found nothing for so long, though it was asked: compiling takes a minute."""
_SEED = 1
_MEMORY_MB = 128
_NICENESS = 10
"""Boards and pages come first."""
_READY = "ready"
_SPAWN = multiprocessing.get_context("spawn")
"""Not forked: Numba and threads do not survive it."""


class EngineBusyError(HexlumeError):
    """The engine cannot think about a position just now; the text says why."""


@dataclass(frozen=True, slots=True)
class PositionAsked:
    """A position, as the actions that lead to it from a start, which was checked; ``on`` is its board."""

    start: Start
    on: str
    actions: tuple[str, ...]


_Message = tuple[int, PositionAsked, float]


@dataclass(frozen=True, slots=True)
class Thought:
    """What the engine has found of a position: ``choices`` are the best actions of ``colour``, the surest first.

    ``ready`` is false while the engine is being loaded, which takes about a minute after an installation.
    """

    number: int
    client: str
    asked: PositionAsked | None = None
    running: bool = True
    ready: bool = False
    colour: str = ""
    chance: float = 0.5
    proven: str | None = None
    playouts: int = 0
    choices: tuple[Choice, ...] = ()
    problem: str = ""


class PositionJobs:
    """Thinks about one position at a time; a client's new position replaces its last. Any thread may call it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thought = Thought(0, "", running=False)
        self._began = 0.0
        self._wanted = _SPAWN.Value("q", 0, lock=False)
        """The number that the process may think about: it reads this all the time, and messages only in between."""
        self._pipe: Connection | None = None
        self._is_busy = False
        self._next: _Message | None = None
        """What to send when the process has ended its last thought."""

    def begin(self, client: str, asked: PositionAsked, seconds: float) -> Thought:
        """Begin to think about a position; raises ``EngineBusyError`` while the engine thinks for another client."""
        if not is_installed():
            raise EngineBusyError(MISSING)
        with self._lock:
            if self._thought.running and self._thought.client != client:
                raise EngineBusyError("The engine thinks for somebody else: try again in a moment.")
            is_ready = self._pipe is not None and self._thought.ready
            self._thought = Thought(self._thought.number + 1, client, asked, ready=is_ready)
            self._began = time.monotonic()
            self._wanted.value = self._thought.number
            if self._pipe is None:
                self._pipe, self._is_busy = self._start(), False
            self._next = (self._thought.number, asked, seconds)
            self._send_next()
            return self._thought

    def thought(self, number: int) -> Thought | None:
        """Return what was found for a number, ``None`` if another position was asked since."""
        with self._lock:
            return self._thought if self._thought.number == number > 0 else None

    def stop(self, number: int) -> None:
        """Stop thinking about a position; what was found stays."""
        with self._lock:
            if self._thought.number == number and self._thought.running:
                self._thought = replace(self._thought, running=False)
                self._wanted.value, self._next = 0, None

    def _send_next(self) -> None:
        if self._next is None or self._is_busy or self._pipe is None:
            return
        # The process may just have ended: whoever follows it notices.
        with suppress(OSError):
            self._pipe.send(self._next)
        self._is_busy, self._next = True, None

    def _start(self) -> Connection:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_think, args=(theirs, self._wanted), daemon=True)
        process.start()
        # Only the process holds that end from now on: when it ends, so does the pipe.
        theirs.close()
        threading.Thread(target=self._follow, args=(process, ours), name="hexlume-position", daemon=True).start()
        return ours

    def _follow(self, process: SpawnProcess, pipe: Connection) -> None:
        """Take what a process finds until it ends, or has had nothing to do for a while."""
        try:
            while True:
                if pipe.poll(IDLE_S):
                    self._take(pipe.recv())
                    continue
                with self._lock:
                    quiet = time.monotonic() - self._began
                    if quiet >= (PATIENCE_S if self._thought.running else IDLE_S):
                        self._forget()
                        break
        except (EOFError, OSError):
            with self._lock:
                self._forget()
        finally:
            process.kill()
            process.join()
            pipe.close()

    def _forget(self) -> None:
        """Note that the process is no longer there."""
        self._pipe = self._next = None
        if self._thought.running:
            self._thought = replace(self._thought, running=False, problem="The engine broke off: try it again.")

    def _take(self, message: Any) -> None:
        with self._lock:
            if message == _READY:
                self._thought = replace(self._thought, ready=True)
                return
            number, found = message
            if found is None:
                self._is_busy = False
                self._send_next()
            if number == self._thought.number:
                goes_on = self._thought.running and found is not None
                self._thought = replace(self._thought, running=goes_on, **(found or {}))


def _think(pipe: Connection, wanted: Any) -> None:
    """Answer positions with what is found of them, as it improves; in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    # Closed when the program that asks has ended, or needs the engine no more.
    with suppress(EOFError, OSError):
        engine = make_engine(STRONGEST, _SEED, _MEMORY_MB)
        engine.make_ready()
        pipe.send(_READY)
        while True:
            number, asked, seconds = pipe.recv()
            for found in _findings(engine, asked, seconds, partial(_is_wanted, wanted, number)):
                pipe.send((number, found))
            pipe.send((number, None))


def _is_wanted(wanted: Any, number: int) -> bool:
    return bool(wanted.value == number)


def _findings(
    engine: "Engine", asked: PositionAsked, seconds: float, go_on: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """Yield what the engine finds of a position, as members of ``Thought``."""
    game = game_at(asked.start)
    for action in asked.actions:
        game.push_text(action)
    for analysis in engine.analysis(game, Limit(seconds), every=EVERY_S, free=True, go_on=go_on):
        yield {
            "colour": COLOURS[game.to_move],
            "chance": analysis.chance,
            "proven": analysis.proven,
            "playouts": analysis.playouts,
            "choices": choices_of(game, analysis),
        }

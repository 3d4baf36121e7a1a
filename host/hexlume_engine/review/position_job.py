"""Position jobs: a process of its own thinks about one position at a time, for the analysis page."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any

from hexlume.games.pieces import COLOURS
from hexlume_record.errors import HexlumeError
from hexlume_record.variations.start import Start, game_at

from ..search.factory import MISSING, is_installed
from ..search.level import Limit
from . import engine_process
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


class EngineBusyError(HexlumeError):
    """The engine cannot think about a position just now; the text says why."""


@dataclass(frozen=True, slots=True)
class PositionAsked:
    """A position, as the actions that lead to it from a start, which was checked; ``board`` is its board."""

    start: Start
    board: str
    actions: tuple[str, ...]


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
        self._pipe: Connection | None = None

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
            if self._pipe is None:
                process, self._pipe = engine_process.start(_findings)
                threading.Thread(
                    target=self._follow, args=(process, self._pipe), name="hexlume-position", daemon=True
                ).start()
            self._send(self._thought.number, asked, seconds)
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
                self._send(*engine_process.STOP)

    def _send(self, *task: object) -> None:
        # The process may just have ended: whoever follows it notices.
        with suppress(OSError):
            if self._pipe is not None:
                self._pipe.send(task)

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
        self._pipe = None
        if self._thought.running:
            self._thought = replace(self._thought, running=False, problem="The engine broke off: try it again.")

    def _take(self, message: Any) -> None:
        with self._lock:
            if message == engine_process.READY:
                self._thought = replace(self._thought, ready=True)
                return
            number, found = message
            if number == self._thought.number:
                goes_on = self._thought.running and found is not None
                self._thought = replace(self._thought, running=goes_on, **(found or {}))


def _findings(
    engine: "Engine", go_on: Callable[[], bool], number: int, asked: PositionAsked, seconds: float
) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield what the engine finds of a position, as members of ``Thought``, and ``None`` at the end; in its process."""
    game = game_at(asked.start)
    for action in asked.actions:
        game.push_text(action)
    for analysis in engine.analysis(game, Limit(seconds), every=EVERY_S, free=True, go_on=go_on):
        yield (
            number,
            {
                "colour": COLOURS[game.to_move],
                "chance": analysis.chance,
                "proven": analysis.proven,
                "playouts": analysis.playouts,
                "choices": choices_of(game, analysis),
            },
        )
    yield number, None

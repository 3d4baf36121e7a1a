"""Review jobs: a process of its own reviews one game at a time, and its evaluations go to the store."""

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING

from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

from ..search.factory import MISSING, is_installed
from ..search.level import Limit
from . import engine_process
from .evaluation import Evaluation
from .reviewed_game import ReviewedGame, save_evaluation
from .reviewer import Reviewer

if TYPE_CHECKING:
    from ..search.engine import Engine

_END_S = 5
_BROKE_OFF = "The analysis broke off: try it again."
_log = logging.getLogger(__name__)


class ReviewError(HexlumeError):
    """A game cannot be analysed just now; the text says why."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the analysis of a game is: ``done`` of ``planned`` positions, ``ply`` the one thought about now.

    ``ply`` is ``None`` until the engine is ready, which takes about a minute after an installation.
    """

    game: int
    planned: int
    done: int = 0
    ply: int | None = None


class ReviewJobs:
    """Analyses one game at a time; all methods may be called from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._progress: Progress | None = None
        self._process: SpawnProcess | None = None
        self._thread: threading.Thread | None = None
        self._problem: tuple[int, str] = (0, "")

    def progress(self, game: int) -> Progress | None:
        """Return how far a game's analysis is, ``None`` if none is under way."""
        with self._lock:
            return self._progress if self._progress is not None and self._progress.game == game else None

    def problem(self, game: int) -> str:
        """Return why the last analysis ended before its end, if it was this game's; empty else."""
        with self._lock:
            return self._problem[1] if self._problem[0] == game else ""

    def begin(self, reviewed: ReviewedGame, limit: Limit) -> bool:
        """Begin to analyse what is not known of a game yet; return whether there is anything.

        Raises ``ReviewError`` while another game is being analysed, and where the engine is not installed.
        """
        if not is_installed():
            raise ReviewError(MISSING)
        plies = reviewed.plan(reviewed.evaluations(self._store), limit)
        with self._lock:
            if self._progress is not None:
                if self._progress.game == reviewed.id:
                    return True
                raise ReviewError(f"Game {self._progress.game} is being analysed: wait for its end, or stop it there.")
            if not plies:
                return False
            self._process, pipe = engine_process.start(_review)
            self._progress, self._problem = Progress(reviewed.id, len(plies)), (0, "")
            task = (reviewed, plies, limit)
            self._thread = threading.Thread(
                target=self._carry_out, args=(self._process, pipe, *task), name="hexlume-analysis", daemon=True
            )
            self._thread.start()
        return True

    def stop(self, game: int | None = None) -> None:
        """End an analysis, of a game or whichever is under way; its evaluations are stored."""
        with self._lock:
            if self._progress is None or game not in (None, self._progress.game):
                return
            process, thread = self._process, self._thread
        if process is not None and thread is not None:
            process.kill()
            thread.join(_END_S)

    def _carry_out(
        self, process: SpawnProcess, pipe: Connection, reviewed: ReviewedGame, plies: list[int], limit: Limit
    ) -> None:
        problem = ""
        try:
            pipe.send((reviewed, plies, limit))
            # The engine is ready.
            pipe.recv()
            for done, ply in enumerate(plies):
                with self._lock:
                    self._progress = Progress(reviewed.id, len(plies), done, ply)
                save_evaluation(self._store, reviewed.id, pipe.recv())
        except (EOFError, OSError):
            process.join()
            # Less than zero when ``stop`` has ended it.
            problem = "" if (process.exitcode or 0) < 0 else _BROKE_OFF
        except Exception as error:
            # The store, most likely; what was found until now is there.
            _log.warning("The analysis of game %d stopped.", reviewed.id, exc_info=error)
            problem = error.public if isinstance(error, HexlumeError) else _BROKE_OFF
        finally:
            process.kill()
            process.join()
            pipe.close()
            with self._lock:
                self._progress = self._process = self._thread = None
                self._problem = (reviewed.id, problem)


def _review(
    engine: "Engine", go_on: Callable[[], bool], reviewed: ReviewedGame, plies: list[int], limit: Limit
) -> Iterator[Evaluation]:
    """Yield the evaluation of each ply, in the process of its own."""
    reviewer = Reviewer(engine, reviewed)
    return (reviewer.evaluate(ply, limit) for ply in plies)

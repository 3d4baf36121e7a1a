"""Review jobs: a process of its own reviews one game at a time, and its evaluations go to the store."""

import logging
import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError

from ..search.factory import MISSING, is_installed, make_engine
from ..search.level import STRONGEST, Limit
from .repository import save_evaluation
from .reviewed_game import ReviewedGame
from .reviewer import Reviewer

_SEED = 1
_MEMORY_MB = 128
_NICENESS = 10
"""Boards and pages come first."""
_END_S = 5
_SPAWN = multiprocessing.get_context("spawn")
"""Not forked: Numba and threads do not survive it."""

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
            results, theirs = _SPAWN.Pipe(duplex=False)
            process = _SPAWN.Process(target=_review, args=(reviewed, plies, limit, theirs), daemon=True)
            process.start()
            # Only the process holds that end from now on: when it ends, so does the pipe.
            theirs.close()
            self._process, self._progress, self._problem = process, Progress(reviewed.id, len(plies)), (0, "")
            self._thread = threading.Thread(
                target=self._carry_out,
                args=(process, results, reviewed.id, plies),
                name="hexlume-analysis",
                daemon=True,
            )
            self._thread.start()
        return True

    def stop(self, game: int | None = None) -> None:
        """End an analysis, of a game or whichever is under way; its evaluations are stored."""
        with self._lock:
            if self._progress is None or game not in (None, self._progress.game):
                return
            process, thread = self._process, self._thread
        if process is not None:
            process.kill()
        if thread is not None:
            thread.join(_END_S)

    def _carry_out(self, process: SpawnProcess, results: Connection, game: int, plies: list[int]) -> None:
        problem = ""
        try:
            # The engine is ready.
            results.recv()
            for done, ply in enumerate(plies):
                with self._lock:
                    self._progress = Progress(game, len(plies), done, ply)
                save_evaluation(self._store, game, results.recv())
        except (EOFError, OSError):
            process.join()
            # Less than zero when ``stop`` has ended it.
            if (process.exitcode or 0) >= 0:
                problem = "The analysis broke off: try it again."
        except HexlumeError as error:
            # The store, most likely; what was found until now is there.
            _log.warning("The analysis of game %d stopped: %s", game, error)
            problem = error.public
        except Exception:
            _log.exception("The analysis of game %d failed.", game)
            problem = "The analysis broke off: try it again."
        finally:
            process.kill()
            process.join()
            results.close()
            with self._lock:
                self._progress = self._process = self._thread = None
                self._problem = (game, problem)


def _review(reviewed: ReviewedGame, plies: list[int], limit: Limit, results: Connection) -> None:
    """Send ``True`` when the engine is ready, then the evaluation of each ply; in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    reviewer = Reviewer(make_engine(STRONGEST, _SEED, _MEMORY_MB), reviewed)
    # Broken when the program that asked has ended.
    with suppress(BrokenPipeError):
        results.send(True)
        for ply in plies:
            results.send(reviewer.evaluate(ply, limit))

"""Review jobs: a process of its own reviews one game at a time, and its evaluations go to the store."""

import json
import logging
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, replace

from ..engine.level import Limit
from ..engine.making import MISSING, is_installed
from ..errors import HostError
from ..store.repository import Store
from .evaluation import Evaluation
from .repository import save_evaluation
from .reviewed_game import ReviewedGame

_SEED = 1
_END_S = 5

_log = logging.getLogger(__name__)


class ReviewError(HostError):
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
        self._process: subprocess.Popen[str] | None = None
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
            process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            self._process, self._progress = process, Progress(reviewed.id, len(plies))
            self._problem = (0, "")
            task = {
                **{"rules": reviewed.rules, "size": reviewed.size, "options": dict(reviewed.options)},
                **{"actions": reviewed.names, "plies": plies, "seed": _SEED},
                **{"seconds": limit.seconds, "playouts": limit.playouts},
            }
            self._thread = threading.Thread(
                target=self._carry_out, args=(process, reviewed.id, task), name="hexlume-analysis", daemon=True
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

    def _carry_out(self, process: "subprocess.Popen[str]", game: int, task: dict[str, object]) -> None:
        problem = ""
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(task) + "\n")
                process.stdin.flush()
            for line in process.stdout:
                problem = self._take(game, json.loads(line)) or problem
            if process.wait() > 0 and not problem:
                problem = "The analysis broke off: try it again."
        except HostError as error:
            # The store, most likely; what was found until now is there.
            _log.warning("The analysis of game %d stopped: %s", game, error)
            problem = error.public
        except Exception:
            _log.exception("The analysis of game %d failed.", game)
            problem = "The analysis broke off: try it again."
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            with self._lock:
                self._progress = self._process = self._thread = None
                self._problem = (game, problem)

    def _take(self, game: int, message: dict[str, object]) -> str:
        """Take a message of the process; return what went wrong, empty if nothing did."""
        if "evaluation" in message:
            found = message["evaluation"]
            assert isinstance(found, dict)
            save_evaluation(self._store, game, Evaluation.of(found))
        with self._lock:
            if self._progress is not None:
                if "evaluation" in message:
                    self._progress = replace(self._progress, done=self._progress.done + 1)
                elif "ply" in message:
                    self._progress = replace(self._progress, ply=int(str(message["ply"])))
        return str(message.get("error", ""))

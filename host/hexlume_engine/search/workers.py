"""Where games are played: on this machine or a cluster. A worker that dies loses no game and doubles none."""

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Protocol, Self, TypeVar

import hexlume
from hexlume_host.extras import require
from hexlume_record.errors import HexlumeError

_Result = TypeVar("_Result")

_AHEAD = 2
"""How many games are given out for each worker: one to play and one to go on with."""
_MOST_DEATHS = 3
_CONNECT_S = 10


class Workers(Protocol):
    """Processes that run functions; a context manager that leaves nothing running."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *exception: object) -> None: ...

    def width(self) -> int:
        """Return how many games can be played at once just now, at least 1."""

    def submit(self, function: Callable[..., _Result], *arguments: Any) -> "Future[_Result]":
        """Have a function run there; its future raises ``WorkerDied`` or ``HexlumeError`` when that fails."""


class WorkerDied(Exception):
    """What was given out is lost with its worker: it is to be given out again."""


def spread(
    workers: Workers, function: Callable[[Any, int], _Result], task: Any, numbers: Iterable[int]
) -> Iterator[_Result]:
    """Yield ``function(task, number)`` for each number exactly once, as the workers make them.

    Raises ``HexlumeError`` when the workers keep dying or cannot be reached any more.
    """
    waiting = deque(numbers)
    given: dict[Future[_Result], int] = {}
    deaths = 0
    while waiting or given:
        while waiting and len(given) < _AHEAD * workers.width():
            number = waiting.popleft()
            given[workers.submit(function, task, number)] = number
        died = False
        for future in wait(given, return_when=FIRST_COMPLETED).done:
            number = given.pop(future)
            try:
                made = future.result()
            except (BrokenProcessPool, WorkerDied):
                waiting.appendleft(number)
                died = True
                continue
            deaths = 0
            yield made
        deaths += died
        if deaths >= _MOST_DEATHS:
            raise HexlumeError("The workers keep dying: give fewer (--workers), or look for what ends them (memory?).")


class LocalWorkers:
    """Processes of this machine; one that dies is replaced."""

    def __init__(self, count: int) -> None:
        self._count = count
        # Not forked: Numba and threads do not survive it.
        self._context = multiprocessing.get_context("spawn")
        self._alive, self._holding = self._context.Pipe(duplex=False)
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        # Whoever still plays ends when nobody holds the pipe.
        self._holding.close()
        self._alive.close()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def width(self) -> int:
        """Return how many processes there are."""
        return self._count

    def submit(self, function: Callable[..., _Result], *arguments: Any) -> "Future[_Result]":
        """Have a process run a function."""
        for _ in range(_MOST_DEATHS):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self._count, self._context, _live_with, (self._alive,))
            try:
                with _UninterruptedStart():
                    return self._pool.submit(function, *arguments)
            except BrokenProcessPool:
                self._pool.shutdown(wait=False)
                self._pool = None
        raise HexlumeError("The processes that should play die at their start.")


class _UninterruptedStart:
    """While it lasts, processes that are started never hear of Ctrl-C: the one that started them ends them."""

    def __enter__(self) -> None:
        self._before: Any = None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def __exit__(self, *exception: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def _live_with(alive: Any) -> None:
    """Have this process end with the one that started it, however that ends."""

    def listen() -> None:
        with suppress(EOFError, OSError):
            alive.recv_bytes()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()


class ClusterWorkers:
    """The workers of a Dask cluster that runs already, by its scheduler's address."""

    def __init__(self, address: str) -> None:
        """Connect; raises ``HexlumeError`` when there is no such cluster or its workers cannot play."""
        require("cluster", "A cluster")
        # It takes long to import.
        from distributed import Client  # noqa: PLC0415

        # It writes to standard error what is a sentence here.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._address = address
        try:
            # Its methods have no types.
            connect: Any = Client
            self._client: Any = connect(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise HexlumeError(f"No Dask scheduler answers at {address} (tcp://host:8786, say).") from error
        self._pool: Executor = self._client.get_executor(pure=False)
        try:
            self._check()
        except BaseException:
            self._client.close()
            raise

    def _check(self) -> None:
        """Raise ``HexlumeError`` unless every worker that is there can play as this host does."""
        try:
            versions = self._client.run(engine_version)
        except Exception as error:
            raise HexlumeError(
                f"The workers of {self._address} cannot play: install hexlume[cluster,engine] on them as here."
            ) from error
        for worker, version in versions.items():
            if version != hexlume.VERSION:
                raise HexlumeError(f"The worker {worker} has Hexlume {version}, this host {hexlume.VERSION}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        # Without it, what is under way would be played to its end for nobody.
        with suppress(Exception):
            self._pool.shutdown(wait=False)
        with suppress(Exception):
            self._client.close()

    def width(self) -> int:
        """Return how many threads the workers have together; they come and go."""
        return max(1, int(sum(self._client.nthreads().values())))

    def submit(self, function: Callable[..., _Result], *arguments: Any) -> "Future[_Result]":
        """Have a worker run a function. Dask itself gives out again what dies with its worker."""
        from distributed import KilledWorker  # noqa: PLC0415

        result: Future[_Result] = Future()

        def pass_on(future: "Future[_Result]") -> None:
            if future.cancelled():
                result.set_exception(
                    HexlumeError(f"The cluster at {self._address} has gone: the same command goes on.")
                )
                return
            error = future.exception()
            if error is None:
                result.set_result(future.result())
            else:
                result.set_exception(WorkerDied() if isinstance(error, KilledWorker | CancelledError) else error)

        try:
            self._pool.submit(function, *arguments).add_done_callback(pass_on)
        except RuntimeError as error:
            raise HexlumeError(f"The cluster at {self._address} has gone: the same command goes on.") from error
        return result


def engine_version() -> str:
    """Return the version of Hexlume of a process that can play; raises ``ModuleNotFoundError`` in one that cannot."""
    import numba  # noqa: F401, PLC0415

    return hexlume.VERSION

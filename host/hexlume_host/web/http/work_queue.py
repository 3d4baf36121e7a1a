"""Work queue: a few threads for requests that compute, with bounded waiting and a fair share for each client.

Requests that compute run neither in the event loop, which serves every page, nor in the thread pool that reads the
pages' files. What has no room is refused at once, so that neither memory nor waiting times grow.
"""

import asyncio
import contextlib
import math
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from starlette.exceptions import HTTPException

from .rate_limit import RateLimiter, release
from .shares import Shares

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """Limits of a work queue, for all clients together and for each.

    ``running`` and ``waiting`` count requests. A request that waits longer than ``wait`` (s) is refused, to be sent
    again after ``retry`` (s). ``cpu_a_second`` is the processor time a client may use in the long run, as a share of
    one core, and ``cpu_at_once`` (s) its burst. Waiting for a disk does not count.
    """

    threads: int = 3
    running_a_client: int = 2
    waiting: int = 64
    waiting_a_client: int = 24
    wait: float = 20.0
    retry: float = 2.0
    cpu_a_second: float = 0.5
    cpu_at_once: float = 30.0


_other_process = threading.local()


def add_cpu_seconds(seconds: float) -> None:
    """Add processor time that another process used for this thread's request."""
    _other_process.seconds = getattr(_other_process, "seconds", 0.0) + seconds


class BusyError(HTTPException):
    """The queue is full for a request; try again after ``retry_after`` seconds."""

    def __init__(self, retry_after: float) -> None:
        self.retry_after = max(1, math.ceil(min(retry_after, 3600)))
        sentence = "The server has much to do just now: try again in a moment."
        super().__init__(503, sentence, {"retry-after": str(self.retry_after)})


class WorkQueue:
    """Runs functions on threads of its own; clients take turns. All methods belong to one event loop."""

    def __init__(self, name: str, limits: QueueLimits | None = None) -> None:
        self._limits = limits or QueueLimits()
        self._threads = ThreadPoolExecutor(self._limits.threads, f"hexlume-{name}")
        self._cpu = RateLimiter(self._limits.cpu_a_second, self._limits.cpu_at_once)
        self._running: Counter[str] = Counter()
        self._places = Shares(self._limits.waiting, self._limits.waiting_a_client)
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        """The clients whose requests wait, in the order of their turns."""

    def check_room(self, client: str) -> None:
        """Raise ``BusyError`` when a client's request would be refused now, before anything of it is read."""
        limits = self._limits
        if (delay := self._cpu.bucket(client).delay(needed=0)) > 0:
            raise BusyError(delay)
        if not self._places.has_room(client):
            raise BusyError(limits.retry)

    async def run(self, client: str, function: Callable[[], T]) -> T:
        """Return what a function returns on one of the threads, once it is the client's turn; raises ``BusyError``."""
        self.check_room(client)
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        waiting = client, turn

        def give_way() -> None:
            if not turn.done():
                turn.set_exception(BusyError(self._limits.retry))

        self._places.take(client, give_way)
        self._waiting.append(waiting)
        self._start_next()
        try:
            async with asyncio.timeout(self._limits.wait):
                await turn
        except (TimeoutError, asyncio.CancelledError, BusyError) as error:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                # Its turn came at the same moment.
                self._finish(client, 0)
            if isinstance(error, TimeoutError):
                raise BusyError(self._limits.retry) from None
            raise
        finally:
            self._places.release(client, give_way)

        def measured() -> T:
            start = time.thread_time()
            _other_process.seconds = 0.0
            try:
                return function()
            finally:
                spent = time.thread_time() - start + _other_process.seconds
                # Called by the thread itself: it is busy until then, even when nobody waits for its result any more.
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._finish, client, spent)

        return await loop.run_in_executor(self._threads, measured)

    def _finish(self, client: str, cpu_seconds: float) -> None:
        self._cpu.bucket(client).charge(cpu_seconds)
        release(self._running, client)
        self._start_next()

    def _start_next(self) -> None:
        """Give free threads to waiting clients in turn."""
        while self._running.total() < self._limits.threads:
            first = next((one for one in self._waiting if self._may_run(*one)), None)
            if first is None:
                return
            client, turn = first
            self._waiting.remove(first)
            # The others of this client wait until everybody else has had a turn.
            self._waiting.sort(key=lambda one: one[0] == client)
            self._running[client] += 1
            turn.set_result(None)

    def _may_run(self, client: str, turn: "asyncio.Future[None]") -> bool:
        """Return whether a client has a thread left, and has not just stopped waiting."""
        return self._running[client] < self._limits.running_a_client and not turn.done()

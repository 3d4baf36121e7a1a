"""Work queue: a few threads for requests that compute, with bounded waiting and a fair share for each client.

Requests that compute do not run in the event loop, which serves every page. What has no room is refused
at once, so that neither memory nor waiting times grow.
"""

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import anyio
from starlette.exceptions import HTTPException

from .rate_limit import CLIENTS, rate_limiter
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


class BusyError(HTTPException):
    """The queue is full for a request; try again after ``retry_after`` seconds."""

    def __init__(self, retry_after: float) -> None:
        self.retry_after = max(1, math.ceil(min(retry_after, 3600)))
        sentence = "The server has much to do just now: try again in a moment."
        super().__init__(503, sentence, {"retry-after": str(self.retry_after)})


class WorkQueue:
    """Runs functions on threads. All methods belong to one event loop.

    Clients take turns: of each at most ``running_a_client`` requests run or wait for a thread, first come, first
    served, and its others wait for these.
    """

    def __init__(self, limits: QueueLimits | None = None) -> None:
        self._limits = limits or QueueLimits()
        self._threads = asyncio.Semaphore(self._limits.threads)
        self._turns = lru_cache(CLIENTS)(lambda client: asyncio.Semaphore(self._limits.running_a_client))
        self._cpu = rate_limiter(self._limits.cpu_a_second, self._limits.cpu_at_once)
        self._places = Shares(self._limits.waiting, self._limits.waiting_a_client)

    def check_room(self, client: str) -> None:
        """Raise ``BusyError`` when a client's request would be refused now, before anything of it is read."""
        limits = self._limits
        if (delay := self._cpu(client).delay(needed=0)) > 0:
            raise BusyError(delay)
        if not self._places.has_room(client):
            raise BusyError(limits.retry)

    async def run(self, client: str, function: Callable[[], T]) -> T:
        """Return what a function returns on one of the threads, once it is the client's turn; raises ``BusyError``."""
        self.check_room(client)
        async with AsyncExitStack() as turns:
            with anyio.CancelScope(deadline=anyio.current_time() + self._limits.wait) as waiting:
                self._places.take(client, waiting.cancel)
                try:
                    await turns.enter_async_context(self._turns(client))
                    await turns.enter_async_context(self._threads)
                finally:
                    self._places.release(client, waiting.cancel)
            if waiting.cancelled_caught:
                raise BusyError(self._limits.retry)
            spent: list[float] = []
            try:
                # Lasts as long as the thread, even when nobody waits for its result any more.
                return await anyio.to_thread.run_sync(_measured, function, spent)
            finally:
                self._cpu(client).charge(sum(spent))


def _measured(function: Callable[[], T], spent: list[float]) -> T:
    """Return what a function returns, and add the processor time that it took."""
    start = time.thread_time()
    try:
        return function()
    finally:
        spent.append(time.thread_time() - start)

"""The work queue: bounded, fair to clients, and told how much processor time each has used."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from hexlume_host.web.http.work_queue import BusyError, QueueLimits, WorkQueue

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Gate:
    """Work that stands still until it is let through, and notes who did it and where."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun: list[str] = []
        self.threads: set[str] = set()

    def pass_(self, client: str) -> str:
        self.begun.append(client)
        self.threads.add(threading.current_thread().name)
        assert self.open.wait(60)
        return client


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.002)


def asked(queue: WorkQueue, gate: Gate, clients: str) -> list["asyncio.Task[str]"]:
    """Ask for each letter's client, in order."""
    return [asyncio.create_task(queue.run(client, lambda client=client: gate.pass_(client))) for client in clients]  # type: ignore[misc]


async def test_results_and_errors_come_back_from_threads() -> None:
    queue = WorkQueue()
    assert await queue.run("a", threading.current_thread) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        await queue.run("a", lambda: 1 // 0)
    assert await queue.run("a", lambda: 5) == 5


async def test_one_client_leaves_a_thread_and_places_for_others() -> None:
    queue = WorkQueue(QueueLimits(threads=2, running_a_client=1, waiting=6, waiting_a_client=4))
    gate = Gate()
    greedy = asked(queue, gate, "aaaaa")
    await until(lambda: gate.begun == ["a"])
    with pytest.raises(BusyError):
        await queue.run("a", lambda: "one too many")
    others = asked(queue, gate, "b")
    await until(lambda: sorted(gate.begun) == ["a", "b"])
    gate.open.set()
    assert await asyncio.gather(*greedy, *others) == [*"aaaaa", "b"]


async def test_clients_take_turns() -> None:
    queue = WorkQueue(QueueLimits(threads=1, running_a_client=1))
    gate = Gate()
    tasks = asked(queue, gate, "aaaabbc")
    await until(lambda: gate.begun == ["a"])
    gate.open.set()
    await asyncio.gather(*tasks)
    # The first had begun before anybody waited.
    assert "".join(gate.begun) == "abcabaa"
    assert len(gate.threads) == 1


async def test_clients_that_take_all_places_leave_one_for_a_new_client() -> None:
    limits = QueueLimits(threads=1, running_a_client=1, waiting=6, waiting_a_client=4, retry=7)
    queue = WorkQueue(limits)
    gate = Gate()
    greedy = asked(queue, gate, "aaaaabbb")
    await until(lambda: gate.begun == ["a"])
    await until(lambda: sum(one.done() for one in greedy) == 1)
    queue.check_room("c")
    new = asked(queue, gate, "cc")
    await until(lambda: sum(one.done() for one in greedy) == 3)
    gate.open.set()
    assert await asyncio.gather(*new) == ["c", "c"]
    told = await asyncio.gather(*greedy, return_exceptions=True)
    refused = [one.retry_after if isinstance(one, BusyError) else one for one in told]
    assert refused == ["a", "a", "a", 7, 7, "b", "b", 7]
    assert await queue.run("a", lambda: "room again") == "room again"


async def test_who_waits_too_long_is_refused_and_its_work_never_done() -> None:
    queue = WorkQueue(QueueLimits(threads=1, running_a_client=1, wait=0.05))
    gate = Gate()
    (first,) = asked(queue, gate, "a")
    await until(lambda: gate.begun == ["a"])
    with pytest.raises(BusyError):
        await queue.run("b", lambda: gate.pass_("b"))
    gate.open.set()
    assert await first == "a"
    assert gate.begun == ["a"]
    assert await queue.run("b", lambda: "again") == "again"


async def test_who_stops_waiting_leaves_no_gap() -> None:
    queue = WorkQueue(QueueLimits(threads=1, running_a_client=1))
    gate = Gate()
    first, second, third = asked(queue, gate, "abc")
    await until(lambda: gate.begun == ["a"])
    second.cancel()
    gate.open.set()
    assert (await first, await third) == ("a", "c")
    assert gate.begun == ["a", "c"]
    assert await queue.run("b", lambda: 1) == 1


def burn(seconds: float) -> None:
    """Use so much processor time, however busy the computer is."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def test_processor_time_is_bounded_for_each_client() -> None:
    queue = WorkQueue(QueueLimits(cpu_a_second=0.001, cpu_at_once=0.1))
    await queue.run("a", lambda: burn(0.2))
    await until(lambda: _is_refused(queue, "a"))
    with pytest.raises(BusyError) as refused:
        await queue.run("a", lambda: 1)
    # What is missing comes back slowly.
    assert 50 < refused.value.retry_after <= 3600
    assert await queue.run("b", lambda: 1) == 1


async def test_waiting_costs_no_processor_time() -> None:
    queue = WorkQueue(QueueLimits(cpu_a_second=0.001, cpu_at_once=0.1))
    await queue.run("a", lambda: time.sleep(0.3))
    await asyncio.sleep(0.05)
    assert await queue.run("a", lambda: 1) == 1


def _is_refused(queue: WorkQueue, client: str) -> bool:
    try:
        queue.check_room(client)
    except BusyError:
        return True
    return False

"""Group commit: items of several threads in one run, in order; each thread gets its own result or error."""

import signal
import threading
from collections.abc import Sequence

import pytest

from hexlume_host.store.group_commit import Batcher
from tests.host.conftest import wait_until


class Squares:
    """Squares numbers in batches; the first run waits until ``gate`` opens, and 13 and 14 fail."""

    def __init__(self) -> None:
        self.runs: list[list[int]] = []
        self.gate = threading.Event()
        self.batcher = Batcher(self._square, max_items=3, shared_errors=(OSError,))
        self.results: dict[int, object] = {}

    def _square(self, numbers: Sequence[int]) -> list[int]:
        self.runs.append(list(numbers))
        self.gate.wait(60)
        if 14 in numbers:
            raise OSError("nothing can be done")
        if 13 in numbers:
            raise ValueError("13 cannot be done")
        return [number * number for number in numbers]

    def submit(self, number: int) -> None:
        try:
            self.results[number] = self.batcher.submit(number)
        except (ValueError, OSError) as error:
            self.results[number] = str(error)

    def submit_all(self, *numbers: int) -> None:
        """Submit the first number, the others in their order while it runs, and wait for all results."""
        threads = []
        for count, number in enumerate(numbers):
            threads.append(threading.Thread(target=self.submit, args=(number,)))
            threads[-1].start()
            wait_until(lambda count=count: len(self.runs) == 1 and len(self.batcher._waiting) == count)
        self.gate.set()
        for thread in threads:
            thread.join(60)


@pytest.mark.parametrize(
    ("numbers", "runs", "failed"),
    [
        ([1, 2, 3, 4, 5], [[1], [2, 3, 4], [5]], {}),
        # An error reaches only the thread that caused it.
        ([1, 2, 13, 4], [[1], [2, 13, 4], [2], [13], [4]], {13: "13 cannot be done"}),
        # A shared error reaches every thread after one run.
        ([1, 2, 14, 4], [[1], [2, 14, 4]], dict.fromkeys((2, 14, 4), "nothing can be done")),
    ],
)
def test_waiting_items_run_together_and_each_thread_gets_its_own_result_or_error(
    numbers: list[int], runs: list[list[int]], failed: dict[int, str]
) -> None:
    squares = Squares()
    squares.submit_all(*numbers)
    assert squares.runs == runs
    assert squares.results == {number: number * number for number in numbers} | failed


def test_ctrl_c_comes_after_the_run() -> None:
    ran: list[int] = []

    def run(numbers: Sequence[int]) -> Sequence[int]:
        signal.raise_signal(signal.SIGINT)
        ran.extend(numbers)
        return numbers

    batcher = Batcher(run, max_items=8)
    for number in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            batcher.submit(number)
    assert ran == [1, 2]

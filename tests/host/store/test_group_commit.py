"""Group commit: items of several threads in one run, in order; each thread gets its own result or error."""

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


@pytest.fixture
def squares() -> Squares:
    return Squares()


def test_waiting_items_run_together_and_in_order(squares: Squares) -> None:
    squares.submit_all(1, 2, 3, 4, 5)
    assert squares.runs == [[1], [2, 3, 4], [5]]
    assert squares.results == {1: 1, 2: 4, 3: 9, 4: 16, 5: 25}


def test_error_reaches_only_the_thread_that_caused_it(squares: Squares) -> None:
    squares.submit_all(1, 2, 13, 4)
    assert squares.runs == [[1], [2, 13, 4], [2], [13], [4]]
    assert squares.results == {1: 1, 2: 4, 13: "13 cannot be done", 4: 16}


def test_shared_error_reaches_every_thread_after_one_run(squares: Squares) -> None:
    squares.submit_all(1, 2, 14, 4)
    assert squares.runs == [[1], [2, 14, 4]]
    assert squares.results == {1: 1, **dict.fromkeys((2, 14, 4), "nothing can be done")}


def test_interrupted_thread_leaves_the_rest_to_the_next() -> None:
    runs: list[list[int]] = []

    def run(numbers: Sequence[int]) -> list[int]:
        runs.append(list(numbers))
        if 1 in numbers:
            raise KeyboardInterrupt
        return list(numbers)

    batcher = Batcher(run, max_items=8)
    with pytest.raises(KeyboardInterrupt):
        batcher.submit(1)
    assert batcher.submit(2) == 2
    assert runs == [[1], [2]]


def test_many_threads_each_get_their_own_result() -> None:
    batcher = Batcher(lambda numbers: [number * number for number in numbers], max_items=4)
    results: dict[int, int] = {}

    def work(first: int) -> None:
        for number in range(first, first + 200):
            results[number] = batcher.submit(number)

    threads = [threading.Thread(target=work, args=(1000 * number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == {
        number: number * number for first in range(0, 12000, 1000) for number in range(first, first + 200)
    }

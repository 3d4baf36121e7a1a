"""Work that threads have done together: in order, each answered with its own, errors told to whom they concern."""

import threading
from collections.abc import Sequence

import pytest

from hexlume_host.store.group_commit import Jointly
from tests.host.conftest import wait_until


class Doing:
    """Squares numbers; holds the first go until ``gate`` opens, and cannot do 13."""

    def __init__(self) -> None:
        self.goes: list[list[int]] = []
        self.gate = threading.Event()
        self.jointly = Jointly(self._square, most=3, shared=(OSError,))
        self.answers: dict[int, object] = {}

    def _square(self, numbers: Sequence[int]) -> list[int]:
        self.goes.append(list(numbers))
        self.gate.wait(60)
        if 14 in numbers:
            raise OSError("nothing can be done")
        if 13 in numbers:
            raise ValueError("13 cannot be done")
        return [number * number for number in numbers]

    def ask(self, number: int) -> None:
        try:
            self.answers[number] = self.jointly.ask(number)
        except (ValueError, OSError) as error:
            self.answers[number] = str(error)

    def begin(self, number: int) -> threading.Thread:
        thread = threading.Thread(target=self.ask, args=(number,))
        thread.start()
        return thread


@pytest.fixture
def doing() -> Doing:
    return Doing()


def all_waiting(doing: Doing, numbers: list[int]) -> list[threading.Thread]:
    """Have the first number done and the others wait for it, in their order."""
    threads = []
    for count, number in enumerate(numbers):
        threads.append(doing.begin(number))
        wait_until(lambda count=count: len(doing.goes) == 1 and len(doing.jointly._waiting) == count)
    return threads


def test_what_waits_is_done_together_and_in_order(doing: Doing) -> None:
    threads = all_waiting(doing, [1, 2, 3, 4, 5])
    doing.gate.set()
    for thread in threads:
        thread.join(60)
    assert doing.goes == [[1], [2, 3, 4], [5]]
    assert doing.answers == {1: 1, 2: 4, 3: 9, 4: 16, 5: 25}


def test_an_error_is_told_to_whom_it_concerns_only(doing: Doing) -> None:
    threads = all_waiting(doing, [1, 2, 13, 4])
    doing.gate.set()
    for thread in threads:
        thread.join(60)
    assert doing.goes == [[1], [2, 13, 4], [2], [13], [4]]
    assert doing.answers == {1: 1, 2: 4, 13: "13 cannot be done", 4: 16}


def test_an_error_that_is_everybodys_is_met_once(doing: Doing) -> None:
    threads = all_waiting(doing, [1, 2, 14, 4])
    doing.gate.set()
    for thread in threads:
        thread.join(60)
    assert doing.goes == [[1], [2, 14, 4]]
    assert doing.answers == {1: 1, **dict.fromkeys((2, 14, 4), "nothing can be done")}


def test_a_thread_that_is_interrupted_leaves_the_others_to_the_next() -> None:
    asked: list[list[int]] = []

    def do(numbers: Sequence[int]) -> list[int]:
        asked.append(list(numbers))
        if 1 in numbers:
            raise KeyboardInterrupt
        return list(numbers)

    jointly = Jointly(do, most=8)
    with pytest.raises(KeyboardInterrupt):
        jointly.ask(1)
    assert jointly.ask(2) == 2
    assert asked == [[1], [2]]

"""Group commit: batches what threads submit at the same time into one run, such as one transaction."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Batcher(Generic[Item, Result]):
    """Runs items of several threads together, in the order in which they were submitted.

    When a run fails, each of its items is run alone, so that an error reaches only the thread that caused it.
    """

    def __init__(
        self,
        run: Callable[[Sequence[Item]], Sequence[Result]],
        max_items: int,
        gather_s: float = 0.0,
        shared_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """``run`` returns the results of up to ``max_items`` items; it does all or, when it raises, nothing.

        While several threads submit, each run waits ``gather_s`` for more items; a lone thread is served at once.
        Errors of the types ``shared_errors`` concern every item: none is run again alone.
        """
        self._run = run
        self._max_items = max_items
        self._gather_s = gather_s
        self._shared_errors = shared_errors
        self._changed = threading.Condition()
        self._waiting: list[tuple[Item, Future[Result]]] = []
        self._running = False
        self._crowded = False

    def submit(self, item: Item) -> Result:
        """Return the result of an item, run by this thread or another; raises what ``run`` raises for it alone."""
        future = Future[Result]()
        leads = False
        try:
            with self._changed:
                self._waiting.append((item, future))
                self._changed.wait_for(lambda: future.done() or not self._running)
                if not future.done():
                    leads = self._running = True
            while not future.done():
                self._run_next()
        finally:
            with self._changed:
                # It still waits when this thread was interrupted.
                self._waiting = [request for request in self._waiting if request[1] is not future]
                if leads:
                    self._running = False
                    self._changed.notify_all()
        return future.result()

    def _run_next(self) -> None:
        if self._crowded:
            time.sleep(self._gather_s)
        with self._changed:
            batch, self._waiting = self._waiting[: self._max_items], self._waiting[self._max_items :]
        self._crowded = len(batch) > 1
        try:
            self._run_all(batch)
        finally:
            with self._changed:
                # A thread that was interrupted leaves the rest to another.
                self._waiting[:0] = [request for request in batch if not request[1].done()]
                self._changed.notify_all()

    def _run_all(self, batch: Sequence[tuple[Item, Future[Result]]]) -> None:
        try:
            results = self._run([item for item, _ in batch])
        except Exception as error:
            if len(batch) == 1 or isinstance(error, self._shared_errors):
                for _, future in batch:
                    future.set_exception(error)
                return
            for request in batch:
                self._run_all([request])
        else:
            for (_, future), result in zip(batch, results, strict=True):
                future.set_result(result)

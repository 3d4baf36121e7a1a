"""Group commit: batches what threads submit at the same time into one run, such as one transaction."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from ..signals import held_back

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
        shared_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """``run`` returns the results of up to ``max_items`` items; it does all or, when it raises, nothing.

        Errors of the types ``shared_errors`` concern every item: none is run again alone.
        """
        self._run = run
        self._max_items = max_items
        self._shared_errors = shared_errors
        self._running = threading.Lock()
        """Held by the thread that runs a batch; what others submit meanwhile waits for the next one."""
        self._waiting: list[tuple[Item, Future[Result]]] = []

    def submit(self, item: Item) -> Result:
        """Return the result of an item, run by this thread or another; raises what ``run`` raises for it alone."""
        future = Future[Result]()
        # Ctrl-C comes after it: what others have submitted is in this thread's hands, too.
        with held_back():
            self._waiting.append((item, future))
            while not future.done():
                with self._running:
                    batch = self._waiting[: self._max_items]
                    del self._waiting[: len(batch)]
                    self._run_all(batch)
        return future.result()

    def _run_all(self, batch: Sequence[tuple[Item, Future[Result]]]) -> None:
        try:
            results: Sequence[Result] = self._run([item for item, _ in batch]) if batch else []
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

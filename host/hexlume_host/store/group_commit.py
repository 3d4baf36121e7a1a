"""Work that costs much once and little more for several: threads that ask at the same time have it done together."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Jointly(Generic[Asked, Answer]):
    """Lets threads ask for what one of them then does for all that wait: a transaction, say, with one write to disk.

    What is asked first is done first. Where doing it together raises, each is done by itself, so that only those that
    asked for what cannot be done are told; but for what stands in everybody's way.
    """

    def __init__(
        self,
        do: Callable[[Sequence[Asked]], Sequence[Answer]],
        most: int,
        gather_s: float = 0.0,
        shared: tuple[type[Exception], ...] = (),
    ) -> None:
        """``do`` answers up to ``most`` that were asked, in their order; it does all or, when it raises, nothing.

        While several ask at a time, each time waits ``gather_s`` for more; who asks alone is answered at once.
        Exceptions of the types ``shared`` are everybody's: nothing is tried again for each.
        """
        self._do = do
        self._most = most
        self._gather_s = gather_s
        self._shared = shared
        self._several = False
        self._lock = threading.Lock()
        self._busy = False
        self._waiting: list[_Wish[Asked, Answer]] = []

    def ask(self, asked: Asked) -> Answer:
        """Return the answer once it is done, by this thread or another; raises what ``do`` raises for it alone."""
        wish = _Wish[Asked, Answer](asked)
        try:
            with self._lock:
                self._waiting.append(wish)
                wish.leads, self._busy = not self._busy, True
            if not wish.leads:
                wish.turn.wait()
            if wish.leads:
                self._do_next()
        finally:
            self._leave(wish)
        if wish.error is not None:
            raise wish.error
        return wish.answers[0]

    def _leave(self, wish: "_Wish[Asked, Answer]") -> None:
        """Have a thread that waits go on with what is left; also when this one was interrupted."""
        with self._lock:
            if wish in self._waiting:
                self._waiting.remove(wish)
            if not wish.leads:
                return
            self._busy = bool(self._waiting)
            if self._waiting:
                self._waiting[0].leads = True
                self._waiting[0].turn.set()

    def _do_next(self) -> None:
        if self._several:
            time.sleep(self._gather_s)
        with self._lock:
            together, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
        self._several = len(together) > 1
        try:
            self._do_all(together)
        finally:
            # A thread that is interrupted leaves it to another one.
            with self._lock:
                self._waiting[:0] = [wish for wish in together if not wish.done]
            for wish in together:
                if wish.done:
                    wish.turn.set()

    def _do_all(self, together: "Sequence[_Wish[Asked, Answer]]") -> None:
        try:
            self._answer(together)
        except Exception as error:
            if len(together) == 1 or isinstance(error, self._shared):
                for wish in together:
                    wish.error, wish.done = error, True
                return
            for wish in together:
                self._do_all([wish])

    def _answer(self, wishes: "Sequence[_Wish[Asked, Answer]]") -> None:
        answers = self._do([wish.asked for wish in wishes])
        for wish, answer in zip(wishes, answers, strict=True):
            wish.answers.append(answer)
            wish.done = True


class _Wish(Generic[Asked, Answer]):
    """What a thread asked for, and what became of it."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.answers: list[Answer] = []
        self.error: Exception | None = None
        self.done = False
        self.turn = threading.Event()
        """Set when it is done, or when its own thread is to do what waits."""
        self.leads = False

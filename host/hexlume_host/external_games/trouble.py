"""Trouble with a stranger's code, in words: what it raises, and code that does not come back."""

import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType


class TookTooLong(BaseException):
    """Raised in the middle of code that takes longer than it may; no ``except Exception`` stops it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise ``TookTooLong`` in the code of the context when it computes for longer, on systems and threads that can.

    Time limits may be nested. The processor's time counts, so that a busy computer is no reason.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TookTooLong(f"after {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    began = time.process_time()
    # Again every second: the code may have caught the first one.
    left, _ = signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield
    finally:
        outer = max(0.01, left - (time.process_time() - began)) if left else 0.0
        signal.setitimer(signal.ITIMER_PROF, outer, 1.0 if outer else 0.0)
        signal.signal(signal.SIGPROF, before)


def error_words(error: BaseException, folder: Path, words: str = "") -> str:
    """Return what was raised, or other words, and where in a folder.

    Such as ``IndexError: list index out of range (rules.py, line 52, in _do)``.
    """
    if not words:
        words = type(error).__name__
        text = str(error).replace("\n", " ")[:200]
        if text:
            words += f": {text}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == folder:
            return f"{words} ({Path(frame.filename).name}, line {frame.lineno}, in {frame.name})"
    return words

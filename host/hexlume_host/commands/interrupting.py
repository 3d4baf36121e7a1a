"""Ctrl-C ends a command in good time also while one long call, such as a compiler's, keeps Python from hearing it."""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_PATIENCE_S = 5.0
"""A command that is told to end may take so long to do so by itself."""


@contextmanager
def ending_promptly(patience: float = _PATIENCE_S) -> Iterator[None]:
    """End the process so many seconds after Ctrl-C or SIGTERM, with the code a shell has for that, if it has not ended.

    For commands that lose nothing when they end at any instant. Does nothing outside the main thread, where no signal
    arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, told = socket.socketpair()
    told.setblocking(False)
    over = threading.Event()

    def watch() -> None:
        while numbers := heard.recv(16):
            ending = [number for number in numbers if number in (signal.SIGINT, signal.SIGTERM)]
            if ending and not over.wait(patience):
                os._exit(128 + ending[0])

    watching = threading.Thread(target=watch, name="hexlume-ending", daemon=True)
    watching.start()
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        over.set()
        told.close()
        watching.join()
        heard.close()

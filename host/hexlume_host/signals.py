"""Signals: Ctrl-C and SIGTERM held back where work must not stop midway, and a deadline for ending after them."""

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_PATIENCE_S = 5.0
"""How long a command may take to end by itself."""


@contextmanager
def ending_promptly(patience: float = _PATIENCE_S) -> Iterator[None]:
    """End the process ``patience`` seconds after Ctrl-C or SIGTERM if it still runs, with a shell's exit code for that.

    One long call, such as a compiler's, can keep Python from handling them. For commands that lose nothing when they
    end at any instant. Does nothing outside the main thread, where no signal arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    over = threading.Event()

    def watch() -> None:
        while numbers := receiver.recv(1):
            if numbers[0] in (signal.SIGINT, signal.SIGTERM) and not over.wait(patience):
                if os.isatty(2):
                    # A bar of progress has hidden the cursor.
                    os.write(2, b"\x1b[?25h")
                os._exit(128 + numbers[0])

    watching = threading.Thread(target=watch, name="hexlume-ending", daemon=True)
    watching.start()
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        over.set()
        sender.close()
        watching.join()
        receiver.close()


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM come only after the block: what is left midway may lose something, or complain of it.

    Does nothing outside the main thread, where no signal arrives.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if callable(handler)}
    try:
        for number in before:
            signal.signal(number, note)
        yield
    finally:
        # Ctrl-C last: one that comes now finds the others in their places.
        for number, handler in reversed(before.items()):
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])

"""What tests have workers do: in a file of its own that every process can import."""

import os
import signal
import threading
from concurrent.futures import Future
from pathlib import Path


def name_it(task, number):
    """Say which number it was; the first process that meets ``fatal`` is killed in the middle of it."""
    folder, fatal = task
    if number == fatal:
        try:
            (Path(folder) / "died").touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return number, os.getpid()


def die(task, number):
    """Kill the process, always."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail(task, number):
    raise ValueError("no such game")


class Here:
    """Workers that play in this process, one game after another; ``most`` games, then a person presses Ctrl-C."""

    def __init__(self, most=10**9):
        self.most = most
        self.given = []

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        assert threading.current_thread() is threading.main_thread()

    def width(self):
        return 1

    def submit(self, function, *arguments):
        if len(self.given) >= self.most:
            raise KeyboardInterrupt
        self.given.append(arguments)
        future = Future()
        future.set_result(function(*arguments))
        return future

"""The engine's loop: a request in, an answer out."""

import contextlib
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO

from .commands import COMMANDS
from .error import GtpError
from .framing import Line, Request, answer, opening, parse, read_lines
from .session import Session

_AHEAD = 64
"""Requests that are read before they are carried out, at most."""


def serve(session: Session, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one by one, in their order, until ``quit`` or the end of the input.

    They are read by a thread of their own, so that a long answer ends when the next request comes.
    """
    inbox: queue.Queue[Line | None] = queue.Queue(_AHEAD)
    over = threading.Event()
    session.waiting = lambda: not inbox.empty()
    threading.Thread(target=_read, args=(requests, inbox, over), daemon=True).start()
    try:
        while not session.ended and (line := inbox.get()) is not None:
            request = parse(line)
            if request is not None:
                _answer(session, request, answers)
    finally:
        over.set()
        # The thread may wait for room.
        with contextlib.suppress(queue.Empty):
            while True:
                inbox.get_nowait()


def _read(requests: BinaryIO, inbox: "queue.Queue[Line | None]", over: threading.Event) -> None:
    """Put the lines of the input into the inbox as they come, until it is over, and ``None`` at its end."""
    try:
        for line in read_lines(requests):
            inbox.put(line)
            if over.is_set():
                return
    finally:
        inbox.put(None)


def _answer(session: Session, request: Request, answers: BinaryIO) -> None:
    """Carry out a request and write the answer."""
    try:
        if request.fault:
            raise GtpError(request.fault)
        handler = COMMANDS.get(request.command)
        if handler is None:
            raise GtpError("unknown command")
        result = handler(session, request.arguments)
    except GtpError as error:
        _write(answers, answer(request.identity, str(error), failed=True))
        return
    if isinstance(result, str):
        _write(answers, answer(request.identity, result))
        return
    _write_lines(answers, request.identity, result)


def _write_lines(answers: BinaryIO, identity: str, lines: Iterator[str]) -> None:
    """Write an answer whose lines come one by one."""
    _write(answers, opening(identity))
    for line in lines:
        _write(answers, f"{line}\n".encode("ascii", "replace"))
    _write(answers, b"\n")


def _write(answers: BinaryIO, data: bytes) -> None:
    answers.write(data)
    answers.flush()

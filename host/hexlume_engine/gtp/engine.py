"""The engine's loop: a request in, an answer out."""

import inspect
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO

from hexlume.games.game import OptionError
from hexlume_record.errors import HexlumeError

from .commands import COMMANDS
from .protocol import SYNTAX_ERROR, GtpError, Request, answer, opening, parse, read_lines
from .session import Session

_AHEAD = 64
"""The most requests that are read before they are carried out."""


def serve(session: Session, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one by one, in their order, until ``quit`` or the end of the input.

    They are read by a thread of their own, so that a long answer ends when the next request comes.
    """
    inbox: queue.Queue[bytes | None] = queue.Queue(_AHEAD)
    session.waiting = lambda: not inbox.empty()
    threading.Thread(target=_read, args=(requests, inbox), daemon=True).start()
    while not session.ended and (line := inbox.get()) is not None:
        request = parse(line)
        for part in _answer(session, request) if request else ():
            answers.write(part)
            answers.flush()


def _read(requests: BinaryIO, inbox: "queue.Queue[bytes | None]") -> None:
    """Put the lines of the input into the inbox as they come, and ``None`` at its end."""
    try:
        for line in read_lines(requests):
            inbox.put(line)
    finally:
        inbox.put(None)


def _answer(session: Session, request: Request) -> Iterator[bytes]:
    """Carry out a request; yield the parts of the answer as they come."""
    try:
        result = _carry_out(session, request)
    except (HexlumeError, OptionError) as error:
        yield answer(request.identity, str(error), failed=True)
        return
    if result is None or isinstance(result, str):
        yield answer(request.identity, result or "")
        return
    yield opening(request.identity)
    for line in result:
        yield f"{line}\n".encode("ascii", "replace")
    yield b"\n"


def _carry_out(session: Session, request: Request) -> str | Iterator[str] | None:
    if request.fault:
        raise GtpError(request.fault)
    handler = COMMANDS.get(request.command)
    if handler is None:
        raise GtpError("unknown command")
    try:
        inspect.signature(handler).bind(session, *request.arguments)
    except TypeError:
        raise GtpError(SYNTAX_ERROR) from None
    return handler(session, *request.arguments)

"""The engine's loop: a request in, an answer out."""

from typing import BinaryIO

from .commands import COMMANDS
from .error import GtpError
from .lines import Request, answer, parse, read_lines
from .session import Session


def serve(session: Session, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests one by one, each before the next is read, until ``quit`` or the end of the input."""
    for line in read_lines(requests):
        request = parse(line)
        if request is None:
            continue
        answers.write(_answer(session, request))
        answers.flush()
        if session.ended:
            return


def _answer(session: Session, request: Request) -> bytes:
    """Carry out a request and return the answer."""
    try:
        if request.fault:
            raise GtpError(request.fault)
        handler = COMMANDS.get(request.command)
        if handler is None:
            raise GtpError("unknown command")
        return answer(request.identity, handler(session, request.arguments))
    except GtpError as error:
        return answer(request.identity, str(error), failed=True)

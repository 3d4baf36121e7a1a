"""The protocol's lines: requests read from bytes of any kind, answers written.

Source: Specification of the Go Text Protocol, version 2, draft 2 (Gunnar Farnebäck, 2002).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from .error import SYNTAX_ERROR

LINE_LIMIT = 4096
"""The most bytes of a line that are read, its newline not counted."""
_CHUNK = 65536

_CLEANED = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}
"""Control characters go, tabs become spaces (section 3.1)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line's bytes without its newline, and whether it was longer than ``LINE_LIMIT`` and cut there."""

    data: bytes
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One command. ``identity`` are the digits before it, or ``""``.

    ``fault`` says why the line is no command, and is empty when it is one.
    """

    identity: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    fault: str = ""


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines of an unbuffered stream as they come, the last one also without a newline.

    Of a line that is too long the rest is dropped as it is read, so memory does not grow with it.
    """
    begun = bytearray()
    while data := stream.read(_CHUNK):
        *ends, rest = data.split(b"\n")
        for end in ends:
            begun += end[: LINE_LIMIT + 1 - len(begun)]
            yield _line(begun)
            begun.clear()
        begun += rest[: LINE_LIMIT + 1 - len(begun)]
    if begun:
        yield _line(begun)


def _line(data: bytearray) -> Line:
    return Line(bytes(data[:LINE_LIMIT]), cut=len(data) > LINE_LIMIT)


def parse(line: Line) -> Request | None:
    """Return what a line requests, ``None`` if it is empty or only a comment.

    Bytes that are not ASCII stand for nothing any command knows; each becomes the replacement character.
    """
    text, comment, _ = line.data.decode("ascii", "replace").translate(_CLEANED).partition("#")
    words = text.split()
    identity = words.pop(0) if words and words[0].isdecimal() else ""
    if line.cut and not comment:
        return Request(identity, fault=f"line too long: send at most {LINE_LIMIT} bytes")
    if words:
        return Request(identity, words[0], tuple(words[1:]))
    return Request(identity, fault=SYNTAX_ERROR) if identity else None


def answer(identity: str, text: str, failed: bool = False) -> bytes:
    """Return the answer to a request, ``text`` being free of empty lines.

    A text that begins with a newline stands below the ``=``. What is not ASCII is written as ``?``.
    """
    gap = "" if not text or text.startswith("\n") else " "
    return f"{'?' if failed else '='}{identity}{gap}{text}\n\n".encode("ascii", "replace")


def opening(identity: str) -> bytes:
    """Return how an answer begins whose lines come one by one; an empty line ends it."""
    return f"={identity}\n".encode("ascii", "replace")

"""The protocol's lines: requests read from bytes of any kind, their arguments, answers written, and the error.

Source: Specification of the Go Text Protocol, version 2, draft 2 (Gunnar Farnebäck, 2002).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from hexlume.games.pieces import BLACK, WHITE
from hexlume_record.errors import HexlumeError

SYNTAX_ERROR = "syntax error"
"""The answer to arguments of the wrong number or kind."""
LINE_LIMIT = 4096
"""The most bytes of a line that are read, its newline not counted."""
_CHUNK = 65536

_CLEANED = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}
"""Control characters go, tabs become spaces (section 3.1)."""
MOST = 2**31 - 1
"""The largest whole number of the protocol."""

_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,2})?", re.IGNORECASE)

_COLOURS = {"white": WHITE, "w": WHITE, "black": BLACK, "b": BLACK}


class GtpError(HexlumeError):
    """A command failed and changed nothing; the text is what follows the ``?`` of the answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """One command. ``identity`` is the number before it, or ``""``; ``fault`` says why the line is no command."""

    identity: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    fault: str = ""


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of an unbuffered stream as they come, the last one also without a newline.

    A line that is too long is cut one byte behind the limit as it is read, so memory does not grow with it.
    """
    begun = bytearray()
    while data := stream.read(_CHUNK):
        *ends, rest = data.split(b"\n")
        for end in ends:
            begun += end[: LINE_LIMIT + 1 - len(begun)]
            yield bytes(begun)
            begun.clear()
        begun += rest[: LINE_LIMIT + 1 - len(begun)]
    if begun:
        yield bytes(begun)


def parse(line: bytes) -> Request | None:
    """Return what a line requests, ``None`` if it is empty or only a comment.

    Bytes that are not ASCII stand for nothing any command knows; each becomes the replacement character.
    """
    text, comment, _ = line[:LINE_LIMIT].decode("ascii", "replace").translate(_CLEANED).partition("#")
    words = text.split()
    identity = words.pop(0) if words and words[0].isdecimal() else ""
    if len(line) > LINE_LIMIT and not comment:
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


def colour_of(text: str) -> int:
    """Return the colour of ``white``, ``w``, ``black`` or ``b`` in any case; raises ``GtpError``."""
    found = _COLOURS.get(text.lower())
    if found is None:
        raise GtpError(SYNTAX_ERROR)
    return found


def whole_number(text: str) -> int:
    """Return the value of decimal digits, at most ``MOST``; raises ``GtpError``."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 100 or int(text) > MOST:
        raise GtpError(SYNTAX_ERROR)
    return int(text)


def real_number(text: str) -> float:
    """Return the value of a number such as ``6.5``; raises ``GtpError``."""
    if len(text) > 100 or not _FLOAT.fullmatch(text):
        raise GtpError(SYNTAX_ERROR)
    return float(text)

"""Text files from users: bounded, UTF-8, free of control characters."""

import re
import sys
from contextlib import nullcontext
from pathlib import Path

from ..errors import RecordError
from ..validation import unprintable

LARGEST = 5_000_000
"""The most bytes that a file may have."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_text_file(path: str) -> tuple[str, str]:
    """Return a file's name for people and its text; ``-`` is standard input. Raises ``RecordError``."""
    name = "standard input" if path == "-" else path if path.isprintable() else ascii(path)
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise RecordError(f"{name} cannot be read: {why or error}.") from error
    if len(data) > LARGEST:
        raise RecordError(f"{name} is larger than {LARGEST // 1_000_000} MB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} is not UTF-8 text.") from error
    return name, checked_text(name, text)


def checked_text(name: str, text: str) -> str:
    """Return a text with plain line ends; raises ``RecordError`` where it holds a control character."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = _CONTROL.search(text)
    if control is not None:
        line = text.count("\n", 0, control.start()) + 1
        raise RecordError(f"{name}, line {line}: the text must not hold {unprintable(control[0])}.")
    return text

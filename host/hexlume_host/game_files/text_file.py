"""Text files from users: bounded and UTF-8."""

import sys
from contextlib import nullcontext
from pathlib import Path

from hexlume_record.errors import RecordError

LARGEST = 5_000_000
"""The most bytes that a file may have."""


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
        return name, data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"{name} is not UTF-8 text.") from error

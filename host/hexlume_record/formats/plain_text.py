"""Texts from users: plain line ends, free of control characters."""

import re

from ..errors import RecordError
from ..validation import unprintable

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def checked_text(name: str, text: str) -> str:
    """Return a text with plain line ends; raises ``RecordError`` where it holds a control character."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = _CONTROL.search(text)
    if control is not None:
        line = text.count("\n", 0, control.start()) + 1
        raise RecordError(f"{name}, line {line}: the text must not hold {unprintable(control[0])}.")
    return text

"""Reader of a recorded trace: the calls of the vendor API, and their positions in the file."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.vm.inside import calls

SHORT = {calls.DELAY: 2, calls.TICKS: 4, calls.SLEEP: 4}
"""Bytes behind the number of a shorter call; ``ADC`` has 2, ``LINE`` 1."""


class Call(NamedTuple):
    """A call: where it begins in the trace, its kind, what it told and its answer.

    The kind of ``ADC`` and ``LINE`` is without the pin.
    Of the shorter ones ``answer`` is the number's bytes.
    """

    place: int
    kind: int
    told: bytes
    answer: bytes


def read(path: Path) -> Iterator[Call]:
    """Return every call of a trace."""
    some = path.read_bytes()
    at = 0
    while at < len(some):
        kind = some[at]
        if kind >= calls.ADC or kind in SHORT:
            size = SHORT.get(kind, 1 if kind >= calls.LINE else 2)
            number = some[at + 1 : at + 1 + size]
            told = b""
            end = at + 1 + size
        else:
            begin = at + 3
            answer_at = begin + int.from_bytes(some[at + 1 : at + 3], "little") + 1
            told = some[begin : answer_at - 1]
            end = answer_at + 2 + int.from_bytes(some[answer_at : answer_at + 2], "little")
            number = some[answer_at + 2 : end]
        if kind >= calls.ADC:
            kind = calls.LINE if kind >= calls.LINE else calls.ADC
        yield Call(at, kind, told, number)
        at = end

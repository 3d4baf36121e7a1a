"""One row of the table of features that CircuitPython lacks."""

from typing import NamedTuple


class Row(NamedTuple):
    """A feature that CircuitPython 10.2.1 on an RP2040 lacks or has otherwise than CPython.

    ``feature`` names it. ``use`` is how the check recognises it (``pattern.py``). ``snippet`` is a
    program that uses it: it fails on CircuitPython, and runs on CPython or, if only that has the feature, on the
    MicroPython of the tests. ``source`` is a file and line of CircuitPython 10.2.1. ``macros`` are the configuration
    macros that take it away; they are on in the MicroPython of the tests, which runs the snippet too.
    """

    feature: str
    use: str
    snippet: str
    source: str
    macros: tuple[str, ...] = ()

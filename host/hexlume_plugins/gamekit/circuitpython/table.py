"""The table: a row for each feature that the firmware cannot use because CircuitPython 10.2.1 lacks it.

The rows were found in two ways. The configuration of CircuitPython 10.2.1 for the Raspberry Pi Pico was compared with
that of the MicroPython in which the tests run the firmware (``macros.py`` of the tests). And some 1,800 small programs
that CPython runs were run by CircuitPython on an emulated RP2040; those that failed there are rows here, but for what
the compiler refuses or the tests in MicroPython find anyway.

No row can stand for what looks the same in the source and comes out otherwise. CircuitPython's floats have 30 bits (7
digits), a dict and a set are in no order, ``sort()`` and ``sorted()`` may swap what compares equal, ``str(KeyError)``
has no quotes, and letters are ASCII only for ``isalpha()``, ``upper()`` and ``lower()``. The MicroPython of the tests
has all of this too, but for the floats, which are those of CPython there.
"""

from . import builtin, language, library, names
from .row import Row

ROWS: list[Row] = language.ROWS + builtin.ROWS + library.ROWS + names.ROWS

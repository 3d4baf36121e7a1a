"""Modules that only some moments need: imported when those come, and given back to the heap afterwards."""

import gc
import sys


def is_there(name: str) -> bool:
    """Return whether a module of this package has been imported, and not been given back."""
    return __name__[: __name__.rfind(".") + 1] + name in sys.modules


def give_back(*names: str) -> None:
    """Forget modules of this package by their names in it; a later import reads them again.

    Nothing may hold objects of theirs any more. On CPython they stay: other programs in the process share them,
    and there is room.
    """
    if sys.implementation.name == "cpython":
        return
    # A deploy may give the package another name.
    package = __name__[: __name__.rfind(".") + 1]
    there = [package + name for name in names if package + name in sys.modules]
    for name in there:
        del sys.modules[name]
        parent, last = name.rsplit(".", 1)
        delattr(sys.modules[parent], last)
    if there:
        gc.collect()

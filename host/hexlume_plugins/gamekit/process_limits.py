"""Limits of the process that runs a game's code, which the kernel keeps even where no Python code has its turn."""

import math
import time
from contextlib import suppress

PATIENCE_S = 120.0
"""How long the process may compute from one step to the next: on a busy computer that takes longer."""


def begin_step() -> None:
    """Give the process its time anew."""
    limit("CPU", math.ceil(time.process_time() + PATIENCE_S))


def limit(what: str, most: int) -> None:
    """Limit the processor's seconds (``CPU``) or the bytes (``AS``) of this process, on systems that can."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not on every system

        kind = getattr(resource, f"RLIMIT_{what}")
        resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

"""Makes the engine, or says what is missing for it."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from hexlume_host import extras
from hexlume_record.errors import HexlumeError

from .level import Level

if TYPE_CHECKING:
    from .engine import Engine

EXTRA = "engine"
_WHAT = "The engine"
MISSING = extras.sentence(_WHAT, extras.PACKAGES[EXTRA], EXTRA)


def is_installed() -> bool:
    """Return whether there is what the engine stands on, without loading it."""
    return not extras.missing(EXTRA)


def make_engine(
    level: Level,
    seed: int | None = None,
    memory_mb: int | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> "Engine":
    """Return an engine of a level; raises ``HexlumeError`` when Numba is not installed."""
    extras.require(EXTRA, _WHAT)
    try:
        from . import engine  # noqa: PLC0415
    except ModuleNotFoundError as error:
        # A package that Numba needs.
        raise HexlumeError(extras.sentence(_WHAT, [str(error.name).partition(".")[0]], EXTRA)) from error
    return engine.Engine(level, seed, memory_mb or engine.DEFAULT_MEMORY_MB, threads, clock)

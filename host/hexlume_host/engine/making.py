"""Makes the engine, or says what is missing for it."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..errors import HostError
from .level import Level

if TYPE_CHECKING:
    from .thinker import Engine

MISSING = "The engine needs numba: install it with pip install 'hexlume[engine]'."


def is_installed() -> bool:
    """Return whether there is what the engine stands on, without loading it."""
    return find_spec("numba") is not None


def make_engine(
    level: Level,
    seed: int | None = None,
    memory_mb: int | None = None,
    threads: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> "Engine":
    """Return an engine of a level; raises ``HostError`` when Numba is not installed."""
    try:
        from . import thinker  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise HostError(MISSING.replace("numba", str(error.name).partition(".")[0])) from error
    return thinker.Engine(level, seed, memory_mb or thinker.DEFAULT_MEMORY_MB, threads, clock)

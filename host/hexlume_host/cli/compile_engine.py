"""Compilation of the engine before it is needed, with a progress bar for a person who waits."""

from ..engine.compile_cache import needs_compiling
from ..extras import require
from ..signals import ending_promptly
from .progress_bar import progress_bar


def compile_first(hidden: bool) -> None:
    """Compile the engine unless that was done on this computer before: no game or search then waits for it.

    Raises ``HexlumeError`` where the engine is not installed. ``hidden``: without a bar.
    """
    require("engine", "The engine")
    if not needs_compiling():
        return
    with (
        ending_promptly(),
        progress_bar("Compiling the engine for this computer, once (a minute or two)", None, hidden),
    ):
        from ..engine.engine import Engine  # noqa: PLC0415

        Engine.make_ready()

"""Compilation of the engine before it is needed, with a progress bar for a person who waits."""

from hexlume_host.cli.output.progress_bar import progress_bar
from hexlume_host.extras import require
from hexlume_host.signals import ending_promptly

from ..search.compile_cache import needs_compiling


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
        from ..search.engine import Engine  # noqa: PLC0415

        Engine.make_ready()

"""Compiling the engine before what it is needed for, with a word for a person who waits."""

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ..engine.kept_code import must_be_compiled
from ..engine.making import is_installed
from ..signals import ending_promptly


def compile_first(hidden: bool) -> None:
    """Compile the engine if that has yet to be done on this computer: no game or search then waits for it.

    Does nothing where the engine is not installed: who needs it says so. ``hidden``: without a word.
    """
    if not is_installed() or not must_be_compiled():
        return
    screen = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with (
        ending_promptly(),
        Progress(*columns, console=screen, disable=hidden or not screen.is_terminal, transient=True) as progress,
    ):
        progress.add_task("Compiling the engine for this computer, once (a minute or two)", total=None)
        from ..engine.thinker import Engine  # noqa: PLC0415

        Engine.make_ready()

"""A progress bar on standard error, for a person who watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.progress import Progress


@contextmanager
def progress_bar(words: str, total: float | None, hidden: bool = False) -> Iterator[Callable[..., None]]:
    """Show a bar while the context lasts; yields rich's ``Progress.update`` for it. ``total`` may be unknown."""
    screen = Console(stderr=True, markup=False, highlight=False, emoji=False)
    with Progress(console=screen, disable=hidden or not screen.is_terminal, transient=True) as progress:
        yield partial(progress.update, progress.add_task(words, total=total))

"""A bar on standard error that counts what is done, for a person who watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def counting_bar(total: int, hidden: bool) -> Iterator[Callable[[str, int], None]]:
    """Show a bar while the context lasts; yields what tells it words, and how many more are done."""
    screen = Console(stderr=True, markup=False, highlight=False, emoji=False)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=hidden or not screen.is_terminal, transient=True) as progress:
        task = progress.add_task("", total=total)

        def advance(words: str, done: int) -> None:
            progress.update(task, advance=done, description=words or None)

        yield advance

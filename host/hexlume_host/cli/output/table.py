"""Plain tables of commands."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE
from rich.console import RenderableType
from rich.table import Column, Table


def table(columns: Sequence[Column | str], rows: Iterable[Sequence[RenderableType]], title: str | None = None) -> Table:
    """Return a table."""
    made = Table(*columns, title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for row in rows:
        made.add_row(*row)
    return made


def right(*names: str) -> list[Column | str]:
    """Return the columns of numbers."""
    return [Column(name, justify="right", no_wrap=True) for name in names]

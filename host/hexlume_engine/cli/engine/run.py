"""Runs of many games between programs: options, progress, and the share of the points."""

import math
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from hexlume_host.cli.progress_bar import progress_bar

from ...search.elo import estimate
from ...search.match import Tally

_Item = TypeVar("_Item")

FileOption = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="Keep the games here; the same command goes on where it ended."),
]
StoreOption = Annotated[
    str | None, typer.Option("--store", metavar="PATH-OR-URL", help="Keep the games in this store as well.")
]


def shown(items: Iterator[_Item], count: int, hidden: bool, words: Callable[[_Item], str]) -> Iterator[_Item]:
    """Yield what is played, with a progress bar."""
    with progress_bar("Playing", count, hidden) as update:
        for item in items:
            yield item
            update(advance=1, description=words(item))


def stopped_words(how_far: str, file: Path | None) -> str:
    """Return what to say after Ctrl-C."""
    return f"Stopped after {how_far}. " + (
        f"{file} keeps all finished games; the same command goes on." if file else "With --file it could go on."
    )


def numbers(tally: Tally) -> dict[str, Any]:
    """Return what a tally of at least one game says; differences that are infinite are ``None``."""
    found = asdict(estimate(tally.wins, tally.draws, tally.losses))
    finite = {name: value if math.isfinite(value) else None for name, value in found.items()}
    return {"games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, **finite}


def share_words(tally: Tally) -> str:
    """Return the share of the points with its interval."""
    found = estimate(tally.wins, tally.draws, tally.losses)
    return f"{found.share:.1%} ({found.share_low:.1%} to {found.share_high:.1%})"

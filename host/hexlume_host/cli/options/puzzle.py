"""The options that say which problems are meant and who answers them, the same for every part of the command."""

from typing import Annotated, Any

import typer

from hexlume import games

from ...errors import HostError
from ...puzzles.repository import Wanted
from ...puzzles.theme import THEMES

GameOption = Annotated[str, typer.Option("--game", metavar="NAME", help="Only of this game, such as orochi.")]
ThemeOption = Annotated[
    str, typer.Option("--theme", metavar="THEME", help="Only about this, such as defence (docs/problems.md).")
]
DifficultyOption = Annotated[
    int, typer.Option("--difficulty", metavar="N", min=0, max=5, help="Only of this difficulty, 1 to 5; 0: of any.")
]
MistakesOption = Annotated[
    bool | None, typer.Option("--mistakes/--made", help="Only those from one's own games, or only the engine's.")
]
NameOption = Annotated[
    str, typer.Option("--as", metavar="NAME", help="Who answers: everybody's answers are kept apart.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="What the games follow from; others each time if none.")
]
PositionsOption = Annotated[
    int | None,
    typer.Option(
        "--positions",
        metavar="N",
        min=1,
        help="Search so many positions at most to prove one: the same in every run.",
        show_default=False,
    ),
]
SecondsOption = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", min=0.01, max=3600, help="Search so long at most to prove one instead."),
]


def wanted_of(game: str, theme: str, difficulty: int, mistakes: bool | None) -> Wanted:
    """Return which problems options mean; raises ``HostError`` for a game or a theme that there is not."""
    if game and game not in games.NAMES:
        raise HostError(f"'{game[:20]}' is no game: choose one of {', '.join(games.NAMES)}.")
    if theme and theme not in THEMES:
        raise HostError(f"There is no theme '{theme[:20]}': choose one of {', '.join(THEMES)}.")
    return Wanted(game, theme, difficulty, mistakes)


def store_of(context: typer.Context, store: str | None) -> str | None:
    """Return the store that a part of the command means: its own option, or the one before the part's name."""
    source: Any = context.get_parameter_source("store")
    parent: Any = context.parent
    named_here = source is not None and source.name == "COMMANDLINE"
    return store if named_here or parent is None else parent.params.get("store") or store

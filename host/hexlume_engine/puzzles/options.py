"""Options of commands about puzzles: which puzzles are meant, and who answers them."""

from typing import Annotated, Literal

import typer

from hexlume_host.cli.options.rules_name import RulesName

from .theme import THEMES

_THEMES = tuple(THEMES)
Theme = Literal[_THEMES]  # type: ignore[valid-type]

RulesOption = Annotated[
    RulesName | None, typer.Option("--rules", case_sensitive=False, help="Only puzzles of this game.")
]
ThemeOption = Annotated[
    Theme | None, typer.Option("--theme", metavar="THEME", help="Only puzzles about this (docs/puzzles.md).")
]
DifficultyOption = Annotated[
    int, typer.Option("--difficulty", metavar="N", min=0, max=5, help="Only of this difficulty, 1 to 5; 0: any.")
]
MistakesOption = Annotated[
    bool | None, typer.Option("--mistakes/--made", help="Only those from people's own games, or only the engine's.")
]
PlayerOption = Annotated[
    str, typer.Option("--player", metavar="NAME", help="Who answers: each player's answers are kept apart.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="Random seed of the games.", show_default="random")
]
PositionsOption = Annotated[
    int | None,
    typer.Option(
        "--positions",
        metavar="N",
        min=1,
        help="Max positions searched to prove a puzzle: the same in every run.",
        show_default=False,
    ),
]
NO_PUZZLES = "No puzzles yet. Make some: hexlume puzzles make"
NONE_FOUND = "No puzzles are like that."

"""The options that say which games are meant, the same for every command that looks games up."""

from typing import Annotated

import typer

from ...library.filters import GameFilter

GameOption = Annotated[str, typer.Option("--game", metavar="NAME", help="Only this game, such as orochi.")]
BoardSizeOption = Annotated[str, typer.Option("--on", metavar="BOARD", help="Only on this board, such as hex5.")]
PlayerOption = Annotated[str, typer.Option("--player", metavar="NAME", help="Only with a player of such a name.")]
OpponentOption = Annotated[str, typer.Option("--against", metavar="NAME", help="Only against such a name.")]
WholeOption = Annotated[bool, typer.Option("--whole", help="Names are whole ones, not parts of them.")]
SinceOption = Annotated[str, typer.Option("--since", metavar="DAY", help="Begun on this day, 2026-05-01, or later.")]
UntilOption = Annotated[str, typer.Option("--until", metavar="DAY", help="Begun on this day or earlier.")]
ResultOption = Annotated[str, typer.Option("--result", metavar="W+|B+|0", help="Only with this result; 0: a draw.")]
OutcomeOption = Annotated[
    str, typer.Option("--outcome", metavar="won|lost|drawn", help="Only games that ended so for the player.")
]
StatusOption = Annotated[
    str, typer.Option("--status", metavar="STATUS", help="Only finished, unfinished, abandoned or incomplete games.")
]
BoardIdOption = Annotated[str, typer.Option("--board", metavar="ID", help="Only those played on the board of this id.")]
SourceOption = Annotated[
    str,
    typer.Option(
        "--source", metavar="board|import|problem", help="Only those from boards, from files, or problems on a board."
    ),
]


def filter_of(**values: str | bool) -> GameFilter:
    """Return the filter of options' values by member; raises ``FilterError``."""
    return GameFilter.read({name: "1" if value is True else value or "" for name, value in values.items()})

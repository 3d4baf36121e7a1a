"""Options of commands that look games up: which games are meant."""

from datetime import datetime
from typing import Annotated, Any

import typer

from ...library.filters import GameFilter, Outcome, Result, Source, Status
from .rules_name import RulesName

_DAYS = ["%Y-%m-%d"]

RulesOption = Annotated[RulesName | None, typer.Option("--rules", case_sensitive=False, help="Only this game.")]
BoardOption = Annotated[str, typer.Option("--board", metavar="BOARD", help="Only on this board, such as hex5.")]
PlayerOption = Annotated[str, typer.Option("--player", metavar="NAME", help="Only games of players with such names.")]
OpponentOption = Annotated[str, typer.Option("--against", metavar="NAME", help="Only games against such names.")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Names are whole names, not parts of them.")]
SinceOption = Annotated[
    datetime | None,
    typer.Option("--since", formats=_DAYS, metavar="DAY", help="Begun on this day, 2026-05-01, or later."),
]
UntilOption = Annotated[
    datetime | None, typer.Option("--until", formats=_DAYS, metavar="DAY", help="Begun on this day or earlier.")
]
ResultOption = Annotated[Result | None, typer.Option("--result", help="Only games with this result; 0: a draw.")]
OutcomeOption = Annotated[Outcome | None, typer.Option("--outcome", help="Only games that ended so for the player.")]
StatusOption = Annotated[Status | None, typer.Option("--status", help="Only games with this status.")]
DeviceOption = Annotated[
    str, typer.Option("--device", metavar="ID", help="Only games played on the board with this id.")
]
SourceOption = Annotated[
    Source | None, typer.Option("--source", help="Only games from boards, from files, or puzzles on a board.")
]


def filter_of(**values: Any) -> GameFilter:
    """Return the filter of options' values by member, ``None`` for one that is not given; raises ``FilterError``."""
    given: dict[str, Any] = {
        name: value.date() if isinstance(value, datetime) else value
        for name, value in values.items()
        if value is not None
    }
    return GameFilter(**given)

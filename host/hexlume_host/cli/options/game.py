"""Options of commands: a game, its board, its clock and its players."""

from typing import Annotated, Literal

import typer

from hexlume import games
from hexlume.games.game import Game, OptionError
from hexlume.hardware.panel import PANEL_SIZES, STARTER
from hexlume.match.game_clock import TimeControl, TimeControlError
from hexlume_record.errors import HexlumeError, sentence
from hexlume_record.game.options import read_options

from .rules_name import RulesName

_PANELS = (STARTER, *(f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes))
PanelName = Literal[_PANELS]  # type: ignore[valid-type]

RulesOption = Annotated[RulesName, typer.Option("--rules", case_sensitive=False, help="The game.")]
DEFAULT_RULES = games.NAMES[0]
SizeOption = Annotated[
    int, typer.Option("--size", metavar="N", min=0, help="Cells a side of the game's board; 0 is the game's own.")
]
OptionsOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as pie=on.")
]
PanelOption = Annotated[
    PanelName | None,
    typer.Option(
        "--panel", metavar="PANEL", help="hex2, hex4 to hex9 or square7 to square11 (default: the smallest that fits)."
    ),
]


def _clock(control: str) -> str:
    """Return a time control as the store has it; raises a usage error."""
    try:
        return TimeControl(control).text
    except TimeControlError as error:
        raise typer.BadParameter(sentence(error)) from None


ClockOption = Annotated[
    str,
    typer.Option(
        "--clock",
        callback=_clock,
        metavar="CONTROL",
        help="The players' time, in seconds: fischer 300+5, delay 300+3, byoyomi 600+3x30 or none.",
    ),
]
TolerancesOption = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", min=0, help="Random seed of the simulated board's tolerances.", show_default="random"
    ),
]
WhiteOption = Annotated[str, typer.Option("--white", metavar="NAME", help="Who starts with white.")]
BlackOption = Annotated[str, typer.Option("--black", metavar="NAME", help="Who starts with black.")]


def start_game(name: str, size: int, options: list[str]) -> Game:
    """Start the game that the options name; raises ``HexlumeError`` where the rules refuse it."""
    try:
        return games.start(name, size, read_options(options))
    except OptionError as error:
        raise HexlumeError(sentence(error)) from error

"""What one run of the engine keeps between requests."""

from dataclasses import dataclass

from hexlume.games.contract import Game

from .chooser import Chooser


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time control a controller announced: main time and byo-yomi period in seconds, stones a period."""

    main_s: int
    byo_yomi_s: int
    byo_yomi_stones: int


@dataclass(slots=True)
class Session:
    """The running game, who chooses for ``genmove``, the time settings kept, and whether ``quit`` was asked for."""

    game: Game
    chooser: Chooser
    time: TimeSettings | None = None
    ended: bool = False

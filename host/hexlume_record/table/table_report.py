"""Table report: what a board reports about its table, its menu, its lesson and its engine besides the game's events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from ..game.state import GameState
from ..validation import Count, items
from .clock import ClockReport


@dataclass(frozen=True, slots=True)
class LessonReport:
    """How a lesson on a board stands: ``step`` of ``of``; ``wrong`` is whether the last hand was not the right one.

    While it ``hides`` no light shows what is right; ``stars`` are the steps that were right at the first try.
    """

    step: Count
    of: Count
    wrong: bool
    hides: bool = False
    stars: Annotated[tuple[Count, ...], items(255)] = ()


@dataclass(frozen=True, slots=True)
class TableReport:
    """A board's last report of the game that it plays.

    ``differs`` is what is to be done on which panel cell until the table shows the game. ``chosen`` is what the act
    button would do (``pass``, ``resign`` …), empty for nothing. ``menu`` is the game whose choices the open menu
    offers, empty while it is closed. ``asked_to_play`` is the last event of the position in which the board asks for an
    engine's action. ``level`` is how strongly an engine is to play (``gentle``, ``medium``, ``strong``), empty if none
    plays, ``None`` before the first report. ``lesson`` is the one that the game is played in, ``clock`` its clock.
    ``last_seq`` is the game's last event before the report, ``None`` if there was no report.
    """

    differs: Mapping[str, str] = field(default_factory=dict)
    chosen: str = ""
    menu: str = ""
    asked_to_play: int | None = None
    level: str | None = None
    lesson: LessonReport | None = None
    clock: ClockReport | None = None
    last_seq: int | None = None

    def is_latest(self, live: GameState) -> bool:
        """Return whether the game has had no event since the report."""
        return self.last_seq == live.last_seq

    def thinks(self, live: GameState) -> bool:
        """Return whether an engine's action is due in a game, of this computer or of the board's own.

        The board's question may come before the events it was asked after, or after later ones.
        """
        return self.asked_to_play is not None and self.asked_to_play == live.last_seq

    def due(self, live: GameState) -> str:
        """Return who is to do what in a game, in words; empty when nothing is due."""
        if self.thinks(live) and live.to_move is not None:
            return f"{live.to_move.capitalize()}: Hexlume is thinking"
        return live.due


NO_REPORT = TableReport()
"""Before the board has reported anything of its game."""

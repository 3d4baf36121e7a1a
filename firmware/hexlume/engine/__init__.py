"""The board's own opponent. Every use of it begins with ``start``."""

from ..games import part
from .engine import STRONG
from .engine import Engine as Engine

if False:  # for type checkers only
    from typing import Callable

    from ..games.game import Game


def start(game: "Game", random: "Callable[[int], int]", now: "Callable[[], int]", level: int = STRONG) -> Engine:
    """Return an engine for a running game's position, which must not change while the engine thinks.

    ``random`` returns a random number below a limit, ``now`` the board's time in ms, ``level`` is one of
    ``hexlume.play.preferences.LEVELS``. A game whose ``evaluation`` tells
    what an action makes of the lead (``lead_after``) is searched for threats, every other is played out at random.
    """
    evaluation = part(game.NAME, "evaluation")
    if hasattr(evaluation, "lead_after"):
        from .threats import Threats

        return Threats(game, random, now, level, evaluation)
    from .playouts import Playouts

    return Playouts(game, random, now, level, evaluation)

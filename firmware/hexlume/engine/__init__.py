"""The board's own opponent. ``start`` is the one way to have it think."""

from ..constant import const
from .engine import Engine as Engine

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable

    from ..games.game import Game


def start(game: "Game", random: "Callable[[int], int]", now: "Callable[[], int]") -> Engine:
    """Return what thinks about a running game's position, which must stay as it is.

    ``random`` returns a random number below a limit, ``now`` the board's time in ms.
    """
    if game.NAME == "droched":
        from .threats import Threats

        return Threats(game, random, now)  # type: ignore[arg-type]
    from .playouts import Playouts

    return Playouts(game, random, now)

"""Who seems to be ahead in Orcoon."""

from ...const import const
from ..pieces import other
from ..placing import lacking

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..game import Game


def lead(game: "Game", colour: int) -> int:
    """Return by how much a colour seems to be ahead, in hundredths of a chance to win."""
    return max(-45, min(45, 8 * (lacking(game, other(colour)) - lacking(game, colour))))

"""Pictures of positions as SVG, for the rule sheets, records and pages.

``draw`` takes a position as JSON has it (rule ACT-5), ``draw_game`` a game under way. Both return the
text of a whole SVG document that is the same, byte for byte, for the same position. ``raster`` and ``animation``
make pixels of them; they are imported by name, since what they stand on takes time to load.
"""

from .errors import PictureError
from .marks import SHAPES
from .palette import THEMES
from .position import draw, draw_game

__all__ = ("SHAPES", "THEMES", "PictureError", "draw", "draw_game")

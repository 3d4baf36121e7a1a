"""Pictures of positions as SVG, for the rule sheets, records and pages.

``draw`` takes a position as JSON has it (rule ACT-5) and returns the text of a whole SVG document, byte for byte the
same for the same position.
"""

from .errors import PictureError
from .palette import THEMES
from .position import SHAPES, draw, position_words

__all__ = ("SHAPES", "THEMES", "PictureError", "draw", "position_words")

"""Pictures in pixels: an SVG picture as PNG, the same on every computer."""

import tempfile
from functools import lru_cache
from pathlib import Path

import resvg_py
from PIL import ImageFont

from .errors import PictureError

NARROWEST, WIDEST = 16, 4000
"""How many pixels wide a picture may be."""


def png(svg: str, width: float, background: str | None = None) -> bytes:
    """Return an SVG picture as PNG, ``width`` pixels wide; raises ``PictureError``.

    Around the board it is of the colour ``background``, transparent where there is none.
    """
    if not NARROWEST <= width <= WIDEST or width % 1:
        raise PictureError(f"A picture is a whole number of pixels wide from {NARROWEST} to {WIDEST}, not {width:g}.")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            background=background,
            width=int(width),
            dpi=96,
            skip_system_fonts=True,
            font_files=[_font()],
            font_family="Aileron",
            sans_serif_family="Aileron",
        )
    )


@lru_cache(maxsize=1)
def _font() -> str:
    """Return the path of the font in which names and numbers are written.

    It is Aileron, in the public domain, which Pillow brings: a computer without fonts draws the same picture as any
    other. The renderer reads fonts from files only.
    """
    font = ImageFont.load_default(20)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise PictureError("Pictures in pixels need a Pillow with FreeType.")
    path = Path(_FOLDER.name) / "aileron.ttf"
    path.write_bytes(font.font_bytes)
    return str(path)


_FOLDER = tempfile.TemporaryDirectory(prefix="hexlume-font-", ignore_cleanup_errors=True)
"""Removed when the program ends."""

"""Pictures in pixels: an SVG picture as PNG, the same on every computer."""

import tempfile
from functools import lru_cache
from pathlib import Path
from re import match

import resvg_py
from PIL import ImageFont

from .errors import PictureError

NARROWEST, WIDEST = 16, 4096
"""How many pixels wide a picture may be."""

MOST_PIXELS = 16_000_000
"""The most pixels that one picture may have."""

_MM_AN_INCH = 25.4


def png(svg: str, width: float, background: str | None = None) -> bytes:
    """Return an SVG picture as PNG, ``width`` pixels wide; raises ``PictureError``.

    Around the board it is of the colour ``background``, transparent where there is none.
    """
    width = check_width(width)
    wide, high = size_mm(svg)
    if width * width * high / wide > MOST_PIXELS:
        raise PictureError(f"A picture has at most {MOST_PIXELS // 1_000_000} million pixels: make it narrower.")
    # At this resolution the picture's own size is the width asked for, and nothing is scaled twice.
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            background=background,
            width=width,
            dpi=_MM_AN_INCH * width / wide,
            skip_system_fonts=True,
            font_files=[_font()],
            font_family="Aileron",
            sans_serif_family="Aileron",
        )
    )


def check_width(width: float) -> int:
    """Return a picture's width in pixels; raises ``PictureError`` for one that is not drawn."""
    if not NARROWEST <= width <= WIDEST or width % 1:
        raise PictureError(f"A picture is a whole number of pixels wide from {NARROWEST} to {WIDEST}, not {width:g}.")
    return int(width)


def size_mm(svg: str) -> tuple[float, float]:
    """Return the width and height of a picture of ours, from its first line."""
    found = match(r'<svg [^>]*?width="([\d.]+)mm" height="([\d.]+)mm"', svg)
    if found is None:
        raise PictureError("This is no picture of a position.")
    return float(found[1]), float(found[2])


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

"""A whole game as an animated GIF: drawn pictures of its positions, one frame each."""

import io
from collections import Counter
from collections.abc import Sequence
from typing import Any

from PIL import Image

from .errors import PictureError
from .png import png

WIDEST = 1000
"""How many pixels wide it may be: all frames are in memory at once."""
_SECONDS = (0.05, 60.0)
_LAST_SECONDS = 3.0
"""How long the last frame stays at least."""
_COLOURS = 255
"""Colours of a frame; a GIF's 256th says that a pixel stays as it was."""


def animation(svgs: Sequence[str], *, background: str, width: float = 480, seconds: float = 0.8) -> bytes:
    """Return an animated GIF of SVG pictures of one size, byte for byte the same for the same ones.

    ``width`` is the width in pixels, ``background`` the colour around the boards. Each frame stays for ``seconds``.
    Raises ``PictureError`` naming what cannot be drawn.
    """
    if not _SECONDS[0] <= seconds <= _SECONDS[1]:
        raise PictureError(f"A frame stays for {_SECONDS[0]:g} to {_SECONDS[1]:g} seconds, not {seconds:g}.")
    if width > WIDEST:
        raise PictureError(f"A gif is at most {WIDEST} pixels wide, not {width:g}.")
    pngs = [png(svg, width, background) for svg in svgs]
    palette = _palette(pngs)
    first, *rest = (_opened(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pngs)
    durations = [round(seconds * 1000)] * len(rest) + [round(max(seconds, _LAST_SECONDS) * 1000)]
    written = io.BytesIO()
    first.save(written, "GIF", save_all=True, append_images=rest, duration=durations, optimize=False, loop=0)
    return written.getvalue()


def _palette(pngs: Sequence[bytes]) -> Image.Image:
    """Return the colours that most pixels of the pictures have, as an image of the kind that Pillow asks for."""
    counts: Counter[Any] = Counter()
    for picture in map(_opened, pngs):
        for count, colour in picture.getcolors(picture.width * picture.height) or ():
            counts[colour] += count
    most = sorted(counts, key=lambda colour: (-counts[colour], colour))[:_COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in most for part in colour])
    return palette


def _opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB")

"""A whole game as an animated GIF: drawn pictures of its positions, one frame each."""

import io
from collections import Counter
from collections.abc import Sequence
from typing import Any

from PIL import Image

from .errors import PictureError
from .png import check_width, png, size_mm

MOST_PIXELS = 200_000_000
"""The most pixels that all frames of one picture may have together; each takes a byte of memory."""

_SECONDS = (0.05, 60.0)

_COLOURS = 255
"""Colours of a frame; a GIF's 256th says that a pixel stays as it was."""


def animation(
    svgs: Sequence[str],
    *,
    background: str,
    width: float = 480,
    seconds: float = 0.8,
    end_seconds: float = 3.0,
    loop: bool = True,
) -> bytes:
    """Return an animated GIF of SVG pictures of one size, byte for byte the same for the same ones.

    ``width`` is the width in pixels, ``background`` the colour around the boards. Each frame stays for ``seconds``, the
    last one for ``end_seconds``; then it begins again if ``loop``. Raises ``PictureError`` naming what cannot be drawn,
    also for more than ``MOST_PIXELS`` in all frames together.
    """
    for time in (seconds, end_seconds):
        if not _SECONDS[0] <= time <= _SECONDS[1]:
            raise PictureError(f"A frame stays for {_SECONDS[0]:g} to {_SECONDS[1]:g} seconds, not {time:g}.")
    width = check_width(width)
    wide, high = size_mm(svgs[0])
    pixels = len(svgs) * width * width * high / wide
    if pixels > MOST_PIXELS:
        fitting = int(width * (MOST_PIXELS / pixels) ** 0.5)
        raise PictureError(f"{len(svgs)} frames of that size are too much to draw: make them {fitting} pixels wide.")
    pngs = [png(svg, width, background) for svg in svgs]
    palette = _palette(pngs)
    first, *rest = (_opened(one).quantize(palette=palette, dither=Image.Dither.NONE) for one in pngs)
    durations = [round(seconds * 1000)] * len(rest) + [round(end_seconds * 1000)]
    written = io.BytesIO()
    # Without "loop" a GIF plays once; 0 is for ever.
    again = {"loop": 0} if loop else {}
    first.save(written, "GIF", save_all=True, append_images=rest, duration=durations, optimize=False, **again)
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

"""Pictures of a board's two sides, painted from its Gerbers and drill files."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageChops

from hexlume_hw.board.painting import find, painted, window_of
from hexlume_hw.panel.outline import outline

_WIDTH_DOTS = 1800
_FINER = 2
"""How much finer than the picture the plots are painted, for smooth edges."""

_BASE, _COVERED, _BARE, _SILK, _HOLE, _AROUND = (
    (214, 217, 214),
    (236, 238, 235),
    (205, 186, 130),
    (30, 32, 36),
    (16, 16, 18),
    (255, 255, 255),
)
"""Colours of laminate and copper under white solder mask, of bare copper, silk screen, holes and the table."""


def paint(panel: str, plots: Path, targets: Mapping[str, Path]) -> None:
    """Write a PNG of each side as it comes from the fabricator, the back (``B``) seen through the board.

    Raises ``HardwareError`` without gerbv or if a plot is missing.
    """
    window = window_of(panel, 1.0, 3.0)
    fine = window_of(panel, _WIDTH_DOTS * _FINER / window.width, 3.0)

    def shade(pattern: str) -> Image.Image:
        return Image.fromarray(painted(find(plots, pattern), fine)).reduce(_FINER)

    hole = ImageChops.lighter(shade("*-PTH.drl"), shade("*-NPTH.drl"))
    edges, scale = outline(panel), fine.dots_per_mm / _FINER
    top, left = round((fine.top - edges.far) * scale), round((edges.left - fine.left) * scale)
    around = Image.new("L", hole.size, 255)
    around.paste(0, (left, top, left + round(edges.width * scale), top + round(edges.depth * scale)))
    for side, target in targets.items():
        copper, bare = shade(f"*-{side}_Cu.gbr"), shade(f"*-{side}_Mask.gbr")
        silk = ImageChops.multiply(shade(f"*-{side}_Silkscreen.gbr"), ImageChops.invert(bare))
        picture = Image.new("RGB", hole.size, _BASE)
        for colour, share in (
            (_COVERED, copper),
            (_BARE, ImageChops.multiply(bare, copper)),
            (_SILK, silk),
            (_HOLE, hole),
            (_AROUND, around),
        ):
            picture.paste(colour, mask=share)
        picture.save(target, optimize=True)

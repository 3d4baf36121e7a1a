"""Pictures of a board's two sides, painted from its Gerbers and drill files."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

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


def paint(panel: str, plots: Path, target: Path, side: str = "F") -> None:
    """Write a PNG of a side as it comes from the fabricator, the back (``B``) seen through the board.

    Raises ``HardwareError`` without gerbv or if a plot is missing.
    """
    window = window_of(panel, 1.0, 3.0)
    fine = window_of(panel, _WIDTH_DOTS * _FINER / window.width, 3.0)

    def shade(pattern: str) -> NDArray[np.float64]:
        dots = Image.fromarray(painted(find(plots, pattern), fine)).reduce(_FINER)
        return (np.asarray(dots, np.float64) / 255)[:, :, None]

    copper, bare = shade(f"*-{side}_Cu.gbr"), shade(f"*-{side}_Mask.gbr")
    silk = shade(f"*-{side}_Silkscreen.gbr") * (1 - bare)
    hole = np.maximum(shade("*-PTH.drl"), shade("*-NPTH.drl"))
    edges, scale = outline(panel), fine.dots_per_mm / _FINER
    top, left = round((fine.top - edges.far) * scale), round((edges.left - fine.left) * scale)
    inside = np.zeros_like(copper)
    inside[top : top + round(edges.depth * scale), left : left + round(edges.width * scale)] = 1
    picture = np.array(_BASE, np.float64) * (1 - copper) + np.array(_COVERED, np.float64) * copper
    for colour, share in ((_BARE, bare * copper), (_SILK, silk), (_HOLE, hole), (_AROUND, 1 - inside)):
        picture = picture * (1 - share) + np.array(colour, np.float64) * share
    Image.fromarray(picture.round().astype(np.uint8)).save(target, optimize=True)

"""Paints Gerbers as pictures of dots, by gerbv."""

import math
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.outline import outline

_INCH_MM = 25.4
_TENTH_MM = _INCH_MM / 10

Dots = NDArray[np.uint8]
"""0 where a plot draws nothing, 255 where it does."""


@dataclass(frozen=True, slots=True)
class Window:
    """What is painted, in mm from the panel's centre, and how finely."""

    left: float
    top: float
    width: float
    height: float
    dots_per_mm: float

    def dot(self, x: float, y: float) -> tuple[int, int]:
        """Return the row and column of a place."""
        return int((self.top - y) * self.dots_per_mm), int((x - self.left) * self.dots_per_mm)


def window_of(panel: str, dots_per_mm: float, margin: float = 1.0) -> Window:
    """Return the window that shows a panel's whole board with a margin of so many mm or a little more around it."""
    edges = outline(panel)
    # Whole tenths of an inch: gerbv takes no long numbers.
    left, low, right, high = (
        rounded(value / _TENTH_MM) * _TENTH_MM
        for rounded, value in (
            (math.floor, edges.left - margin),
            (math.floor, edges.near - margin),
            (math.ceil, edges.right + margin),
            (math.ceil, edges.far + margin),
        )
    )
    return Window(left, high, right - left, high - low, dots_per_mm)


def find(folder: Path, pattern: str) -> Path:
    """Return the one file of a pattern; raises ``HardwareError`` if there is none, or another."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise HardwareError(f"{folder} has {len(found)} files {pattern} instead of one: plot the board anew.")
    return found[0]


def painted(plot: Path, window: Window) -> Dots:
    """Return a Gerber or drill file as dots; raises ``HardwareError`` without gerbv or if it fails."""
    if shutil.which("gerbv") is None:
        raise HardwareError("gerbv is missing: install the Debian package gerbv.")
    with tempfile.TemporaryDirectory() as scratch:
        picture = Path(scratch) / "plot.png"
        low = window.top - window.height
        command = [
            "gerbv",
            "--export=png",
            f"--output={picture}",
            f"--dpi={window.dots_per_mm * _INCH_MM:.0f}",
            f"--origin={window.left / _INCH_MM:.1f}x{low / _INCH_MM:.1f}",
            f"--window_inch={window.width / _INCH_MM:.1f}x{window.height / _INCH_MM:.1f}",
            "--border=0",
            "--background=#000000",
            "--foreground=#FFFFFFFF",
            str(plot),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not picture.is_file():
            last = (done.stderr.strip() or "no reason given").splitlines()[-1]
            raise HardwareError(f"gerbv could not paint {plot.name}: {last}")
        with Image.open(picture) as image:
            return np.asarray(image.convert("L"))

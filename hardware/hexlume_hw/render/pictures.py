"""Draws a panel's pictures as PNG: ``python -m hexlume_hw.render.pictures hex5 docs/hardware/pictures``."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib import font_manager
from PIL import Image, ImageDraw, ImageFont

from hexlume_hw.board.drawing import draw
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.panel.netlist import Place
from hexlume_hw.render.cell_view import exploded_cell
from hexlume_hw.render.scene import played
from hexlume_hw.render.tracer import Image as Traced
from hexlume_hw.render.tracer import View, trace
from hexlume_hw.render.views import Label, exploded, on_table
from hexlume_hw.solids.assembly import Assembly, assemble
from hexlume_hw.solids.bodies import Body, bodies_at

WIDTH = 1200
SAMPLES = 16
MOST_BYTES = 400_000


def _font(height: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the sans serif font that matplotlib brings along."""
    properties = font_manager.FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    return ImageFont.truetype(font_manager.findfont(properties), height)


def _save(picture: Image.Image, path: Path) -> None:
    """Write a PNG, made smaller until it has at most ``MOST_BYTES``: a palette would lose the rare bright colours."""
    picture.save(path, optimize=True)
    width, height = picture.size
    while path.stat().st_size > MOST_BYTES:
        width, height = round(width * 0.95), round(height * 0.95)
        picture.resize((width, height), Image.Resampling.LANCZOS).save(path, optimize=True)


def _image(traced: Traced) -> Image.Image:
    return Image.fromarray((traced * 255 + 0.5).astype(np.uint8))


def labelled(picture: Image.Image, view: View, labels: list[Label]) -> Image.Image:
    """Write labels at a picture's right edge, from top to bottom, each with a line to its point."""
    width, height = picture.size
    draw = ImageDraw.Draw(picture)
    large, small = _font(width // 46, bold=True), _font(width // 66)
    x = round(width * 0.735)
    for number, label in enumerate(labels):
        y = round(height * (0.10 + 0.80 * number / (len(labels) - 1)))
        px, py = view.camera.project(label.point, width, height)
        draw.line(
            [(px, py), (x - width // 60, y), (x - width // 150, y)], fill=(60, 66, 74), width=max(1, width // 600)
        )
        draw.ellipse([px - 3, py - 3, px + 3, py + 3], fill=(60, 66, 74))
        draw.text((x, y), label.name, font=large, fill=(25, 28, 33), anchor="lm")
        for line, words in enumerate(_wrapped(label.words, small, width - x - width // 80)):
            draw.text((x, y + width // 70 + line * round(width / 52)), words, font=small, fill=(60, 66, 74))
    return picture


def _wrapped(words: str, font: ImageFont.FreeTypeFont, room: float) -> list[str]:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def draw_pictures(
    assembly: Assembly, folder: Path, tell: Callable[[str], None], width: int = WIDTH, samples: int = SAMPLES
) -> list[Path]:
    """Trace the board on a table, its layers apart and one cell's; return the paths of the PNGs.

    Raises ``HardwareError`` if the renderer is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = played(assembly.panel)
    tell("tracing the board on a table")
    case, stack = folder / "case.png", folder / "stack.png"
    _save(_image(trace(on_table(assembly, table), width, width * 2 // 3, samples)), case)
    tell("tracing its layers")
    view, labels = exploded(assembly, table)
    _save(labelled(_image(trace(view, width, width * 5 // 6, samples)), view, labels), stack)
    tell("tracing a cell")
    cell = folder / "cell.png"
    view, labels = exploded_cell(assembly.panel)
    _save(labelled(_image(trace(view, width * 3 // 4, width * 9 // 10, samples)), view, labels), cell)
    return [case, stack, cell]


def _bodies(panel: str) -> list[Body]:
    """Return the parts of a panel's circuit board, which is drawn for it."""
    circuit = netlist(panel)
    design = draw(panel, circuit, print)
    return bodies_at(circuit, {ref: Place(placed.x, placed.y, placed.turn) for ref, placed in design.placed.items()})


if __name__ == "__main__":
    draw_pictures(assemble(sys.argv[1], _bodies(sys.argv[1])), Path(sys.argv[2]), print)

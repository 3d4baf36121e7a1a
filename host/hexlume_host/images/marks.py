"""Marks on cells, told apart by shape: ring, dot, cross, a number; and the wedge of the last action."""

from xml.etree.ElementTree import Element

from .errors import PictureError
from .svg import element, number, polyline

GROUPS = ("won", "lost", "decided")
"""What decided a finished game: the winner's group, the loser's, and other cells."""
SHAPES = ("ring", "dot", "cross")
"""The marks that are drawn; any number from 1 to 999 is a mark as well."""


def check_mark(mark: str | int) -> str:
    """Return a mark as text; raises ``PictureError`` for one that cannot be drawn."""
    text = str(mark)
    if text in SHAPES or (text.isascii() and text.isdecimal() and 1 <= int(text) <= 999 and text[0] != "0"):
        return text
    raise PictureError(f"'{text[:40]}' is no mark: use {', '.join(SHAPES)} or a number from 1 to 999.")


def takes_centre(mark: str) -> bool:
    """Return whether a mark lies in the middle of its cell, where a name would stand."""
    return mark not in ("", "ring")


def draw_mark(mark: str, x: float, y: float, pitch: float, colour: str, ink: str) -> Element:
    """Return a mark around (x, y), all in mm; a number is written in ``ink``, a shape drawn in ``colour``."""
    if mark == "ring":
        return element("circle", cx=x, cy=y, r=0.445 * pitch, fill="none", stroke=colour, stroke_width=0.08 * pitch)
    if mark == "dot":
        return element("circle", cx=x, cy=y, r=0.125 * pitch, fill=colour)
    if mark == "cross":
        arm = 0.14 * pitch
        strokes = polyline([(x - arm, y - arm), (x + arm, y + arm)]) + polyline(
            [(x - arm, y + arm), (x + arm, y - arm)]
        )
        return element("path", d=strokes, stroke=colour, stroke_width=0.085 * pitch, stroke_linecap="round")
    size = (0.44 if len(mark) < 3 else 0.34) * pitch
    return element(
        "text",
        text=mark,
        x=x,
        y=y + 0.35 * size,
        fill=ink,
        font_family="system-ui, sans-serif",
        font_size=size,
        font_weight="700",
        text_anchor="middle",
    )


def draw_group(kind: str, x: float, y: float, pitch: float, colour: str, on_disc: str) -> Element:
    """Return how a cell is marked that decided a finished game, all in mm.

    Two rings go around the winner's group (``won``) and a broken one around the loser's (``lost``). What decided
    (``decided``) has a ring on its disc, in the colour ``on_disc``, or a diamond where there is none.
    """
    if kind == "won":
        rings = ((0.475, 0.03), (0.425, 0.035))
        circles = [element("circle", cx=x, cy=y, r=r * pitch, stroke_width=width * pitch) for r, width in rings]
        return element("g", *circles, fill="none", stroke=colour)
    if kind == "lost":
        dashes = f"{number(0.1 * pitch)} {number(0.1 * pitch)}"
        return element(
            "circle",
            cx=x,
            cy=y,
            r=0.45 * pitch,
            fill="none",
            stroke=colour,
            stroke_width=0.05 * pitch,
            stroke_dasharray=dashes,
        )
    if on_disc:
        ring, width = 0.35 * pitch, 0.035 * pitch
        return element("circle", cx=x, cy=y, r=ring, fill="none", stroke=on_disc, stroke_width=width)
    far = 0.42 * pitch
    corners = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
    return element("path", d=polyline(corners, closed=True), fill="none", stroke=colour, stroke_width=0.045 * pitch)


def last_action(x: float, y: float, pitch: float, colour: str) -> Element:
    """Return the wedge that marks a cell of the last action, in the upper part of the cell."""
    top, width, height = y - 0.365 * pitch, 0.13 * pitch, 0.15 * pitch
    return element(
        "path", d=polyline([(x - width, top), (x + width, top), (x, top + height)], closed=True), fill=colour
    )

"""Discs: a pawn or stone, and the leader with its coronet."""

from math import cos, pi, sin
from xml.etree.ElementTree import Element

from .palette import DiscColours, Palette
from .svg import element

RADIUS = 0.4
"""A disc's radius in cell pitches."""

LETTERS = {"w": "white", "b": "black", "W": "white leader", "B": "black leader"}
"""The pieces of position JSON in words (rule ACT-5)."""


def colours_of(letter: str, colours: Palette) -> DiscColours:
    """Return how the disc of a piece's letter is coloured."""
    return colours.white if letter in "wW" else colours.black


def disc(letter: str, x: float, y: float, pitch: float, colours: Palette, marked: bool = False) -> list[Element]:
    """Return a disc around (x, y), all lengths in mm; ``marked`` leaves a leader's middle free for a mark."""
    look = colours_of(letter, colours)
    radius = RADIUS * pitch
    rim = 0.05 * pitch
    drawn = [
        element("circle", cx=x, cy=y + 0.035 * pitch, r=radius + 0.015 * pitch, fill=colours.shadow, opacity=0.35),
        element("circle", cx=x, cy=y, r=radius - rim / 2, fill=look.face, stroke=look.rim, stroke_width=rim),
    ]
    if letter in "WB":
        return [*drawn, _coronet(x, y, pitch, look, marked)]
    return [
        *drawn,
        element("circle", cx=x, cy=y, r=0.75 * radius, fill="none", stroke=look.groove, stroke_width=0.02 * pitch),
    ]


def _coronet(x: float, y: float, pitch: float, look: DiscColours, marked: bool) -> Element:
    """Return a leader's mark: a coronet seen from above, a ring with eight beads.

    With a mark in the middle it is only the beads, further out; without one it leaves room for a name below.
    """
    group = element("g", fill=look.crown)
    middle, beads = (y, 0.29 * pitch) if marked else (y - 0.06 * pitch, 0.205 * pitch)
    if not marked:
        ring = 0.115 * pitch
        group.append(
            element("circle", cx=x, cy=middle, r=ring, fill="none", stroke=look.crown, stroke_width=0.055 * pitch)
        )
    for bead in range(8):
        turn = bead * pi / 4
        group.append(element("circle", cx=x + beads * sin(turn), cy=middle - beads * cos(turn), r=0.042 * pitch))
    return group

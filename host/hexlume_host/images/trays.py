"""Trays beside the board: pieces in hand and stones in prison."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from .discs import disc
from .errors import PictureError
from .palette import Palette
from .svg import element

HEIGHT = 1.1
"""Height of a tray in cell pitches."""

GAP = 0.3
"""Between the board and the trays, and from tray to tray, in cell pitches."""

_SLOT = 1.75
"""Width in cell pitches of a disc with its count."""

Tray = tuple[str, list[tuple[str, int]]]
"""A label, and letters of pieces with their counts."""


def trays_of(position: Mapping[str, Any], steady: bool = False) -> list[Tray]:
    """Return the trays of a position: a label and the piece letters with their counts.

    Those in which nothing lies are left out, unless ``steady``: then a game's trays are the same all the time.

    Raises ``PictureError`` where hand or prison are not as rule ACT-5 has them.
    """
    found = []
    hand, prison = position.get("hand") or {}, position.get("prison") or {}
    try:
        for colour, pawn, leader in (("white", "w", "W"), ("black", "b", "B")):
            if hand:
                counts = [(pawn, int(hand[colour]["pawn"])), (leader, int(hand[colour]["leader"]))]
                found.append(("in hand", counts))
        if prison:
            counts = [(letter, int(prison[colour])) for colour, letter in (("white", "w"), ("black", "b"))]
            found.append(("prison", [(letter, count) for letter, count in counts if count or steady]))
    except (KeyError, TypeError, ValueError) as error:
        raise PictureError("The position's hand or prison is not as rule ACT-5 has it.") from error
    return [(label, counts) for label, counts in found if steady or any(count for _, count in counts)]


def width_of(tray: Tray) -> float:
    """Return a tray's width in cell pitches."""
    label, counts = tray
    return 0.5 + 0.2 * len(label) + 0.2 + _SLOT * len(counts)


def draw_tray(tray: Tray, left: float, top: float, pitch: float, colours: Palette) -> Element:
    """Return a tray whose upper left corner lies at (left, top), in mm."""
    label, counts = tray
    height = HEIGHT * pitch
    middle = top + height / 2
    group = element(
        "g",
        element(
            "rect",
            x=left,
            y=top,
            width=width_of(tray) * pitch,
            height=height,
            rx=0.3 * pitch,
            fill=colours.board,
            stroke=colours.outline,
            stroke_width=0.05 * pitch,
        ),
        font_family="system-ui, sans-serif",
        fill=colours.name,
    )
    group.append(element("text", text=label, x=left + 0.3 * pitch, y=middle + 0.12 * pitch, font_size=0.36 * pitch))
    at = left + (0.5 + 0.2 * len(label) + 0.4) * pitch
    for letter, count in counts:
        group.extend(disc(letter, at, middle, 0.9 * pitch, colours))
        group.append(
            element(
                "text",
                text=str(count),
                x=at + 0.5 * pitch,
                y=middle + 0.16 * pitch,
                font_size=0.46 * pitch,
                font_weight="600",
            )
        )
        at += _SLOT * pitch
    return group

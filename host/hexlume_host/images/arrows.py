"""Arrows from cell to cell: the way of a piece that was moved; two strokes across tell a capture."""

from math import hypot
from xml.etree.ElementTree import Element

from .palette import Palette
from .svg import element, polyline

_HEAD, _NECK = 0.24, 0.16
"""Length of an arrow's head and half its width, in cell pitches as everything here."""
_FROM_DISC, _TO_DISC, _FREE = 0.28, 0.38, 0.1
"""Where an arrow begins and ends, from the centre of a cell with a disc and of one without."""

Place = tuple[float, float]


def draw_arrow(
    start: Place, end: Place, captures: bool, on_disc: tuple[bool, bool], pitch: float, colours: Palette
) -> Element:
    """Return an arrow between the centres of two cells, in mm; ``on_disc`` says which of the two have a disc."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = hypot(across, down)

    def at(along: float, aside: float = 0.0) -> Place:
        return (
            start[0] + (across * along - down * aside) * pitch / far,
            start[1] + (down * along + across * aside) * pitch / far,
        )

    begin, tip = _FROM_DISC if on_disc[0] else _FREE, far / pitch - (_TO_DISC if on_disc[1] else _FREE)
    neck = max(begin + 0.04, tip - _HEAD)
    shaft = polyline([at(begin), at(neck)])
    head = polyline([at(tip), at(neck, _NECK), at(neck, -_NECK)], closed=True)
    width = 0.08 * pitch
    strokes = [polyline([at(begin + along, 0.15), at(begin + along, -0.15)]) for along in (0.04, 0.16)]
    across_it = [element("path", d="".join(strokes), stroke=colours.mark, stroke_width=width / 2)] if captures else []
    return element(
        "g",
        element("path", d=shaft, stroke=colours.cell, stroke_width=2 * width),
        element("path", d=head, stroke=colours.cell, stroke_width=width),
        element("path", d=shaft, stroke=colours.mark, stroke_width=width),
        element("path", d=head, fill=colours.mark),
        *across_it,
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )

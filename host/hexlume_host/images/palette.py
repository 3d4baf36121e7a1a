"""Colours of a picture, for light and for dark surroundings.

Every text and mark keeps a contrast of at least 4.5 to 1 against what it is drawn on, and no meaning
depends on a hue alone: colours of pieces differ by brightness, marks by shape.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiscColours:
    """How a disc of one colour looks; ``crown`` is a leader's mark, ``ink`` what is written on the disc."""

    face: str
    rim: str
    groove: str
    crown: str
    name: str
    ink: str
    mark: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Everything that a theme colours; the board is opaque, so its picture stands on any background."""

    board: str
    outline: str
    cell: str
    line: str
    name: str
    mark: str
    shadow: str
    white: DiscColours
    black: DiscColours


LIGHT = Palette(
    board="#d8bd8f",
    outline="#8a6a3d",
    cell="#f4e6c8",
    line="#a98a5a",
    name="#58431f",
    mark="#a32a00",
    shadow="#5c4526",
    white=DiscColours(
        face="#fffdf6", rim="#6f6350", groove="#d6cab0", crown="#8c6a2f", name="#6d6353", ink="#1b1c1e", mark="#a32a00"
    ),
    black=DiscColours(
        face="#2a2c30", rim="#0d0e10", groove="#50545b", crown="#e6c67f", name="#b4b9c1", ink="#ffffff", mark="#ffb066"
    ),
)

DARK = Palette(
    board="#23272c",
    outline="#5b636d",
    cell="#3b4249",
    line="#6f7882",
    name="#c3c9d1",
    mark="#ffbe73",
    shadow="#0c0d0f",
    white=DiscColours(
        face="#f6f0e2", rim="#fffdf6", groove="#cfc3a8", crown="#86642a", name="#6a6050", ink="#1b1c1e", mark="#a32a00"
    ),
    black=DiscColours(
        face="#131417", rim="#a2aab4", groove="#43474e", crown="#e6c67f", name="#aab0b9", ink="#ffffff", mark="#ffb066"
    ),
)

THEMES = {"light": LIGHT, "dark": DARK}
"""The palettes by name."""

"""A whole game as an animated picture, GIF or APNG.

Every frame looks as ``draw`` would draw its position. To draw a long game in seconds, the board is drawn once for each
look that a cell takes in the game (a white disc, a black disc marked as the last action …), with that look on every
cell, and each frame is put together from these: whatever lies on a cell lies within half a pitch of its centre.
"""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from .errors import PictureError
from .palette import BACKGROUNDS, THEMES
from .png import check_width, image
from .position import Frame, draw, frame_of

FORMS = ("gif", "apng")

MOST_PIXELS = 200_000_000
"""The most pixels that all frames of one picture may have together; each takes a byte of memory."""

_SECONDS = (0.05, 60.0)

Look = tuple[str, str, bool]
"""What lies on a cell: the piece's letter, its mark, and whether it is of the last action."""

_COLOURS = 255
"""Colours of a frame; a GIF's 256th says that a pixel stays as it was."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A position to show (rule ACT-5), the cells of its last action, and marks as ``draw`` takes them."""

    position: Mapping[str, Any]
    last: Sequence[str] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


def animation(
    shots: Sequence[Shot],
    *,
    form: str = "gif",
    theme: str = "light",
    width: int = 480,
    names: bool = True,
    seconds: float = 0.8,
    end_seconds: float = 3.0,
    loop: bool = True,
) -> bytes:
    """Return an animated picture of one game's positions, byte for byte the same for the same ones.

    ``form`` is ``gif`` or ``apng``, ``width`` the width in pixels. Each frame stays for ``seconds``, the last one for
    ``end_seconds``; then it begins again if ``loop``. Raises ``PictureError`` naming what cannot be drawn, also for
    more than ``MOST_PIXELS`` in all frames together.
    """
    if form not in FORMS:
        raise PictureError(f"'{form[:40]}' is no animated picture: choose {' or '.join(FORMS)}.")
    if theme not in THEMES:
        raise PictureError(f"'{theme[:40]}' is no theme: choose {' or '.join(THEMES)}.")
    if not shots:
        raise PictureError("An animated picture needs a position at least.")
    for time in (seconds, end_seconds):
        if not _SECONDS[0] <= time <= _SECONDS[1]:
            raise PictureError(f"A frame stays for {_SECONDS[0]:g} to {_SECONDS[1]:g} seconds, not {time:g}.")
    check_width(width)
    frame = frame_of(shots[0].position, names=names, steady=True)
    pixels = len(shots) * width * width * frame.height / frame.width
    if pixels > MOST_PIXELS:
        fitting = int(width * (MOST_PIXELS / pixels) ** 0.5)
        raise PictureError(f"{len(shots)} frames of that size are too much to draw: make them {fitting} pixels wide.")
    film = _Film(shots, frame, theme, width, names)
    first, *rest = film.frames()
    durations = [round(seconds * 1000)] * len(rest) + [round(end_seconds * 1000)]
    written = io.BytesIO()
    if form == "gif":
        # Without "loop" a GIF plays once; 0 is for ever.
        again = {"loop": 0} if loop else {}
        first.save(written, "GIF", save_all=True, append_images=rest, duration=durations, optimize=False, **again)
    else:
        first.save(written, "PNG", save_all=True, append_images=rest, duration=durations, loop=0 if loop else 1)
    return written.getvalue()


class _Film:
    """The frames of one game's positions, all in one palette."""

    def __init__(self, shots: Sequence[Shot], frame: Frame, theme: str, width: int, names: bool) -> None:
        self._shots = shots
        self._theme, self._width, self._names = theme, width, names
        self._pitch = width / frame.width
        self._centres = {
            cell: ((x - frame.left) * self._pitch, (y - frame.top) * self._pitch)
            for cell, (x, y) in frame.places.items()
        }
        self._looks = [_looks(shot, frame) for shot in shots]
        bare = {_beside(shot.position): {**shot.position, "pieces": {}} for shot in shots}
        boards = {beside: self._flat(position) for beside, position in bare.items()}
        layers = {look: self._layer(look) for look in {look: None for looks in self._looks for look in looks.values()}}
        colours = _palette([*boards.values(), *layers.values()])
        self._boards = {beside: _reduced(drawn, colours) for beside, drawn in boards.items()}
        self._layers = {look: _reduced(drawn, colours) for look, drawn in layers.items()}

    def frames(self) -> Iterator[Image.Image]:
        """Yield the frames in order."""
        masks: dict[tuple[int, int], Image.Image] = {}
        for shot, looks in zip(self._shots, self._looks, strict=True):
            frame = self._boards[_beside(shot.position)].copy()
            for cell, look in looks.items():
                x, y = self._centres[cell]
                box, mask = _round(x, y, self._pitch / 2, masks)
                frame.paste(self._layers[look].crop(box), box, mask)
            yield frame

    def _layer(self, look: Look) -> Image.Image:
        """Return the board with one look on every cell."""
        letter, mark, is_last = look
        cells = tuple(self._centres)
        board = {**self._shots[0].position, "pieces": dict.fromkeys(cells, letter) if letter else {}}
        return self._flat(board, cells if is_last else (), dict.fromkeys(cells, mark) if mark else {})

    def _flat(
        self, position: Mapping[str, Any], last: Sequence[str] = (), marks: Mapping[str, str] | None = None
    ) -> Image.Image:
        """Return a picture of a position on the theme's background."""
        svg = draw(position, marks=marks, last=last, names=self._names, theme=self._theme, steady=True)
        drawn = image(svg, self._width)
        ground = Image.new("RGBA", drawn.size, BACKGROUNDS[self._theme])
        return Image.alpha_composite(ground, drawn).convert("RGB")


def _looks(shot: Shot, frame: Frame) -> dict[str, Look]:
    """Return what lies on each cell that is not bare; ``draw`` complains of what it does not know."""
    pieces = shot.position["pieces"]
    cells = dict.fromkeys((*pieces, *shot.marks, *shot.last))
    for cell in cells:
        if cell not in frame.places:
            raise PictureError(f"'{str(cell)[:40]}' is no cell of the board {shot.position['board']}.")
    return {cell: (pieces.get(cell, ""), str(shot.marks.get(cell, "")), cell in shot.last) for cell in cells}


def _beside(position: Mapping[str, Any]) -> str:
    """Return what tells apart the boards that differ in what lies beside them."""
    return repr((position.get("hand"), position.get("prison")))


def _palette(drawn: Sequence[Image.Image]) -> Image.Image:
    """Return the colours that most pixels of the pictures have, as an image of the kind that Pillow asks for."""
    counts: Counter[Any] = Counter()
    for picture in drawn:
        for count, colour in picture.getcolors(picture.width * picture.height) or ():
            counts[colour] += count
    most = sorted(counts, key=lambda colour: (-counts[colour], colour))[:_COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in most for part in colour])
    return palette


def _reduced(drawn: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture in the palette's colours."""
    return drawn.quantize(palette=palette, dither=Image.Dither.NONE)


def _round(
    x: float, y: float, radius: float, masks: dict[tuple[int, int], Image.Image]
) -> tuple[tuple[int, int, int, int], Image.Image]:
    """Return the box around a cell's centre and the mask of the pixels in it that are the cell's."""
    left, top = int(x - radius), int(y - radius)
    side = int(2 * radius) + 2
    # Centres to a tenth of a pixel, so that few masks are made.
    key = (round(10 * (x - left)), round(10 * (y - top)))
    if key not in masks:
        mask = Image.new("1", (side, side))
        middle_x, middle_y = key[0] / 10, key[1] / 10
        for row in range(side):
            for column in range(side):
                if (column + 0.5 - middle_x) ** 2 + (row + 0.5 - middle_y) ** 2 <= radius**2:
                    mask.putpixel((column, row), 1)
        masks[key] = mask
    return (left, top, left + side, top + side), masks[key]

"""Assembly drawings: the circuit board seen from above, with the parts of one step in colour, as SVG."""

from collections.abc import Mapping, Sequence
from typing import Any

from hexlume_hw.board.design import courtyard
from hexlume_hw.board.footprints import Box, footprint, turned
from hexlume_hw.order.templates import render
from hexlume_hw.panel.netlist import Netlist, Part, Place
from hexlume_hw.panel.outline import HOLE_MM, outline
from hexlume_hw.panel.parts import KINDS

_BORDER_MM = 4.0
_LABEL_MM = 3.0
"""Height of the letters of the largest parts."""
_POINT_MM = 4.0
"""Height of the letters of test points, and their distance."""
_CLOSE_SHARE = 0.3
"""Parts that spread over more than this share of the board are not drawn closer."""

_CLOSE_MM = 70.0
"""At least so much of the board is drawn closer, along x."""
_EITHER_WAY = ("resistor", "ceramic capacitor", "resettable fuse", "push button")
"""Parts whose pins are alike: a mark at one of them would only ask for care that they don't need."""


def assembly_drawing(netlist: Netlist, places: Mapping[str, Place], shown: Sequence[str]) -> str:
    """Return a drawing of a board with some of its parts in colour and named, the others in outline.

    Pin 1 is marked where it matters which way round a part is.
    """
    words = f"The {netlist.panel} board from above with {len(shown)} parts marked"
    return _drawing(netlist, places, shown, words)


def point_drawing(netlist: Netlist, places: Mapping[str, Place], points: Mapping[str, tuple[float, float]]) -> str:
    """Return a drawing of a board with its test points in colour and named; ``points`` are in mm from its centre."""
    return _drawing(netlist, places, (), f"The {netlist.panel} board from above with its test points", points=points)


def close_up(netlist: Netlist, places: Mapping[str, Place], shown: Sequence[str]) -> str:
    """Return a drawing of that part of the board where those of some parts are that belong to no cell.

    It is empty if there is none such, or if they are all over the board.
    """
    board = outline(netlist.panel)
    near = [ref for ref in shown if netlist.parts[ref].cell < 0 and netlist.parts[ref].status < 0]
    if not near:
        return ""
    boxes = [courtyard(netlist.parts[ref].footprint, *places[ref]) for ref in near]
    lefts, lows, rights, highs = zip(*boxes, strict=True)
    more = max(_CLOSE_MM - (max(rights) - min(lefts)), 0.0) / 2
    box = min(lefts) - more, min(lows), max(rights) + more, max(highs)
    if (box[2] - box[0]) * (box[3] - box[1]) > _CLOSE_SHARE * board.width * board.depth:
        return ""
    return _drawing(netlist, places, shown, f"A part of the {netlist.panel} board, closer", box)


def _drawing(
    netlist: Netlist,
    places: Mapping[str, Place],
    shown: Sequence[str],
    words: str,
    box: Box | None = None,
    points: Mapping[str, tuple[float, float]] | None = None,
) -> str:
    """Return what lies in a box of the board, or on all of it, and beside it."""
    board = outline(netlist.panel)
    left, low, right, high = box or (board.left, board.near, board.right, board.far)
    left, low, right, high = left - _BORDER_MM, low - _BORDER_MM, right + _BORDER_MM, high + _BORDER_MM
    parts = [_part(part, places[ref], ref in shown) for ref, part in netlist.parts.items()]
    parts = [one for one in parts if one["left"] < right and one["right"] > left]
    parts = [one for one in parts if one["low"] < high and one["high"] > low]
    return render(
        "drawing.svg",
        netlist.panel,
        view=(left, -high, right - left, high - low),
        words=words,
        board=board,
        hole=HOLE_MM / 2,
        # What is shown lies above what is not.
        parts=sorted(parts, key=lambda one: bool(one["shown"])),
        points=points or {},
        letters=_POINT_MM,
    )


def _part(part: Part, place: Place, shown: bool) -> dict[str, Any]:
    """Return a part as it is drawn: its box, its first pin with a dot's radius if that is marked, and its label."""
    left, low, right, high = courtyard(part.footprint, *place)
    wide, deep = right - left, high - low
    pads = footprint(part.footprint).pads
    pad = next((pad for pad in pads if pad.number in ("1", "A9")), None)
    first = None
    if pad is not None and not KINDS[part.kind].name.startswith(_EITHER_WAY):
        x, y = turned(pad.x, pad.y, place.turn)
        first = place.x_mm + x, place.y_mm + y, min(0.7, 0.15 * min(wide, deep))
    # A letter is about 0.6 times as wide as high; a tall part's label runs upwards.
    letters = min(_LABEL_MM, 0.6 * min(wide, deep), max(wide, deep) / (0.65 * len(part.ref)))
    label = {"ref": part.ref, "shown": shown, "first": first, "letters": letters, "upwards": deep > 1.2 * wide}
    return label | {"left": left, "low": low, "right": right, "high": high}

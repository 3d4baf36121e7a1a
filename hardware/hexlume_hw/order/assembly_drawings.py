"""Assembly drawings: the circuit board seen from above, with the parts of one step in colour, as SVG."""

from collections.abc import Mapping, Sequence
from html import escape

from hexlume_hw.board.design import courtyard
from hexlume_hw.board.footprints import footprint, turned
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

Box = tuple[float, float, float, float]


def assembly_drawing(netlist: Netlist, places: Mapping[str, Place], shown: Sequence[str]) -> str:
    """Return a drawing of a board with some of its parts in colour and named, the others in outline.

    Pin 1 is marked where it matters which way round a part is.
    """
    board = outline(netlist.panel)
    words = f"The {netlist.panel} board from above with {len(shown)} parts marked"
    return _drawing(netlist, places, shown, (board.left, board.near, board.right, board.far), words)


def point_drawing(netlist: Netlist, places: Mapping[str, Place], points: Mapping[str, tuple[float, float]]) -> str:
    """Return a drawing of a board with its test points in colour and named; ``points`` are in mm from its centre."""
    board = outline(netlist.panel)
    words = f"The {netlist.panel} board from above with its test points"
    whole = _drawing(netlist, places, (), (board.left, board.near, board.right, board.far), words)
    marks = [
        f'<circle class="first" cx="{_n(x)}" cy="{_n(-y)}" r="1.2"/>'
        f'<text x="{_n(x)}" y="{_n(-y - _POINT_MM)}" style="font-size:{_n(_POINT_MM)}px">{escape(label)}</text>'
        for label, (x, y) in points.items()
    ]
    return whole.removesuffix("</svg>") + "\n".join([*marks, "</svg>"])


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
    return _drawing(netlist, places, shown, box, f"A part of the {netlist.panel} board, closer")


def _drawing(netlist: Netlist, places: Mapping[str, Place], shown: Sequence[str], box: Box, words: str) -> str:
    """Return what lies in a box of the board and beside it."""
    board = outline(netlist.panel)
    left, low, right, high = box
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left - _BORDER_MM)} {_n(-high - _BORDER_MM)} '
        f'{_n(right - left + 2 * _BORDER_MM)} {_n(high - low + 2 * _BORDER_MM)}" role="img" '
        f'aria-label="{escape(words, quote=True)}">',
        f'<rect class="board" x="{_n(board.left)}" y="{_n(-board.far)}" width="{_n(board.width)}" '
        f'height="{_n(board.depth)}" rx="2"/>',
    ]
    lines += [f'<circle class="hole" cx="{_n(x)}" cy="{_n(-y)}" r="{_n(HOLE_MM / 2)}"/>' for x, y in board.holes]
    wanted = set(shown)
    # What is shown lies above what is not.
    for ref in sorted(netlist.parts, key=lambda ref: ref in wanted):
        bounds = courtyard(netlist.parts[ref].footprint, *places[ref])
        along = bounds[0] < right + _BORDER_MM and bounds[2] > left - _BORDER_MM
        if along and bounds[1] < high + _BORDER_MM and bounds[3] > low - _BORDER_MM:
            lines.append(_part(netlist.parts[ref], places[ref], bounds, ref in wanted))
    return "\n".join([*lines, "</svg>"])


def _part(part: Part, place: Place, bounds: Box, shown: bool) -> str:
    left, low, right, high = bounds
    wide, deep = right - left, high - low
    drawn = (
        f'<rect class="{"part shown" if shown else "part"}" x="{_n(left)}" y="{_n(-high)}" width="{_n(wide)}" '
        f'height="{_n(deep)}"><title>{escape(part.ref)}</title></rect>'
    )
    if not shown:
        return drawn
    pads = footprint(part.footprint).pads
    first = next((pad for pad in pads if pad.number in ("1", "A9")), None)
    if first is not None and not KINDS[part.kind].name.startswith(_EITHER_WAY):
        x, y = turned(first.x, first.y, place.turn)
        radius = min(0.7, 0.15 * min(wide, deep))
        drawn += f'<circle class="first" cx="{_n(place.x_mm + x)}" cy="{_n(-place.y_mm - y)}" r="{_n(radius)}"/>'
    # A letter is about 0.6 times as wide as high; a tall part's label runs upwards.
    size = min(_LABEL_MM, 0.6 * min(wide, deep), max(wide, deep) / (0.65 * len(part.ref)))
    x, y = (left + right) / 2, -(low + high) / 2
    turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if deep > 1.2 * wide else ""
    return drawn + f'<text x="{_n(x)}" y="{_n(y)}" style="font-size:{_n(size)}px"{turn}>{escape(part.ref)}</text>'


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")

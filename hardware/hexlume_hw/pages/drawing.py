"""Assembly drawings: the circuit board seen from above, with the parts of one step in colour, as SVG."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from hexlume_hw.board.footprints import footprint, turned
from hexlume_hw.netlist import Netlist
from hexlume_hw.outline import HOLE_MM, outline

_BORDER_MM = 4.0
_LABELS = 60
"""Up to so many parts are labelled; more would hide one another."""


class Place(NamedTuple):
    """Where a part lies: its footprint's origin in mm from the panel's centre, and its turn in degrees to the left."""

    x_mm: float
    y_mm: float
    turn: float


def assembly_drawing(netlist: Netlist, places: Mapping[str, Place], shown: Sequence[str]) -> str:
    """Return a drawing of a board with some of its parts in colour, their pin 1 marked, the others in outline."""
    board = outline(netlist.panel)
    width, depth = board.width + 2 * _BORDER_MM, board.depth + 2 * _BORDER_MM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(board.left - _BORDER_MM)} {_n(-board.far - _BORDER_MM)} '
        f'{_n(width)} {_n(depth)}" role="img" aria-label="{escape(_title(netlist.panel, shown), quote=True)}">',
        f'<rect class="board" x="{_n(board.left)}" y="{_n(-board.far)}" width="{_n(board.width)}" '
        f'height="{_n(board.depth)}" rx="2"/>',
    ]
    lines += [f'<circle class="hole" cx="{_n(x)}" cy="{_n(-y)}" r="{_n(HOLE_MM / 2)}"/>' for x, y in board.holes]
    wanted = set(shown)
    # What is shown lies above what is not.
    for ref in sorted(netlist.parts, key=lambda ref: ref in wanted):
        lines.append(_part(netlist, ref, places[ref], ref in wanted, len(wanted) <= _LABELS))
    return "\n".join([*lines, "</svg>"])


def _part(netlist: Netlist, ref: str, place: Place, shown: bool, labelled: bool) -> str:
    shape = footprint(netlist.parts[ref].footprint)
    left, low, right, high = shape.courtyard
    corners = [turned(x, y, place.turn) for x, y in ((left, low), (right, low), (right, high), (left, high))]
    points = " ".join(f"{_n(place.x_mm + x)},{_n(-place.y_mm - y)}" for x, y in corners)
    drawn = (
        f'<polygon class="{"part shown" if shown else "part"}" points="{points}"><title>{escape(ref)}</title></polygon>'
    )
    if not shown:
        return drawn
    first = next((pad for pad in shape.pads if pad.number in ("1", "A9")), None)
    if first is not None:
        x, y = turned(first.x, first.y, place.turn)
        drawn += f'<circle class="first" cx="{_n(place.x_mm + x)}" cy="{_n(-place.y_mm - y)}" r="0.7"/>'
    if labelled:
        x, y = turned((left + right) / 2, (low + high) / 2, place.turn)
        drawn += f'<text x="{_n(place.x_mm + x)}" y="{_n(-place.y_mm - y)}">{escape(ref)}</text>'
    return drawn


def _title(panel: str, shown: Sequence[str]) -> str:
    return f"The {panel} board from above with {len(shown)} parts marked"


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")

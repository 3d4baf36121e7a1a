"""The schematic of a panel for KiCad 6: blocks with titles, in which parts stand in rows and nets are joined by labels.

Pins at the left and right of a symbol have a label each. Pins at its top and bottom go to a rail, on which neighbours
of one net are joined by wires; each rail has a label. All labels are global, so that nets are called as on the board.
"""

import itertools
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.circuit.symbols import (
    ANGLES,
    FLAG,
    LETTER_MM,
    POINT,
    STEP_MM,
    TEXT_MM,
    TYPES,
    PinPlace,
    Symbol,
    quoted,
    symbol,
)
from hexlume_hw.jinja import environment
from hexlume_hw.panel.netlist import Netlist, Part, letters_and_number

_GRID_MM = 1.27
_LABEL_MM = 3.0
"""A label's arrow and its gap, without its letters."""
_APART_MM = 2 * STEP_MM
_TITLE_MM = 3.81
_BLOCK_MM = 330.0
"""How wide a block's rows are, if more than one part stands in them."""
_MARGIN_MM = 25.4
_NAMESPACE = uuid.UUID("7c1d6bb4-6f0c-4c37-a2f4-52a5b1f4f0de")

_POWER = ("J1", "R33", "R34", "F1", "V1", "Q1", "R35", "C3", "C1", "U17", "C2", "V2")
_DRIVER = ("U16", "CU16", "R31", "R30")
_FLAGGED = ("GND", "+5V", "VSYS")
"""Nets that get their power through passive parts: KiCad's rules have to be told."""

Place = tuple[float, float]

_environment = environment(Path(__file__).with_name("templates"), keep_trailing_newline=True)
_environment.filters["quoted"] = quoted
_environment.globals |= {"LIBRARY": "hexlume", "TEXT_MM": TEXT_MM, "FLAG": FLAG, "UNBOUGHT": (FLAG, POINT)}
_environment.globals |= {"TYPES": TYPES, "ANGLES": ANGLES, "letters": lambda ref: letters_and_number(ref)[0]}


class TestPoint(NamedTuple):
    """A test point of the board: its reference, its words on the silk screen, its net and footprint."""

    ref: str
    label: str
    net: str
    footprint: str


class _Item(NamedTuple):
    """What stands in a row: a symbol with its texts, and its pads' nets."""

    ref: str
    value: str
    footprint: str
    symbol: Symbol
    nets: dict[str, str]


@dataclass(slots=True)
class _Drawing:
    """What is drawn on the sheet, in its order: the sort of each entry by the template's words, and its values."""

    name: str
    entries: list[dict[str, Any]] = field(default_factory=list)
    right: float = 0.0
    bottom: float = 0.0

    def add(self, sort: str, **values: object) -> None:
        self.entries.append({"sort": sort, **values})

    def wire(self, one: Place, other: Place) -> None:
        if one != other:
            self.add("wire", places=(*one, *other))

    def frame(self, left: float, top: float, right: float, bottom: float) -> None:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        # KiCad 6 takes such lines of two ends only.
        for one, other in itertools.pairwise(corners):
            self.add("polyline", places=(*one, *other))
        self.right, self.bottom = max(self.right, right), max(self.bottom, bottom)


def schematic(netlist: Netlist, points: Iterable[TestPoint]) -> str:
    """Return a panel's schematic as a ``.kicad_sch``: all parts of its circuit, and the board's test points."""
    drawing = _Drawing(netlist.panel)
    items = _items(netlist)
    cells, blocks = _sorted(netlist, items, list(points))
    x = y = _MARGIN_MM
    for title, block in blocks:
        y = _block(drawing, title, block, x, y) + 2 * STEP_MM
    _cells(drawing, netlist, cells, drawing.right + 2 * STEP_MM, _MARGIN_MM)
    return _file(drawing)


def _items(netlist: Netlist) -> dict[str, _Item]:
    nets: dict[str, dict[str, str]] = {ref: {} for ref in netlist.parts}
    for net, pads in netlist.nets.items():
        for ref, pad in pads:
            nets[ref][pad] = net
    found = {}
    for ref, part in netlist.parts.items():
        drawn = symbol(part.kind)
        found[ref] = _Item(ref, drawn.value, part.footprint, drawn, nets[ref])
    return found


def _sorted(
    netlist: Netlist, items: dict[str, _Item], points: Sequence[TestPoint]
) -> tuple[dict[int, list[_Item]], list[tuple[str, list[_Item]]]]:
    """Return the items by cell, and the other blocks with their titles. What fits nowhere is a block of its own."""
    cells: dict[int, list[_Item]] = {}
    titles = ("Power entry and 3.3 V", "Pico", "LED driver", "Multiplexers", "Buttons and buzzer", "Status LEDs")
    blocks: dict[str, list[_Item]] = {title: [] for title in (*titles, "Other parts")}
    for ref, part in netlist.parts.items():
        if part.cell >= 0:
            cells.setdefault(part.cell, []).append(items[ref])
        else:
            blocks[_title(part)].append(items[ref])
    blocks["Power entry and 3.3 V"] += [_flag(number, net) for number, net in enumerate(_FLAGGED, 1)]
    blocks["Test points"] = [
        _Item(point.ref, point.label, point.footprint, symbol(POINT), {"1": point.net}) for point in points
    ]
    return cells, [(title, block) for title, block in blocks.items() if block]


def _flag(number: int, net: str) -> _Item:
    return _Item(f"#FLG{number}", symbol(FLAG).value, "", symbol(FLAG), {"1": net})


def _title(part: Part) -> str:
    """Return the title of the block in which a part stands that belongs to no cell."""
    if part.status >= 0:
        return "Status LEDs"
    if part.key >= 0 or part.kind == "buzzer" or part.ref == "R32":
        return "Buttons and buzzer"
    if part.ref in _POWER:
        return "Power entry and 3.3 V"
    if part.ref in _DRIVER:
        return "LED driver"
    if part.kind.startswith("pico_") or part.ref == "C7":
        return "Pico"
    beside = part.kind == "c100n" and part.ref.startswith("CU")
    if part.kind in ("multiplexer", "r1k", "r10k", "r470", "c1n") or beside:
        return "Multiplexers"
    return "Other parts"


# Rows: parts side by side, with rails above and below.


class _Extent(NamedTuple):
    """The room around an item's origin, with its labels."""

    left: float
    right: float


def _extent(item: _Item) -> _Extent:
    left, right = -item.symbol.left, item.symbol.right + item.symbol.text_width
    for place in item.symbol.pins:
        reach = len(item.nets.get(place.pin.number, "")) * LETTER_MM + _LABEL_MM
        if place.side == "left":
            left = max(left, reach - place.x)
        elif place.side == "right":
            right = max(right, reach + place.x)
    if item.symbol.middle:
        half = max(len(item.ref), len(item.value)) * LETTER_MM / 2
        left, right = max(left, half), max(right, half)
    return _Extent(_up(left), _up(right))


def _width(row: Sequence[_Item]) -> float:
    return sum(sum(_extent(item)) + _APART_MM for item in row)


def _reach(row: Sequence[_Item], side: str) -> float:
    """Return how far a row's pins or bodies go up or down from its middle line."""
    ends = [abs(place.y) for item in row for place in item.symbol.pins if place.side == side]
    bodies = [(-item.symbol.top if side == "top" else item.symbol.bottom) + STEP_MM for item in row]
    return max(ends + bodies)


def _room(row: Sequence[_Item], side: str) -> float:
    """Return how far a row goes up or down from its middle line, with its rail and the rail's labels."""
    longest = max(
        (
            len(item.nets.get(place.pin.number, "")) * LETTER_MM + _LABEL_MM
            for item in row
            for place in item.symbol.pins
            if place.side == side
        ),
        default=0.0,
    )
    return _up(_reach(row, side) + STEP_MM + longest)


def _row(drawing: _Drawing, row: Sequence[_Item], x: float, y: float) -> None:
    """Draw a row from its left end, with its middle line at ``y``."""
    ends: dict[str, list[tuple[float, float, str]]] = {"top": [], "bottom": []}
    for item in row:
        extent = _extent(item)
        x += extent.left
        drawing.add("symbol", item=item, x=x, y=y)
        for place in item.symbol.pins:
            _pin(drawing, item, place, x, y, ends)
        x += extent.right + _APART_MM
    for side, angle in (("top", 90), ("bottom", 270)):
        reach = _reach(row, side) + STEP_MM
        _rails(drawing, sorted(ends[side]), y - reach if side == "top" else y + reach, angle)


def _pin(
    drawing: _Drawing, item: _Item, place: PinPlace, x: float, y: float, ends: dict[str, list[tuple[float, float, str]]]
) -> None:
    """Give a pin its label, or the sign of an open end; leave pins above and below to the rails, in ``ends``."""
    px, py, net = round(x + place.x, 4), round(y + place.y, 4), item.nets.get(place.pin.number, "")
    if not net:
        drawing.add("no_connect", x=px, y=py)
    elif place.side in ends:
        ends[place.side].append((px, py, net))
    else:
        drawing.add("global_label", net=net, x=px, y=py, angle=180 if place.side == "left" else 0)


def _rails(drawing: _Drawing, ends: list[tuple[float, float, str]], y: float, angle: int) -> None:
    """Join ends to a rail at ``y``: neighbours of one net with each other, each run of them with a label."""
    y = round(y, 4)
    for net, run in itertools.groupby(ends, key=lambda end: end[2]):
        joined = list(run)
        for number, (x, start, _) in enumerate(joined):
            drawing.wire((x, start), (x, y))
            if number:
                drawing.wire((joined[number - 1][0], y), (x, y))
            if 0 < number < len(joined) - 1:
                drawing.add("junction", x=x, y=y)
        drawing.add("global_label", net=net, x=joined[0][0], y=y, angle=angle)


# Blocks: rows below each other in a frame with a title.


def _block(drawing: _Drawing, title: str, items: Sequence[_Item], left: float, top: float) -> float:
    """Draw a block and return where it ends."""
    drawing.add("text", words=title, x=left + STEP_MM, y=top + 3 * STEP_MM, size=_TITLE_MM)
    y, right = top + 4 * STEP_MM, left + (len(title) + 2) * _TITLE_MM
    for row in _rows(items):
        y += _room(row, "top")
        _row(drawing, row, _up(left + _APART_MM), _up(y))
        y = _up(y) + _room(row, "bottom") + STEP_MM
        right = max(right, left + _APART_MM + _width(row))
    drawing.frame(left, top, _up(right), _up(y))
    return _up(y)


def _rows(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Yield a block's items in rows: chips and capacitors, which rails join, then what has its ends at its sides."""
    ranked = sorted(
        items,
        key=lambda item: (item.symbol.middle, not item.symbol.named, letters_and_number(item.ref.replace("#", "~"))),
    )
    for _, group in itertools.groupby(ranked, key=lambda item: item.symbol.middle):
        row: list[_Item] = []
        for item in group:
            if row and _width([*row, item]) > _BLOCK_MM - _APART_MM:
                yield row
                row = []
            row.append(item)
        yield row


def _cells(drawing: _Drawing, netlist: Netlist, cells: dict[int, list[_Item]], left: float, top: float) -> None:
    """Draw each cell's parts in a frame of its own, and the frames as the cells lie on the panel."""
    grid = panel_grid(netlist.panel)
    rows = {cell: sorted(row, key=lambda item: (item.ref.lstrip("C"), item.ref)) for cell, row in cells.items()}
    wide = _up(max(_width(row) for row in rows.values()) + _APART_MM)
    up = max(_room(row, "top") for row in rows.values()) + 3 * STEP_MM
    high = _up(up + max(_room(row, "bottom") for row in rows.values()) + STEP_MM)
    sites = {cell: cell_site(grid, cell) for cell in rows}
    columns = sorted({round(site.x_mm, 3) for site in sites.values()})
    lines = sorted({round(site.y_mm, 3) for site in sites.values()}, reverse=True)
    # On a hex panel neighbouring lines are half a cell apart.
    share = 0.5 if grid.kind == "hex" else 1.0
    drawing.add("text", words="Cells, as they lie on the panel", x=left, y=top + 3 * STEP_MM, size=_TITLE_MM)
    top += 4 * STEP_MM
    for cell, row in rows.items():
        x = _up(left + columns.index(round(sites[cell].x_mm, 3)) * share * (wide + STEP_MM))
        y = _up(top + lines.index(round(sites[cell].y_mm, 3)) * (high + STEP_MM))
        drawing.frame(x, y, x + wide, y + high)
        drawing.add("text", words=grid.name(cell), x=x + _GRID_MM, y=y + 2 * STEP_MM, size=2 * TEXT_MM)
        _row(drawing, row, x + _APART_MM, _up(y + up))


def _file(drawing: _Drawing) -> str:
    used: list[_Item] = [entry["item"] for entry in drawing.entries if entry["sort"] == "symbol"]
    kinds: dict[str, _Item] = {}
    for item in used:
        kinds.setdefault(item.symbol.kind, item)

    def identity(*words: object) -> str:
        """Return an identity by words: the same each time."""
        return str(uuid.uuid5(_NAMESPACE, " ".join(map(str, (drawing.name, *words)))))

    return _environment.get_template("schematic.kicad_sch").render(
        name=drawing.name,
        paper=(drawing.right + _MARGIN_MM, drawing.bottom + 2 * _MARGIN_MM),
        kinds=kinds.values(),
        entries=drawing.entries,
        used=used,
        identity=identity,
    )


def _up(length: float) -> float:
    """Return a length on the grid, not smaller."""
    return round(-(-round(length, 6) // _GRID_MM) * _GRID_MM, 4)

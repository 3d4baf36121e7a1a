"""The schematic of a panel for KiCad 6: blocks with titles, in which parts stand in rows and nets are joined by labels.

Pins at the left and right of a symbol have a label each. Pins at its top and bottom go to a rail, on which neighbours
of one net are joined by wires; each rail has a label. All labels are global, so that nets are called as on the board.
"""

import itertools
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.circuit.symbols import (
    FLAG,
    LETTER_MM,
    LIBRARY,
    POINT,
    STEP_MM,
    TEXT_MM,
    PinPlace,
    Symbol,
    definition,
    effects,
    quoted,
    symbol,
)
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
    """The sheet's lines, as they are drawn; ``used`` are the items that stand on it."""

    name: str
    lines: list[str] = field(default_factory=list)
    used: list[_Item] = field(default_factory=list)
    right: float = 0.0
    bottom: float = 0.0

    def id(self, *words: object) -> str:
        return str(uuid.uuid5(_NAMESPACE, " ".join(map(str, (self.name, len(self.lines), *words)))))

    def text(self, words: str, x: float, y: float, size: float) -> None:
        self.lines.append(f"  (text {quoted(words)} (at {x:g} {y:g} 0)\n    {effects(size, 'left bottom')}")
        self.lines[-1] += f" (uuid {self.id()}))"

    def wire(self, one: Place, other: Place) -> None:
        if one != other:
            points = f"(pts (xy {one[0]:g} {one[1]:g}) (xy {other[0]:g} {other[1]:g}))"
            self.lines.append(f"  (wire {points} (stroke (width 0) (type default) (color 0 0 0 0)) (uuid {self.id()}))")

    def frame(self, left: float, top: float, right: float, bottom: float) -> None:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
        # KiCad 6 takes such lines of two ends only.
        for (x1, y1), (x2, y2) in itertools.pairwise(corners):
            points = f"(pts (xy {x1:g} {y1:g}) (xy {x2:g} {y2:g}))"
            stroke = "(stroke (width 0.3) (type dash) (color 0 0 0 0))"
            self.lines.append(f"  (polyline {points} {stroke} (uuid {self.id()}))")
        self.right, self.bottom = max(self.right, right), max(self.bottom, bottom)

    def junction(self, x: float, y: float) -> None:
        self.lines.append(f"  (junction (at {x:g} {y:g}) (diameter 0) (color 0 0 0 0) (uuid {self.id()}))")

    def open_end(self, x: float, y: float) -> None:
        self.lines.append(f"  (no_connect (at {x:g} {y:g}) (uuid {self.id()}))")

    def label(self, net: str, x: float, y: float, angle: int) -> None:
        side = "left" if angle in (0, 90) else "right"
        self.lines.append(
            f"  (global_label {quoted(net)} (shape passive) (at {x:g} {y:g} {angle})\n"
            f"    {effects(justify=side)} (uuid {self.id()})\n"
            f'    (property "Intersheet References" "${{INTERSHEET_REFS}}" (id 0) (at {x:g} {y:g} {angle}) '
            f"{effects(justify=side, hide=True)}))"
        )

    def part(self, item: _Item, x: float, y: float) -> None:
        (rx, ry), (vx, vy) = item.symbol.texts
        side = "" if item.symbol.middle else "left"
        on_board = "no" if item.symbol.kind == FLAG else "yes"
        bought = "no" if item.symbol.kind in (FLAG, POINT) else "yes"
        fields = (
            ("Reference", item.ref, x + rx, y + ry, item.symbol.kind == FLAG),
            ("Value", item.value, x + vx, y + vy, False),
            ("Footprint", item.footprint, x, y, True),
            ("Datasheet", item.symbol.datasheet, x, y, True),
        )
        properties = "\n".join(
            f"    (property {quoted(name)} {quoted(text)} (id {index}) (at {px:g} {py:g} 0) "
            f"{effects(justify=side, hide=hide)})"
            for index, (name, text, px, py, hide) in enumerate(fields)
        )
        pins = " ".join(
            f"(pin {quoted(place.pin.number)} (uuid {self.id(item.ref, place.pin.number)}))"
            for place in item.symbol.pins
        )
        self.lines.append(
            f'  (symbol (lib_id "{LIBRARY}:{item.symbol.kind}") (at {x:g} {y:g} 0) (unit 1)\n'
            f"    (in_bom {bought}) (on_board {on_board}) (uuid {_instance(self.name, item.ref)})\n"
            f"{properties}\n    {pins}\n  )"
        )
        self.used.append(item)


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
        drawing.part(item, x, y)
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
        drawing.open_end(px, py)
    elif place.side in ends:
        ends[place.side].append((px, py, net))
    else:
        drawing.label(net, px, py, 180 if place.side == "left" else 0)


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
                drawing.junction(x, y)
        drawing.label(net, joined[0][0], y, angle)


# Blocks: rows below each other in a frame with a title.


def _block(drawing: _Drawing, title: str, items: Sequence[_Item], left: float, top: float) -> float:
    """Draw a block and return where it ends."""
    drawing.text(title, left + STEP_MM, top + 3 * STEP_MM, _TITLE_MM)
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
    drawing.text("Cells, as they lie on the panel", left, top + 3 * STEP_MM, _TITLE_MM)
    top += 4 * STEP_MM
    for cell, row in rows.items():
        x = _up(left + columns.index(round(sites[cell].x_mm, 3)) * share * (wide + STEP_MM))
        y = _up(top + lines.index(round(sites[cell].y_mm, 3)) * (high + STEP_MM))
        drawing.frame(x, y, x + wide, y + high)
        drawing.text(grid.name(cell), x + _GRID_MM, y + 2 * STEP_MM, 2 * TEXT_MM)
        _row(drawing, row, x + _APART_MM, _up(y + up))


def _file(drawing: _Drawing) -> str:
    definitions: dict[str, str] = {}
    for item in drawing.used:
        definitions.setdefault(item.symbol.kind, definition(item.symbol, letters_and_number(item.ref)[0]))
    instances = "\n".join(
        f'    (path "/{_instance(drawing.name, item.ref)}" (reference {quoted(item.ref)}) (unit 1) '
        f"(value {quoted(item.value)}) (footprint {quoted(item.footprint)}))"
        for item in drawing.used
    )
    return (
        f"(kicad_sch (version 20211123) (generator {LIBRARY})\n"
        f"  (uuid {_instance(drawing.name, '')})\n"
        f'  (paper "User" {drawing.right + _MARGIN_MM:g} {drawing.bottom + 2 * _MARGIN_MM:g})\n'
        f"  (title_block (title {quoted(f'Hexlume {drawing.name}')}))\n"
        "  (lib_symbols\n" + "\n".join(definitions.values()) + "\n  )\n" + "\n".join(drawing.lines) + "\n"
        f'  (sheet_instances (path "/" (page "1")))\n  (symbol_instances\n{instances}\n  )\n)\n'
    )


def _instance(panel: str, ref: str) -> str:
    """Return the identity of a part's symbol, or of the sheet: the same each time."""
    return str(uuid.uuid5(_NAMESPACE, f"{panel} {ref}"))


def _up(length: float) -> float:
    """Return a length on the grid, not smaller."""
    return round(-(-round(length, 6) // _GRID_MM) * _GRID_MM, 4)

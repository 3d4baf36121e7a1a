"""Compares a schematic with the board, both read from their files: every reference, footprint, pad and net.

Nothing here comes from what wrote the schematic. Nets are followed from the pins' places by wires that meet end to end
and by global labels; what KiCad could read in another way, such as a wire's end on the middle of another, is a problem.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scipy.cluster.hierarchy import DisjointSet  # type: ignore[import-untyped]

from hexlume_hw.board import sexpr
from hexlume_hw.board.layout_check import Contents, differences, on_board
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Pad

Point = tuple[int, int]
"""A place on the sheet in steps of 0.1 micrometre, as KiCad rounds."""


@dataclass(frozen=True, slots=True)
class ReadSchematic:
    """A schematic: its parts' footprints by reference, the net of each pad, empty for an open one, and its faults."""

    footprints: dict[str, str]
    nets: dict[Pad, str]
    problems: tuple[str, ...]


def problems(read: ReadSchematic, board: ReadBoard) -> list[str]:
    """Return what is wrong with a schematic, and how it and a board differ, one sentence each."""
    nets = {pad: {net} for pad, net in read.nets.items()}
    drawn = Contents("in the schematic", read.footprints, nets)
    return [*read.problems, *differences(drawn, on_board(board))]


def read_schematic(path: Path) -> ReadSchematic:
    """Read a ``.kicad_sch``; raises ``HardwareError`` if it is torn."""
    tree = sexpr.read(path)
    found: list[str] = []
    library = {sexpr.word(one, 1): one for one in sexpr.children(sexpr.child(tree, "lib_symbols"), "symbol")}
    footprints: dict[str, str] = {}
    pins: dict[Pad, Point] = {}
    for node in sexpr.children(tree, "symbol"):
        fields = {sexpr.word(one, 1): sexpr.word(one, 2) for one in sexpr.children(node, "property")}
        ref, name = fields.get("Reference", ""), sexpr.word(sexpr.child(node, "lib_id"), 1)
        x, y, *turn = _place(node, path)
        if any(turn) or sexpr.child(node, "mirror"):
            found.append(f"{ref} is turned or mirrored, which this reader does not follow.")
        if name not in library:
            found.append(f"{ref} has no symbol {name}.")
        elif ref in footprints:
            found.append(f"Two parts are called {ref}.")
        else:
            footprints[ref] = fields.get("Footprint", "")
            for number, px, py in _pins(library[name], path):
                if (ref, number) in pins:
                    found.append(f"{ref} has two pins {number}.")
                # A symbol's y runs upwards, the sheet's downwards.
                pins[ref, number] = _point(x + px, y - py)
    wires = [_ends(node, path) for node in sexpr.children(tree, "wire")]
    labels = [(sexpr.word(node, 1), _point(*_place(node, path)[:2])) for node in sexpr.children(tree, "global_label")]
    opened = [_point(*_place(node, path)[:2]) for node in sexpr.children(tree, "no_connect")]
    for other in ("label", "hierarchical_label", "sheet", "bus", "bus_entry"):
        if any(sexpr.children(tree, other)):
            found.append(f"There is a {other}, which this reader does not follow.")
    found += _touching(wires, [*pins.values(), *(place for _, place in labels), *opened])
    nets = _follow(pins, wires, labels, opened, found)
    # What begins with # is no part for KiCad either: signs such as that a net carries power.
    footprints = {ref: footprint for ref, footprint in footprints.items() if not ref.startswith("#")}
    return ReadSchematic(footprints, {pad: net for pad, net in nets.items() if pad[0] in footprints}, tuple(found))


def _follow(
    pins: dict[Pad, Point],
    wires: list[tuple[Point, Point]],
    labels: list[tuple[str, Point]],
    opened: list[Point],
    found: list[str],
) -> dict[Pad, str]:
    """Return each pad's net, empty for an open pin; say what has no label, two, or hangs in the air."""
    groups = DisjointSet(
        {*pins.values(), *opened, *(place for _, place in labels), *(end for wire in wires for end in wire)}
    )
    for wire in wires:
        groups.merge(*wire)
    names: dict[Point, set[str]] = {}
    for name, place in labels:
        names.setdefault(groups[place], set()).add(name)
    joined = Counter(groups[place] for place in pins.values())
    ends = {groups[place] for place in opened}
    for group, found_names in names.items():
        text = " and ".join(sorted(found_names))
        if len(found_names) > 1:
            found.append(f"{text} are joined.")
        if not joined[group]:
            found.append(f"A label {text} joins nothing.")
    for group in ends:
        if group in names or joined[group] != 1:
            found.append("A sign of an open end is not at one open pin.")
    nets = {}
    for (ref, number), place in pins.items():
        group = groups[place]
        net = "" if group in ends else min(names.get(group, {""}))
        if not net and group not in ends:
            found.append(f"Pad {number} of {ref} has neither a label nor the sign of an open end.")
        nets[ref, number] = net
    return nets


def _touching(wires: list[tuple[Point, Point]], places: list[Point]) -> Iterator[str]:
    """Yield each wire that something else touches between its ends, or that runs askew."""
    ends = {*places, *(end for wire in wires for end in wire)}
    columns: dict[int, list[int]] = {}
    rows: dict[int, list[int]] = {}
    for x, y in ends:
        columns.setdefault(x, []).append(y)
        rows.setdefault(y, []).append(x)
    for (x1, y1), (x2, y2) in wires:
        if x1 != x2 and y1 != y2:
            yield f"A wire from {x1 / 1e4:g}, {y1 / 1e4:g} runs askew."
            continue
        line = columns[x1] if x1 == x2 else rows[y1]
        low, high = sorted((y1, y2)) if x1 == x2 else sorted((x1, x2))
        if any(low < place < high for place in line):
            yield f"Something touches the middle of the wire from {x1 / 1e4:g}, {y1 / 1e4:g}."


def _pins(symbol: sexpr.Node, path: Path) -> Iterator[tuple[str, float, float]]:
    """Yield the pins of a library's symbol: number and place."""
    for unit in sexpr.children(symbol, "symbol"):
        for pin in sexpr.children(unit, "pin"):
            x, y, *_ = _place(pin, path)
            yield sexpr.word(sexpr.child(pin, "number"), 1), x, y


def _place(node: sexpr.Node, path: Path) -> tuple[float, ...]:
    place = sexpr.numbers(sexpr.child(node, "at"))
    if len(place) < 2:
        raise HardwareError(f"{path} has a {sexpr.word(node, 0)} without a place: write it anew.")
    return place


def _ends(wire: sexpr.Node, path: Path) -> tuple[Point, Point]:
    ends = [sexpr.numbers(end) for end in sexpr.children(sexpr.child(wire, "pts"), "xy")]
    if len(ends) != 2 or any(len(end) != 2 for end in ends):
        raise HardwareError(f"{path} has a wire without two ends: write it anew.")
    (x1, y1), (x2, y2) = ends
    return _point(x1, y1), _point(x2, y2)


def _point(x: float, y: float) -> Point:
    return round(x * 1e4), round(y * 1e4)

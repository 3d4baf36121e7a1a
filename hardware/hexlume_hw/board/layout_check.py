"""Compares a board file with the circuit and with the panel's definition, reading the file itself."""

import math
from typing import NamedTuple

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.marks import probes
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.panel.netlist import Netlist, Pad
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.well import LEADS_X_MM

_NEAR_MM = 0.001
NO_PARTS = ("MountingHole:", "Fiducial:")
"""Footprints that only the board has: nothing is joined to them."""


class Contents(NamedTuple):
    """What a file or the circuit has: where that is, footprints by reference, and each pad's nets (empty: none)."""

    where: str
    footprints: dict[str, str]
    nets: dict[Pad, set[str]]


def on_board(board: ReadBoard, left_out: tuple[str, ...] = NO_PARTS) -> Contents:
    """Return what a board has, without the footprints whose names begin as given."""
    footprints = {ref: name for ref, name in board.footprints.items() if not name.startswith(left_out)}
    nets: dict[Pad, set[str]] = {}
    for pad in board.pads:
        if pad.number:
            nets.setdefault((pad.ref, pad.number), set()).add(pad.net)
    return Contents("on the board", footprints, nets)


def differences(one: Contents, other: Contents) -> list[str]:
    """Return how two contents differ in parts, footprints, pads and nets, one sentence each."""
    refs, others = one.footprints.keys(), other.footprints.keys()
    complaints = [f"{ref} is missing {one.where}." for ref in sorted(others - refs)]
    complaints += [f"{ref} is {one.where} but not {other.where}." for ref in sorted(refs - others)]
    for ref in sorted(refs & others):
        if one.footprints[ref] != other.footprints[ref]:
            has, wanted = f"{one.footprints[ref]} {one.where}", f"{other.footprints[ref]} {other.where}"
            complaints.append(f"{ref} has the footprint {has} and {wanted}.")
    for ref, number in sorted(pad for pad in one.nets.keys() | other.nets.keys() if pad[0] in refs & others):
        nets = [(of.where, of.nets.get((ref, number))) for of in (one, other)]
        complaints += [f"{ref} has no pad {number} {where}." for where, found in nets if found is None]
        if None not in dict(nets).values() and nets[0][1] != nets[1][1]:
            words = " and on ".join(f"{_names(found)} {where}" for where, found in nets)
            complaints.append(f"Pad {number} of {ref} is on {words}.")
    return complaints


def _names(nets: set[str] | None) -> str:
    return " or ".join(sorted(net or "no net" for net in nets or ()))


def netlist_problems(board: ReadBoard, netlist: Netlist) -> list[str]:
    """Return how the board's parts and nets differ from the circuit's, one sentence each."""
    made = on_board(board, (*NO_PARTS, "TestPoint:"))
    footprints = {ref: part.footprint for ref, part in netlist.parts.items()}
    # A pad that the circuit leaves open is on no net.
    nets = {pad: {""} for pad in made.nets} | {pad: {net} for pad, net in netlist.net_of.items()}
    return differences(made, Contents("in the circuit", footprints, nets))


def mark_problems(board: ReadBoard, panel: str) -> list[str]:
    """Return each test point that is missing or on another net, and whether there are three fiducials."""
    nets = {pad.ref: pad.net for pad in board.pads if board.footprints[pad.ref].startswith("TestPoint:")}
    complaints = []
    for number, point in enumerate(probes(panel), 1):
        found = nets.pop(f"TP{number}", None)
        if found != point.net:
            complaints.append(f"Test point {point.label} is {'missing' if found is None else f'on {found}'}.")
    complaints += [f"{ref} is on the board but no test point." for ref in sorted(nets)]
    fiducials = sum(name.startswith("Fiducial:") for name in board.footprints.values())
    return complaints if fiducials == 3 else [*complaints, f"There are {fiducials} fiducials instead of 3."]


def site_problems(board: ReadBoard, netlist: Netlist) -> list[str]:
    """Return each sensor that is not exactly where ``cell_site`` puts it, measured from the board's edges."""
    grid, edges = panel_grid(netlist.panel), outline(netlist.panel)
    complaints = []
    width, depth = board.right - board.left, board.bottom - board.top
    if abs(width - edges.width) > _NEAR_MM or abs(depth - edges.depth) > _NEAR_MM:
        complaints.append(
            f"The board is {width:.3f} x {depth:.3f} mm instead of {edges.width:.3f} x {edges.depth:.3f}."
        )
    seen = set()
    for part in netlist.parts.values():
        if part.kind != "sensor":
            continue
        seen.add(part.cell)
        site = cell_site(grid, part.cell)
        if part.ref not in board.places:
            complaints.append(f"The sensor of cell {grid.name(part.cell)}, {part.ref}, is missing.")
            continue
        x, y = board.places[part.ref]
        pad = next((pad for pad in board.pads if (pad.ref, pad.number) == (part.ref, "2")), None)
        if pad is None or abs(math.hypot(pad.x - x, pad.y - y) + LEADS_X_MM) > _NEAR_MM:
            complaints.append(f"The leads of {part.ref} are not {-LEADS_X_MM} mm from its cell's centre.")
        at_x, at_y = board.from_centre(x, y, edges)
        dx, dy = at_x - site.x_mm, at_y - site.y_mm
        if abs(dx) > _NEAR_MM or abs(dy) > _NEAR_MM:
            complaints.append(
                f"The sensor of cell {grid.name(part.cell)}, {part.ref}, is {dx:.3f} mm and {dy:.3f} mm off its centre."
            )
    missing = [grid.name(cell) for cell in range(grid.cells) if cell not in seen]
    complaints += [f"The circuit has no sensor for cell {name}." for name in missing]
    return complaints

"""Compares a board file with the circuit and with the panel's definition, reading the file itself."""

import math

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.marks import probes
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.well import LEADS_X_MM

_NEAR_MM = 0.001
_NO_PARTS = ("MountingHole:", "TestPoint:", "Fiducial:")


def netlist_problems(board: ReadBoard, netlist: Netlist) -> list[str]:
    """Return how the board's parts and nets differ from the circuit's, one sentence each."""
    complaints = []
    own = {ref: name for ref, name in board.footprints.items() if not name.startswith(_NO_PARTS)}
    complaints += [f"{ref} is missing on the board." for ref in sorted(set(netlist.parts) - set(own))]
    complaints += [f"{ref} is on the board but not in the circuit." for ref in sorted(set(own) - set(netlist.parts))]
    for ref in sorted(set(own) & set(netlist.parts)):
        if own[ref] != netlist.parts[ref].footprint:
            wanted = netlist.parts[ref].footprint
            complaints.append(f"{ref} has the footprint {own[ref]} on the board and {wanted} in the circuit.")
    found: dict[tuple[str, str], set[str]] = {}
    for pad in board.pads:
        if pad.number:
            found.setdefault((pad.ref, pad.number), set()).add(pad.net)
    for pin in sorted(set(found) | set(netlist.net_of)):
        ref, number = pin
        if ref not in own or ref not in netlist.parts:
            continue
        has, wanted = found.get(pin, set()), netlist.net_of.get(pin, "")
        if not has:
            complaints.append(f"{ref} has no pad {number} on the board; in the circuit it is on {wanted}.")
        elif has != {wanted}:
            names = " and ".join(sorted(net or "no net" for net in has))
            complaints.append(f"Pad {number} of {ref} is on {names}; in the circuit it is on {wanted or 'no net'}.")
    return complaints


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

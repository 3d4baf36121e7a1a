"""Proves the Gerbers' copper equal to the circuit's netlist, without KiCad.

gerbv paints each copper layer; its connected areas, joined through the plated holes of the drill file, are the nets
that the board will have. Every pad must lie on the area of its net's other pads, and of no other net's.
"""

import math
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage  # type: ignore[import-untyped]
from scipy.cluster.hierarchy import DisjointSet  # type: ignore[import-untyped]

from hexlume_hw.board.marks import probes
from hexlume_hw.board.painting import Window, find, painted, window_of
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline

DOTS_PER_MM = 15
"""The finest gap between two nets, 0.2 mm, is three dots wide."""
_NEAR_MM = 0.01
_LAYERS = {"F.Cu": "F_Cu", "B.Cu": "B_Cu"}

Areas = NDArray[np.int32]

_HIT = re.compile(r"^X(-?[\d.]+)Y(-?[\d.]+)$")
_SLOT = re.compile(r"^X(-?[\d.]+)Y(-?[\d.]+)G85X(-?[\d.]+)Y(-?[\d.]+)$")


class ReadCopper(NamedTuple):
    """A board's copper as it was plotted: each layer's areas, what holes join of them, and the holes' middles in mm."""

    window: Window
    areas: dict[str, Areas]
    joined: DisjointSet
    drilled: list[tuple[float, float]]

    def piece(self, layer: str, x: float, y: float) -> Any:
        """Return what stands for all the copper that is joined to a place of a layer; ``None`` if there is none."""
        area = int(self.areas[layer][self.window.dot(x, y)])
        return self.joined[layer, area] if area else None


def copper_problems(plots: Path, board: ReadBoard, netlist: Netlist) -> list[str]:
    """Return each open and each short in the plots' copper, one sentence each.

    ``board`` tells only where each pad is; which net it should be on is the circuit's word. Raises ``HardwareError`` if
    gerbv or a plot is missing.
    """
    return compare(read_copper(plots, netlist.panel), board, netlist)


def read_copper(plots: Path, panel: str) -> ReadCopper:
    """Read a board's plots; raises ``HardwareError`` if gerbv or a plot is missing."""
    window = window_of(panel, DOTS_PER_MM)
    areas = {layer: _areas(find(plots, f"*{name}.gbr"), window) for layer, name in _LAYERS.items()}
    joined = DisjointSet((layer, area) for layer, found in areas.items() for area in range(int(found.max()) + 1))
    drilled = holes(find(plots, "*-PTH.drl"))
    for x, y in drilled:
        front, back = ((layer, int(found[window.dot(x, y)])) for layer, found in areas.items())
        if front[1] and back[1]:
            joined.merge(front, back)
    return ReadCopper(window, areas, joined, drilled)


def compare(copper: ReadCopper, board: ReadBoard, netlist: Netlist) -> list[str]:
    """Return each pad without its hole, each open and each short, one sentence each."""
    edges = outline(netlist.panel)
    # A pad on both layers whose middle has no hole may still be joined elsewhere.
    complaints = [
        f"The drill file has no hole for pad {pad.number} of {pad.ref}."
        for pad in board.pads
        if pad.number and len(pad.layers) == 2 and not pad.ref.startswith("H")
        if all(math.dist(board.from_centre(pad.x, pad.y, edges), hole) > _NEAR_MM for hole in copper.drilled)
    ]
    net_of = netlist.net_of | {(f"TP{number}", "1"): point.net for number, point in enumerate(probes(netlist.panel), 1)}
    seen = set()
    areas_of: dict[str, dict[Any, list[str]]] = {}
    owners: dict[Any, dict[str, str]] = {}
    # Sorted, since KiCad's versions write a board's parts in other orders.
    for pad in sorted(board.pads, key=lambda pad: (pad.ref, pad.number)):
        if not pad.number or not pad.layers or pad.ref.startswith("H"):
            continue
        name = f"pad {pad.number} of {pad.ref}"
        seen.add((pad.ref, pad.number))
        # A pad that is left open is a net of its own.
        net = net_of.get((pad.ref, pad.number), name)
        for layer in sorted(pad.layers):
            whole = copper.piece(layer, *board.from_centre(pad.x, pad.y, edges))
            if whole is None:
                complaints.append(f"There is no copper for {name} on {layer}.")
                continue
            areas_of.setdefault(net, {}).setdefault(whole, []).append(name)
            owners.setdefault(whole, {}).setdefault(net, name)
    for net, pieces in sorted(areas_of.items()):
        largest = max(pieces.values(), key=len)
        for names in pieces.values():
            if names is not largest:
                complaints.append(f"The net {net} is open: {names[0]} is not joined to {largest[0]}.")
    for nets in owners.values():
        if len(nets) > 1:
            named = ", ".join(f"{net} ({pad})" for net, pad in sorted(nets.items()))
            complaints.append(f"A short joins the nets {named}.")
    for ref, number in sorted(set(net_of) - seen):
        complaints.append(f"The plots have no pad {number} of {ref}, which should be on {net_of[ref, number]}.")
    return complaints


def _areas(plot: Path, window: Window) -> Areas:
    """Return a layer's connected areas of copper as numbers from 1, 0 where there is none."""
    areas, _ = ndimage.label(painted(plot, window) > 127)
    return np.asarray(areas, np.int32)


def holes(drill: Path) -> list[tuple[float, float]]:
    """Return the middles of an Excellon file's holes in mm; raises ``HardwareError`` if it is not in mm."""
    found = []
    text = drill.read_text(encoding="utf-8")
    if "METRIC" not in text:
        raise HardwareError(f"{drill} is not in mm: plot the board anew.")
    for line in text.splitlines():
        hit, slot = _HIT.match(line), _SLOT.match(line)
        if hit:
            found.append((float(hit[1]), float(hit[2])))
        elif slot:
            found.append(((float(slot[1]) + float(slot[3])) / 2, (float(slot[2]) + float(slot[4])) / 2))
    if not found:
        raise HardwareError(f"{drill} has no holes: plot the board anew.")
    return found

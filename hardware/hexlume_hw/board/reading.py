"""Reads a board file back, without KiCad: its pads, nets and outline as they stand in the file."""

import math
from dataclasses import dataclass
from pathlib import Path

from hexlume_hw.board import sexpr
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.outline import Outline


@dataclass(frozen=True, slots=True)
class ReadPad:
    """A pad in the board file, in mm on KiCad's sheet: ``y`` runs downwards."""

    ref: str
    number: str
    net: str
    x: float
    y: float
    layers: frozenset[str]
    """``F.Cu`` and ``B.Cu``, as far as it lies on them."""


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """A board file: its pads, its footprints' places and names, and the outline's extents on the sheet."""

    pads: tuple[ReadPad, ...]
    places: dict[str, tuple[float, float]]
    footprints: dict[str, str]
    left: float
    top: float
    right: float
    bottom: float

    def from_centre(self, x: float, y: float, edges: Outline) -> tuple[float, float]:
        """Return a place on the sheet as one from the panel's centre, y upwards."""
        return x - self.left + edges.left, self.bottom - y + edges.near


def read_board(path: Path) -> ReadBoard:
    """Read a ``.kicad_pcb``; raises ``HardwareError`` if it is torn or has no outline."""
    tree = sexpr.read(path)
    pads, places, footprints = [], {}, {}
    for node in sexpr.children(tree, "footprint"):
        ref = next(
            (sexpr.word(text, 2) for text in sexpr.children(node, "fp_text") if sexpr.word(text, 1) == "reference"), ""
        )
        x, y, *turns = sexpr.numbers(sexpr.child(node, "at"))
        places[ref], footprints[ref] = (x, y), sexpr.word(node, 1)
        turn = math.radians(turns[0] if turns else 0.0)
        for pad in sexpr.children(node, "pad"):
            px, py, *_ = sexpr.numbers(sexpr.child(pad, "at"))
            net = sexpr.word(sexpr.child(pad, "net"), 2)
            names = {item for item in sexpr.child(pad, "layers")[1:] if isinstance(item, str)}
            layers = {"F.Cu", "B.Cu"} if "*.Cu" in names else names & {"F.Cu", "B.Cu"}
            # On the sheet, where y runs downwards, a positive turn is counter-clockwise to the eye.
            x_turned = px * math.cos(turn) + py * math.sin(turn)
            y_turned = py * math.cos(turn) - px * math.sin(turn)
            pads.append(ReadPad(ref, sexpr.word(pad, 1), net, x + x_turned, y + y_turned, frozenset(layers)))
    edges = [
        sexpr.numbers(sexpr.child(line, end))
        for line in sexpr.children(tree, "gr_line")
        if sexpr.word(sexpr.child(line, "layer"), 1) == "Edge.Cuts"
        for end in ("start", "end")
    ]
    if not edges:
        raise HardwareError(f"{path} has no outline: write it anew.")
    xs, ys = [edge[0] for edge in edges], [edge[1] for edge in edges]
    return ReadBoard(tuple(pads), places, footprints, min(xs), min(ys), max(xs), max(ys))

"""Footprints: a part's pads and its courtyard, read from KiCad's library or from Hexlume's own beside this file."""

import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hexlume_hw.board import sexpr
from hexlume_hw.errors import HardwareError

_FOLDERS = ("/usr/share/kicad/footprints", "/usr/local/share/kicad/footprints")
_OWN = Path(__file__).parent

Box = tuple[float, float, float, float]
"""A rectangle: left, low, right, high."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad, in mm from its footprint's origin, y upwards; ``drill`` is 0 for one without a hole."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    plated: bool


@dataclass(frozen=True, slots=True)
class Footprint:
    """A footprint's pads and its courtyard."""

    name: str
    pads: tuple[Pad, ...]
    courtyard: Box


def library(name: str) -> Path:
    """Return a library's folder; raises ``HardwareError`` if KiCad's footprints are missing."""
    own = _OWN / f"{name}.pretty"
    return own if own.is_dir() else _folder() / f"{name}.pretty"


def _folder() -> Path:
    places = (os.environ.get("KICAD6_FOOTPRINT_DIR", ""), *_FOLDERS)
    for place in places:
        if place and Path(place).is_dir():
            return Path(place)
    raise HardwareError("KiCad's footprints are missing: install the Debian package kicad-footprints.")


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return a place turned counter-clockwise about the origin."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return round(x * cosine - y * sine, 6), round(x * sine + y * cosine, 6)


def turned_box(box: Box, degrees: float, x: float = 0.0, y: float = 0.0) -> Box:
    """Return a rectangle turned about the origin by quarter turns, then moved."""
    (x1, y1), (x2, y2) = turned(*box[:2], degrees), turned(*box[2:], degrees)
    return x + min(x1, x2), y + min(y1, y2), x + max(x1, x2), y + max(y1, y2)


def pads_at(name: str, x: float, y: float, degrees: float) -> Iterator[tuple[Pad, tuple[float, float, float, float]]]:
    """Yield the pads of a footprint at a place, each with its centre, its width and its height there."""
    for pad in footprint(name).pads:
        dx, dy = turned(pad.x, pad.y, degrees)
        size = (pad.height, pad.width) if round(degrees) % 180 == 90 else (pad.width, pad.height)
        yield pad, (x + dx, y + dy, *size)


@lru_cache(maxsize=200)
def footprint(name: str) -> Footprint:
    """Return a footprint by ``Library:Name``; raises ``HardwareError`` if the library has none such."""
    folder, _, own = name.partition(":")
    path = library(folder) / f"{own}.kicad_mod"
    if not path.is_file():
        raise HardwareError(f"KiCad's library has no footprint {name}: is kicad-footprints 6.0 installed?")
    tree = sexpr.read(path)
    pads = tuple(_pad(node) for node in sexpr.children(tree, "pad"))
    corners = [
        place for kind in ("fp_line", "fp_rect", "fp_circle", "fp_poly", "fp_arc") for place in _yard(tree, kind)
    ]
    if not corners:
        corners = [
            (pad.x + sx * pad.width / 2, pad.y + sy * pad.height / 2)
            for pad in pads
            for sx in (-1, 1)
            for sy in (-1, 1)
        ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Footprint(name, pads, (min(xs), min(ys), max(xs), max(ys)))


def _pad(node: sexpr.Node) -> Pad:
    x, y, *turn = sexpr.numbers(sexpr.child(node, "at"))
    width, height = sexpr.numbers(sexpr.child(node, "size"))[:2]
    if turn and round(turn[0]) % 180 == 90:
        width, height = height, width
    drill = sexpr.numbers(sexpr.child(node, "drill"))
    return Pad(
        sexpr.word(node, 1), x, -y, width, height, max(drill, default=0.0), sexpr.word(node, 2) != "np_thru_hole"
    )


def _yard(tree: sexpr.Node, kind: str) -> list[tuple[float, float]]:
    corners: list[tuple[float, float]] = []
    for node in sexpr.children(tree, kind):
        if sexpr.word(sexpr.child(node, "layer"), 1) != "F.CrtYd":
            continue
        places = [sexpr.numbers(sexpr.child(node, name)) for name in ("start", "mid", "end", "center")]
        places += [sexpr.numbers(point) for point in sexpr.children(sexpr.child(node, "pts"), "xy")]
        points = [(place[0], -place[1]) for place in places if place]
        if kind == "fp_circle":
            (cx, cy), (ex, ey) = points[-1], points[0]
            radius = math.hypot(ex - cx, ey - cy)
            points = [(cx - radius, cy - radius), (cx + radius, cy + radius)]
        corners += points
    return corners

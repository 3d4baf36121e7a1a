"""Footprints: a part's pads and its courtyard, read from KiCad's library or from Hexlume's own beside this file."""

import math
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hexlume_hw.board import sexpr
from hexlume_hw.errors import HardwareError

_FOLDERS = ("/usr/share/kicad/footprints", "/usr/local/share/kicad/footprints")
_OWN = Path(__file__).parent


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
    """A footprint's pads and the rectangle of its courtyard: left, low, right, high."""

    name: str
    pads: tuple[Pad, ...]
    courtyard: tuple[float, float, float, float]


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

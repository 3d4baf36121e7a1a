"""Schematic symbols of the kinds of parts: a box with named pins, or a sign such as a resistor's, for KiCad 6.

Lengths are in mm from a symbol's origin, y downwards as on the sheet; KiCad's libraries count y upwards.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

from hexlume_hw.panel.parts import KINDS, Function, Pin

STEP_MM = 2.54
"""KiCad's grid between pins."""
TEXT_MM = 1.27
LETTER_MM = 1.15
"""A letter's share of a line, a little more than KiCad's letters take on average."""
POINT = "test_point"
FLAG = "power_flag"
"""Kinds that are no parts: a test point; and what tells KiCad's rules that a net carries power."""

Side = Literal["left", "right", "top", "bottom"]
Place = tuple[float, float]

TYPES: dict[Function, str] = {
    "passive": "passive",
    "input": "input",
    "output": "output",
    "three-state": "tri_state",
    "both": "bidirectional",
    "power in": "power_in",
    "power out": "power_out",
    "unconnected": "no_connect",
}
ANGLES: dict[Side, int] = {"left": 0, "right": 180, "top": 270, "bottom": 90}
"""Which way a pin runs from its end into the symbol."""
_GROUNDS = ("GND", "VSS", "AGND", "SHIELD")
_ALSO_LEFT = ("COM", "D", "G")


@dataclass(frozen=True, slots=True)
class PinPlace:
    """A pin on its symbol: the end to which wires and labels come, on one of its sides."""

    pin: Pin
    side: Side
    x: float
    y: float
    length: float


@dataclass(frozen=True, slots=True)
class Symbol:
    """A kind's symbol: its pins, its body's box, its drawing in KiCad's words, and where its two texts begin."""

    kind: str
    value: str
    footprint: str
    datasheet: str
    pins: tuple[PinPlace, ...]
    left: float
    top: float
    right: float
    bottom: float
    drawing: str
    named: bool
    texts: tuple[Place, Place]
    middle: bool
    """Whether the texts are centred on their places."""

    @property
    def text_width(self) -> float:
        """Room to the right of the body for the texts, for a symbol that has them there."""
        return len(self.value) * LETTER_MM + 1.0 if not self.middle and self.texts[0][0] > 0 else 0.0


@cache
def symbol(kind: str) -> Symbol:
    """Return a kind's symbol."""
    if kind == POINT:
        return _two(kind, "", "", "", (Pin("1", "1", "passive"),), _POINT, vertical=False)
    if kind == FLAG:
        return _two(kind, "PWR_FLAG", "", "", (Pin("1", "pwr", "power out"),), _FLAG, vertical=False)
    described = KINDS[kind]
    sign = _sign(kind)
    if len(described.pins) == 2 and sign:
        texts = (described.value, described.footprint, described.datasheet)
        return _two(kind, *texts, described.pins, sign, vertical=kind.startswith("c"))
    return _box(kind)


def _two(
    kind: str, value: str, footprint: str, datasheet: str, pins: tuple[Pin, ...], sign: str, vertical: bool
) -> Symbol:
    """Return a symbol that is a sign between one or two ends."""
    reach = 2 * STEP_MM
    sides: tuple[Side, Side] = ("top", "bottom") if vertical else ("left", "right")
    places = tuple(
        PinPlace(pin, side, 0.0 if vertical else end, end if vertical else 0.0, STEP_MM)
        for pin, side, end in zip(pins, sides, (-reach, reach), strict=False)
    )
    texts = ((2.54, -1.0), (2.54, 1.2)) if vertical else ((0.0, -2.2), (0.0, 2.6))
    return Symbol(kind, value, footprint, datasheet, places, -2.54, -2.54, 2.54, 2.54, sign, False, texts, not vertical)


def _box(kind: str) -> Symbol:
    """Return a symbol that is a box with named pins."""
    described = KINDS[kind]
    sides: dict[Side, list[Pin]] = {"left": [], "right": [], "top": [], "bottom": []}
    for pin in described.pins:
        sides[_side(kind, pin)].append(pin)
    if kind == "pico_21_40":
        # As they lie on the Pico: 21 is the lowest.
        sides["right"].reverse()
    ends = max(len(sides["top"]), len(sides["bottom"]))
    inside = sum(max((len(pin.name) for pin in sides[side]), default=0) for side in ("left", "right"))
    width = max(inside * LETTER_MM + STEP_MM, len(described.value) * LETTER_MM + (ends + 0.5) * STEP_MM)
    half = math.ceil(width / 2 / STEP_MM) * STEP_MM
    rows = max(len(sides["left"]), len(sides["right"]), 1)
    upright = max((len(pin.name) for pin in (*sides["top"], *sides["bottom"])), default=0)
    high = math.ceil((rows + 1) / 2 + upright * LETTER_MM / STEP_MM) * STEP_MM
    places = []
    for side in ("left", "right"):
        x = -half - STEP_MM if side == "left" else half + STEP_MM
        top = -math.floor(len(sides[side]) / 2) * STEP_MM
        places += [PinPlace(pin, side, x, top + row * STEP_MM, STEP_MM) for row, pin in enumerate(sides[side])]
    for end in ("top", "bottom"):
        y = -high - STEP_MM if end == "top" else high + STEP_MM
        first = half - len(sides[end]) * STEP_MM
        places += [PinPlace(pin, end, first + row * STEP_MM, y, STEP_MM) for row, pin in enumerate(sides[end])]
    return Symbol(
        kind,
        described.value,
        described.footprint,
        described.datasheet,
        tuple(places),
        -half,
        -high,
        half,
        high,
        _rectangle(-half, -high, half, high),
        True,
        ((-half, -high - 3.4), (-half, -high - 1.4)),
        False,
    )


def _side(kind: str, pin: Pin) -> Side:
    if kind.startswith("pico_"):
        return "left" if kind == "pico_1_20" else "right"
    if pin.name in _GROUNDS:
        return "bottom"
    if pin.function == "power in" and kind != "regulator":
        return "top"
    return "left" if pin.function in ("input", "power in") or pin.name in _ALSO_LEFT else "right"


# The signs, y downwards.


def _line(*places: Place, filled: bool = False) -> str:
    points = " ".join(f"(xy {x:g} {-y:g})" for x, y in places)
    fill = "outline" if filled else "none"
    return f"(polyline (pts {points}) (stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type {fill})))"


def _rectangle(left: float, top: float, right: float, bottom: float) -> str:
    return (
        f"(rectangle (start {left:g} {-top:g}) (end {right:g} {-bottom:g}) "
        "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type background)))"
    )


def _circle(x: float, y: float, radius: float) -> str:
    return (
        f"(circle (center {x:g} {-y:g}) (radius {radius:g}) "
        "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type none)))"
    )


_POINT = _line((-2.54, 0), (-0.8, 0)) + _circle(0, 0, 0.8)
_FLAG = _line((-2.54, 0), (-1.27, 0), (0, -1.0), (1.27, 0), (0, 1.0), (-1.27, 0))
_RESISTOR = _rectangle(-2.54, -1.0, 2.54, 1.0)
_CAPACITOR = (
    _line((-2.0, -0.6), (2.0, -0.6))
    + _line((-2.0, 0.6), (2.0, 0.6))
    + _line((0, -2.54), (0, -0.6))
    + _line((0, 2.54), (0, 0.6))
)
_SIGNS = {
    "r": _RESISTOR,
    "c": _CAPACITOR,
    # A plus at its first pin.
    "c470u": _CAPACITOR + _line((-2.0, -1.8), (-1.0, -1.8)) + _line((-1.5, -2.3), (-1.5, -1.3)),
    "fuse": _RESISTOR + _line((-2.54, 0), (2.54, 0)),
    # The bar is the cathode, pin 1.
    "schottky": _line((-2.54, 0), (2.54, 0))
    + _line((-1.27, -1.27), (-1.27, 1.27))
    + _line((1.27, -1.27), (1.27, 1.27), (-1.27, 0), (1.27, -1.27), filled=True),
    "button": _line((-2.54, 0), (-1.27, 0)) + _line((1.27, 0), (2.54, 0)) + _line((-1.5, -0.8), (1.5, -0.8)),
    "buzzer": _line((-2.54, 0), (-1.27, 0)) + _circle(0, 0, 1.27) + _line((1.27, 0), (2.54, 0)),
}
_SIGNS["tvs"] = _SIGNS["schottky"] + _line((-1.27, -1.27), (-0.8, -1.6)) + _line((-1.27, 1.27), (-1.7, 1.6))


def _sign(kind: str) -> str:
    """Return the sign of a kind with two ends, empty if it has none."""
    return _SIGNS.get(kind) or (_SIGNS.get(kind[0], "") if kind[1:2].isdigit() else "")


def quoted(text: str) -> str:
    """Return a text as KiCad's files quote it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

"""Monte Carlo of the light in one cell: from the LED over mask, walls and parts to the map of what leaves the sheet.

Surfaces scatter by Lambert's law, which white mask, matt white plastic and opal acrylic follow well enough. Lengths are
in mm, z from the board's upper face; the cell is a prism around the origin. The sheet spreads light by ``sheet.Sheet``.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve  # type: ignore[import-untyped]

from hexlume.hardware.cell_site import PITCH_MM
from hexlume_hw.light.sheet import Map, Sheet
from hexlume_hw.panel.stackup import DISC_DIAMETER_MM, RECESS_DIAMETER_MM

STEP_MM = 0.5
"""The map's dots."""
REACH_MM = 20.0
"""The map goes so far to each side."""
_SPREAD_MM = 12.0
_BOUNCES = 80
_WEAK = 0.05
_SURVIVE = 0.3
_AWAY = 1e-5

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Box:
    """A part in the cell: its middle, half its widths, its lower and upper face, and the light that it sends back."""

    x: float
    y: float
    half_x: float
    half_y: float
    low: float
    high: float
    reflectance: float


@dataclass(frozen=True, slots=True)
class Led:
    """An LED: its place, its body, and the window that light comes through.

    Of a die's light 45 % leaves clear resin at once (the share of Lambertian light within the critical angle, sin² =
    1/n², n = 1.5); the rest is thrown back, scatters in the white cup and leaves through the whole window.
    """

    x: float = 0.0
    y: float = 0.0
    half: float = 2.5
    height: float = 1.6
    window: float = 1.75
    reflectance: float = 0.8
    direct: float = 0.45


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc that lies on the sheet: how far it is off centre along x and y, and its base's reflectance."""

    x: float = 0.0
    y: float = 0.0
    reflectance: float = 0.8


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: sheet's height above the board, LED, parts, and what mask, walls and the rim's lower side send back."""

    height: float
    led: Led = field(default_factory=Led)
    parts: tuple[Box, ...] = ()
    mask: float = 0.8
    wall: float = 0.8
    rim: float = 0.05
    sides: int = 6
    half_width: float = PITCH_MM / 2 - 0.6
    sheet: Sheet = field(default_factory=Sheet)
    disc: Disc | None = None


def trace(cell: Cell, rays: int, seed: int = 1) -> Map:
    """Return the light that leaves the sheet a mm2, for an LED that gives 1: rows along y, from below."""
    random = np.random.default_rng(seed)
    led = cell.led
    boxes = (*cell.parts, Box(led.x, led.y, led.half, led.half, 0.0, led.height, led.reflectance))
    place, way = _emitted(led, rays, random)
    weight = np.full(rays, 1.0 / rays)
    weak = _WEAK / rays
    dots = round(2 * REACH_MM / STEP_MM)
    below = np.zeros((dots, dots))
    for _ in range(_BOUNCES):
        place, normal, reflectance, on_sheet = _next_hit(cell, boxes, place, way)
        at = np.floor((place[:2, on_sheet] + REACH_MM) / STEP_MM).astype(int)
        np.add.at(below, (at[1], at[0]), weight[on_sheet])
        reflectance[on_sheet] = _sent_back(cell, place[:2, on_sheet])
        weight = weight * reflectance
        faint = weight < weak
        lives = ~faint | (random.random(len(weight)) < _SURVIVE)
        weight = np.where(faint, weight / _SURVIVE, weight)[lives]
        if not len(weight):
            break
        place, normal = place[:, lives], normal[:, lives]
        way = _scattered(normal, random)
        place = place + normal * _AWAY
    spread = fftconvolve(below * cell.sheet.passes, cell.sheet.spread(_SPREAD_MM, STEP_MM), mode="same")
    return np.asarray(np.maximum(spread, 0.0) / STEP_MM**2, np.float64)


def _emitted(led: Led, rays: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return where light leaves the LED and where it goes."""
    radius = np.where(random.random(rays) < led.direct, 0.15 * led.window, led.window) * np.sqrt(random.random(rays))
    turn = 2 * np.pi * random.random(rays)
    place = np.stack(
        (led.x + radius * np.cos(turn), led.y + radius * np.sin(turn), np.full(rays, led.height + _AWAY))
    )  # fmt: skip
    up = np.zeros((3, rays))
    up[2] = 1.0
    return place, _scattered(up, random)


def _scattered(normal: Numbers, random: np.random.Generator) -> Numbers:
    """Return directions by Lambert's law around normals, which are vertical or level."""
    count = normal.shape[1]
    share, turn = random.random(count), 2 * np.pi * random.random(count)
    one, other, along = np.sqrt(share) * np.cos(turn), np.sqrt(share) * np.sin(turn), np.sqrt(1 - share)
    level = np.abs(normal[2]) < 0.5
    first = np.where(level, np.stack((-normal[1], normal[0], normal[2])), np.array([[1.0], [0.0], [0.0]]))
    second = np.where(level, np.array([[0.0], [0.0], [1.0]]), np.array([[0.0], [1.0], [0.0]]))
    return np.asarray(first * one + second * other + normal * along)


def _next_hit(
    cell: Cell, boxes: tuple[Box, ...], place: Numbers, way: Numbers
) -> tuple[Numbers, Numbers, Numbers, NDArray[np.bool_]]:
    """Return where rays meet the next surface, its normal and reflectance, and whether it is the sheet."""
    count = place.shape[1]
    normal, reflectance = np.zeros((3, count)), np.full(count, cell.mask)
    with np.errstate(divide="ignore", invalid="ignore"):
        rises = way[2] > 0
        far = np.where(rises, (cell.height - place[2]) / way[2], -place[2] / way[2])
        normal[2] = np.where(rises, -1.0, 1.0)
        on_sheet = rises.copy()
        for side in range(cell.sides):
            angle = 2 * np.pi * side / cell.sides
            nx, ny = np.cos(angle), np.sin(angle)
            towards = way[0] * nx + way[1] * ny
            reach = (cell.half_width - place[0] * nx - place[1] * ny) / towards
            near = (towards > 0) & (reach < far)
            far = np.where(near, reach, far)
            normal[:, near] = np.array([[-nx], [-ny], [0.0]])
            reflectance[near], on_sheet[near] = cell.wall, False
        for box in boxes:
            low = np.array([[box.x - box.half_x], [box.y - box.half_y], [box.low]])
            high = np.array([[box.x + box.half_x], [box.y + box.half_y], [box.high]])
            one, other = (low - place) / way, (high - place) / way
            enters, leaves = np.minimum(one, other), np.maximum(one, other)
            reach, axis = enters.max(axis=0), enters.argmax(axis=0)
            near = (reach <= leaves.min(axis=0)) & (reach > 0) & (reach < far)
            far = np.where(near, reach, far)
            faces = np.zeros((3, int(near.sum())))
            faces[axis[near], np.arange(faces.shape[1])] = -np.sign(way[axis[near], np.flatnonzero(near)])
            normal[:, near] = faces
            reflectance[near], on_sheet[near] = box.reflectance, False
    return place + way * far, normal, reflectance, on_sheet


def _sent_back(cell: Cell, at: Numbers) -> Numbers:
    """Return what the sheet sends back at places: more under a disc and under the rim."""
    found = np.full(at.shape[1], cell.sheet.returned)
    found[np.hypot(*at) > RECESS_DIAMETER_MM / 2] = cell.sheet.under(cell.rim)
    if cell.disc:
        off = np.hypot(at[0] - cell.disc.x, at[1] - cell.disc.y)
        found[off < DISC_DIAMETER_MM / 2] = cell.sheet.under(cell.disc.reflectance)
    return found


def moved(cell: Cell, x: float, y: float) -> Cell:
    """Return a cell whose LED was soldered somewhere else."""
    return replace(cell, led=replace(cell.led, x=cell.led.x + x, y=cell.led.y + y))

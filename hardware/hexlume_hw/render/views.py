"""The views that are pictured: the board on a table during a game, its layers drawn apart, and the pieces."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from build123d import Solid, Vector

from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.stackup import DISC_HEIGHT_MM, FLOOR_MM, PLATE_ABOVE_BOARD_MM
from hexlume_hw.render.scene import Material, Surface, Table, glow, hue, surface
from hexlume_hw.render.tracer import Camera, Glow, View
from hexlume_hw.solids import pieces
from hexlume_hw.solids.assembly import ON_FLOOR, Assembly, disc_places
from hexlume_hw.solids.bodies import Body
from hexlume_hw.solids.prism import block, prism
from hexlume_hw.solids.sizes import CEILING, DECK, FLOOR, HOOD_TOP, LENS_HOLE, TRAY_TOP

BOTTOM = TRAY_TOP - FLOOR
GLOW_MM = 0.2
"""A floor's light is drawn on a plane so far above it: nearer planes cannot be told apart."""
LEDS_MATERIAL: dict[str, Material] = {"Pico": "board", "power socket": "metal", "Pico's USB": "metal"}


def _named(assembly: Assembly, *starts: str) -> list[Solid]:
    return [placed.solid for placed in assembly.placed if placed.name.startswith(starts)]


def _bodies(bodies: Iterable[Body], lift: float) -> list[Surface]:
    found: dict[Material, list[Solid]] = {}
    for body in bodies:
        solid = block(body.left, body.near, body.low, body.right, body.far, body.top)
        size = (body.right - body.left) * (body.far - body.near)
        default: Material = (
            "led" if "LED" in body.name or body.name.startswith("D") else "chip" if size > 20 else "metal"
        )
        found.setdefault(LEDS_MATERIAL.get(body.name, default), []).append(solid)
    return [surface(solids, material, Vector(0, 0, lift)) for material, solids in found.items()]


def _piece_surfaces(assembly: Assembly, table: Table, lift: float) -> list[Surface]:
    """Return the pieces on the table: each kind is modelled once and moved to its cells."""
    places = disc_places(assembly.panel)
    halves = {
        "black": surface([pieces.black_half()], "black", fine=True).corners,
        "white": surface([pieces.flipped(pieces.white_half(), DISC_HEIGHT_MM)], "white", fine=True).corners,
    }
    down = {
        "black": surface([pieces.flipped(pieces.black_half(), DISC_HEIGHT_MM)], "black", fine=True).corners,
        "white": surface([pieces.white_half()], "white", fine=True).corners,
    }
    leaders = {white: surface([pieces.leader_body(white)], "white", fine=True).corners for white in (True, False)}
    found: dict[Material, list[np.ndarray]] = {"white": [], "black": []}
    for cell, white, leader in table.pieces:
        shift = np.array([places[cell].X, places[cell].Y, places[cell].Z + lift])
        if leader:
            found["white" if white else "black"].append(leaders[white] + shift)
        else:
            shown = halves if white else down
            found["white"].append(shown["white"] + shift)
            found["black"].append(shown["black"] + shift)
    return [Surface(np.concatenate(parts), material) for material, parts in found.items() if parts]


def _status_glows(assembly: Assembly, table: Table, lift: float = 0.0) -> list[Glow]:
    """Return the status lights, as they shine through the hood."""
    found = []
    for place, cue in zip(outline(assembly.panel).status, table.status, strict=False):
        if cue:
            x, y = place
            r = LENS_HOLE / 2 - 0.4
            brightness = np.broadcast_to(hue(cue) * 4.0, (2, 2, 3)).astype(np.float32)
            found.append(Glow((x - r, y - r, x + r, y + r), HOOD_TOP + 0.35 + lift, brightness))
    return found


def on_table(assembly: Assembly, table: Table) -> View:
    """Return the board as it stands in front of a player, in a dim room."""
    edges = outline(assembly.panel)
    bounds = assembly.plate.whole.bounds
    between = PLATE_ABOVE_BOARD_MM + FLOOR_MM
    circles = [*assembly.plate.recesses, *assembly.plate.holes]
    surfaces = [
        surface(_named(assembly, "tray", "hood"), "case"),
        surface([prism(assembly.plate.whole, between, DECK, circles)], "rim", fine=True),
        surface([prism(assembly.plate.whole, PLATE_ABOVE_BOARD_MM, between, assembly.plate.holes)], "floor"),
        surface(_named(assembly, "cap"), "cap", fine=True),
        surface(_named(assembly, "status-lens"), "lens", fine=True),
        surface(_named(assembly, "screw"), "steel", fine=True),
        *_piece_surfaces(assembly, table, 0.0),
    ]
    glows = [
        Glow(bounds, ON_FLOOR + GLOW_MM, glow(assembly.panel, table, bounds) * 1.0),
        *_status_glows(assembly, table),
    ]
    size = max(edges.width, edges.depth)
    middle = (0.03 * size, (edges.near + edges.far) / 2 - 0.09 * size, 0.0)
    camera = Camera((-0.42 * size, middle[1] - 1.55 * size, 1.50 * size), middle, 36.5)
    return View(tuple(surfaces), tuple(glows), camera, BOTTOM, size, daylight=1.0, paper=(0.26, 0.185, 0.125))


@dataclass(frozen=True, slots=True)
class Label:
    """A layer's name and what it is, and the point in mm that its line begins at."""

    point: tuple[float, float, float]
    name: str
    words: str


def exploded(assembly: Assembly, table: Table) -> tuple[View, list[Label]]:
    """Return the layers of the stack drawn apart, with their labels from top to bottom."""
    edges = outline(assembly.panel)
    size = max(edges.width, edges.depth)
    step = 0.19 * size
    bounds = assembly.plate.whole.bounds
    between = PLATE_ABOVE_BOARD_MM + FLOOR_MM
    circles = [*assembly.plate.recesses, *assembly.plate.holes]
    up = [Vector(0, 0, level * step) for level in range(7)]
    board = [placed.solid for placed in assembly.placed if placed.name == "circuit board"]
    surfaces = [
        surface(_named(assembly, "tray"), "case"),
        surface(board, "board", up[1]),
        *_bodies(assembly.bodies, up[1].Z),
        surface(_named(assembly, "hat"), "grid", up[1]),
        surface(_named(assembly, "light-grid"), "grid", up[2]),
        surface([prism(assembly.plate.whole, PLATE_ABOVE_BOARD_MM, between, assembly.plate.holes)], "floor", up[3]),
        surface([prism(assembly.plate.whole, between, DECK, circles)], "rim", up[4], fine=True),
        surface(_named(assembly, "hood"), "case", up[4]),
        surface(_named(assembly, "status-lens"), "lens", up[4], fine=True),
        surface(_named(assembly, "cap"), "cap", up[4], fine=True),
        *_piece_surfaces(assembly, table, up[5].Z - 0.25 * step),
    ]
    glows = [Glow(bounds, ON_FLOOR + GLOW_MM + up[3].Z, glow(assembly.panel, table, bounds) * 0.8)]
    centre = (0.30 * size, (edges.near + edges.far) / 2 - 0.20 * size, 1.95 * step)
    camera = Camera((-0.98 * size, centre[1] - 2.45 * size, centre[2] + 1.75 * size), centre, 37.0)
    right, near, low = edges.right, edges.near, bounds[1]
    labels = [
        Label(
            (right - 40.0, 0.0, up[5].Z - 0.25 * step + DISC_HEIGHT_MM),
            "Discs",
            "two halves around a magnet: turn one over, and its colour and its pole change",
        ),
        Label(
            (right, near + 10.0, up[4].Z + CEILING),
            "Rim and hood",
            "a round recess for every cell keeps discs on their sensors; the hood has buttons, status lights and USB",
        ),
        Label((right, low + 30.0, up[3].Z + between), "Floor", f"{FLOOR_MM:g} mm, white: the light comes through"),
        Label((right, low + 30.0, up[2].Z + 3.0), "Light grid", "keeps each cell's light to itself, carries the plate"),
        Label(
            (right, near, up[1].Z),
            "Circuit board",
            "an LED for every cell, and above it a Hall sensor in a white hat",
        ),
        Label((right, near, 0.0), "Tray", "printed in segments with dovetails, M3 inserts for four screws"),
    ]
    view = View(tuple(surfaces), tuple(glows), camera, BOTTOM, size, daylight=1.5, paper=(0.74, 0.75, 0.76))
    return view, labels

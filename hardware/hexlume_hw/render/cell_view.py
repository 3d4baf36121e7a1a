"""An exploded view of one cell: board with LED, hat with sensor, light grid, opal sheet, rim and disc."""

from build123d import Vector
from shapely import Point, box, unary_union  # type: ignore[import-untyped]

from hexlume.hardware.panel import panel_grid
from hexlume.output.led_cues import LEGAL
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import BOARD_MM, DISC_HEIGHT_MM, FLOOR_MM, RECESS_DEPTH_MM, RECESS_DIAMETER_MM
from hexlume_hw.panel.well import (
    LED_CAPACITOR_X_MM,
    LED_CAPACITOR_Y_MM,
    SENSOR,
    SENSOR_CAPACITOR_X_MM,
    SENSOR_CAPACITOR_Y_MM,
)
from hexlume_hw.render.scene import Table, glow, hue, surface
from hexlume_hw.render.tracer import Camera, Glow, View
from hexlume_hw.render.views import GLOW_MM, Label
from hexlume_hw.solids import pieces
from hexlume_hw.solids.bodies import SENSOR_BLOCKS
from hexlume_hw.solids.hat import hat
from hexlume_hw.solids.prism import block, prism
from hexlume_hw.solids.regions import centres, pieces_of, tile
from hexlume_hw.solids.sizes import GRID_TOP, GRID_WALL

HALF = 20.0
"""The piece that is cut out of a panel goes so far to each side of a cell's centre."""
HAT_Z, GRID_Z, SHEET_Z, RIM_Z, BLACK_Z, MAGNET_Z, WHITE_Z = 7.0, 28.0, 45.0, 55.0, 65.0, 71.5, 76.0
_LED = 2.5
_WINDOW = 1.75


def exploded_cell(panel: str) -> tuple[View, list[Label]]:
    """Return an exploded view of a panel's middle cell, with its labels from top to bottom."""
    middle = panel_grid(panel).cells // 2
    places = [(x, y) for x, y in centres(panel) if max(abs(x), abs(y)) < 3 * HALF]
    whole = box(-HALF, -HALF, HALF, HALF)
    walls = whole.difference(unary_union([tile(panel, place).buffer(-GRID_WALL / 2) for place in places]))
    rim = whole.difference(unary_union([Point(place).buffer(RECESS_DIAMETER_MM / 2, 48) for place in places]))
    black, white, magnet = pieces.disc()
    led = KINDS["led"].height_mm
    capacitors = [
        block(x - 1.0, y - 0.65, 0.0, x + 1.0, y + 0.65, 0.8)
        for x, y in ((LED_CAPACITOR_X_MM, LED_CAPACITOR_Y_MM), (SENSOR_CAPACITOR_X_MM, SENSOR_CAPACITOR_Y_MM))
    ]
    hat_at = Vector(0, 0, HAT_Z)
    surfaces = (
        surface([prism(whole, -BOARD_MM, 0.0)], "board"),
        surface([block(-_LED, -_LED, 0.0, _LED, _LED, led)], "led"),
        surface(capacitors, "metal"),
        surface([hat()], "grid", hat_at),
        *(
            surface(
                [block(one.left, one.near, one.low, one.right, one.far, one.high)], "metal" if name else "chip", hat_at
            )
            for name, one in SENSOR_BLOCKS.items()
        ),
        surface([prism(piece, 0.0, GRID_TOP) for piece in pieces_of(walls)], "grid", Vector(0, 0, GRID_Z)),
        surface([prism(whole, 0.0, FLOOR_MM)], "floor", Vector(0, 0, SHEET_Z)),
        surface([prism(piece, 0.0, RECESS_DEPTH_MM) for piece in pieces_of(rim)], "rim", Vector(0, 0, RIM_Z)),
        surface([black], "black", Vector(0, 0, BLACK_Z), fine=True),
        surface([magnet], "steel", Vector(0, 0, MAGNET_Z), fine=True),
        surface([white], "white", Vector(0, 0, WHITE_Z), fine=True),
    )
    bounds = (-HALF, -HALF, HALF, HALF)
    lit = glow(panel, Table(cues={middle: LEGAL}), bounds, dots=4.0)
    window = (-_WINDOW, -_WINDOW, _WINDOW, _WINDOW)
    glows = (
        Glow(bounds, SHEET_Z + FLOOR_MM + GLOW_MM, lit),
        Glow(window, led + GLOW_MM / 2, (hue(LEGAL) * 3.0).reshape(1, 1, 3).repeat(2, 0).repeat(2, 1).astype("f4")),
    )
    centre = (19.0, -10.0, 41.0)
    camera = Camera((centre[0] - 105.0, centre[1] - 190.0, centre[2] + 95.0), centre, 25.0)
    labels = [
        Label((11.0, 0.0, WHITE_Z + DISC_HEIGHT_MM), "Disc", "a white and a black half around a magnet"),
        Label((HALF, -8.0, RIM_Z + 1.0), "Rim", "a round recess keeps the disc above its sensor"),
        Label((HALF, -8.0, SHEET_Z + 1.0), "Opal sheet", "the recess's floor: the light comes through"),
        Label((HALF, -8.0, GRID_Z + 4.0), "Light grid", "white walls keep each cell's light to itself"),
        Label(
            (SENSOR.left, 0.0, HAT_Z + SENSOR.high - 0.5),
            "Sensor in its hat",
            "a Hall sensor (black), held above the LED",
        ),
        Label((_LED, -1.0, led), "LED", "at the cell's centre; the hat hides it from above"),
        Label((HALF, -8.0, 0.0), "Circuit board", "its mask is white, to throw light back"),
    ]
    view = View(surfaces, glows, camera, -BOARD_MM - 0.5, 70.0, daylight=1.4, paper=(0.74, 0.75, 0.76))
    return view, labels

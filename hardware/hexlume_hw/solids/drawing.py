"""The face plate as two sheets to cut by laser: DXF with the layers CUT and ENGRAVE, in mm.

The floor sheet lets light through; the rim sheet, glued on it, has a round hole for every cell. Kerf is left to the
cutter's software.
"""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from ezdxf import units
from ezdxf.document import Drawing
from ezdxf.entities.dxfentity import DXFEntity
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from shapely import LineString, Point, STRtree  # type: ignore[import-untyped]

from hexlume.hardware.cell_site import PITCH_MM, cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.panel.stackup import DISC_DIAMETER_MM, FLOOR_MM, RECESS_DEPTH_MM
from hexlume_hw.solids.plate import Plate, plate

CUT, ENGRAVE = "CUT", "ENGRAVE"
OFF_CENTRE_MM = 3.0
LETTER_MM = 3.2
"""Height of a cell name's digits."""
LINE_INSET_MM = 0.8
"""From a recess's edge to the grid line that leads to the next cell."""
EDGE_MM = 0.5
"""At least so much stays between what is engraved and what is cut."""
ROUNDING_MM = 1e-6
SHEETS = (("A4", 297.0, 210.0), ("A3", 420.0, 297.0), ("600 x 400", 600.0, 400.0), ("1000 x 600", 1000.0, 600.0))
"""Sheets that cutters sell."""

FLOOR_SHEET, RIM_SHEET = "plate-floor", "plate-rim"


def _blank() -> Drawing:
    document = new("R2010", units=units.MM)
    document.layers.add(CUT, color=1)
    document.layers.add(ENGRAVE, color=5)
    return document


def _cut(space: Modelspace, made: Plate, circles: bool) -> None:
    corners = [(x, y) for x, y in made.whole.exterior.coords][:-1]
    space.add_lwpolyline(corners, close=True, dxfattribs={"layer": CUT})
    for x, y, radius in (*made.holes, *(made.recesses if circles else ())):
        space.add_circle((x, y), radius, dxfattribs={"layer": CUT})


def floor_sheet(made: Plate) -> Drawing:
    """Return the sheet on which discs lie."""
    document = _blank()
    _cut(document.modelspace(), made, circles=False)
    return document


def rim_sheet(panel: str, made: Plate) -> Drawing:
    """Return the sheet that keeps discs in place, engraved with the cells' names and the lines between neighbours."""
    document = _blank()
    space = document.modelspace()
    _cut(space, made, circles=True)
    grid = panel_grid(panel)
    sites = [cell_site(grid, cell) for cell in range(grid.cells)]
    for cell, site in enumerate(sites):
        for outline in _letters(grid.name(cell), *name_place(panel, site.x_mm, site.y_mm)):
            space.add_lwpolyline(outline, close=True, dxfattribs={"layer": ENGRAVE})
        for other in grid.neighbours[cell]:
            if other > cell:
                begin, end = _line(
                    (site.x_mm, site.y_mm), (sites[other].x_mm, sites[other].y_mm), made.recesses[cell][2]
                )
                space.add_line(begin, end, dxfattribs={"layer": ENGRAVE})
    return document


def name_place(panel: str, x: float, y: float) -> tuple[float, float]:
    """Return the middle of a cell's name: in the gap between three or four recesses, clear of the screws.

    A hexagon's name is on its far side, a square's at its near left corner.
    """
    if panel.startswith("square"):
        return x - PITCH_MM / 2 + 1.5, y - PITCH_MM / 2
    return x, y + PITCH_MM / math.sqrt(3) - 1.2


def _line(one: tuple[float, float], other: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """Return the ends of the line between two neighbours' recesses."""
    length = math.dist(one, other)
    share = (radius + LINE_INSET_MM) / length
    return [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in ((one, other), (other, one))]


def _letters(text: str, x: float, y: float) -> list[list[tuple[float, float]]]:
    """Return a name's outlines around its middle, in the sans serif font that matplotlib brings along."""
    # A digit's height is 0.73 of a font's size.
    path = TextPath((0, 0), text, size=LETTER_MM / 0.73, prop=FontProperties(family="DejaVu Sans"))
    outlines = [np.asarray(outline, dtype=np.float64) for outline in path.to_polygons(closed_only=True)]
    across = np.concatenate(outlines)[:, 0]
    shift = np.array([x - (across.min() + across.max()) / 2, y - LETTER_MM / 2])
    return [[(float(a), float(b)) for a, b in outline[:-1] + shift] for outline in outlines]


def sheet_size(panel: str) -> str:
    """Return what is to be cut and from which sheets, in a sentence."""
    left, near, right, far = plate(panel).whole.bounds
    wide, deep = right - left, far - near
    name = next(
        (name for name, a, b in SHEETS if max(wide, deep) <= a and min(wide, deep) <= b),
        "a sheet larger than 1000 x 600",
    )
    return (
        f"Both sheets are {wide:.1f} x {deep:.1f} mm (they fit {name}): {FLOOR_MM:g} mm white opal for the floor,"
        f" {RECESS_DEPTH_MM:g} mm dark and opaque for the rim."
    )


def problems(panel: str, floor: Drawing | None = None, rim: Drawing | None = None) -> list[str]:
    """Return what is wrong with a panel's sheets, those given or those that are written: empty when all is well."""
    made = plate(panel)
    floor, rim = floor or floor_sheet(made), rim or rim_sheet(panel, made)
    found: list[str] = []
    for name, document in ((FLOOR_SHEET, floor), (RIM_SHEET, rim)):
        found += [f"{name}: {error.message}" for error in document.audit().errors]
        found += [f"{name}: {line}" for line in _layers(document)]
        found += [f"{name}: {line}" for line in _bounds(document, made)]
    found += [f"{RIM_SHEET}: {line}" for line in _recesses(panel, rim, made)]
    extra = len(floor.modelspace().query("CIRCLE")) - len(made.holes)
    if extra:
        found.append(f"{FLOOR_SHEET}: there are {extra:+d} holes besides those for screws")
    return found


def _layers(document: Drawing) -> Iterator[str]:
    for entity in document.modelspace():
        kinds = {CUT: ("CIRCLE", "LWPOLYLINE"), ENGRAVE: ("LINE", "LWPOLYLINE")}.get(entity.dxf.layer)
        if kinds is None:
            yield f"a {entity.dxftype()} is on layer {entity.dxf.layer}: only {CUT} and {ENGRAVE} are used"
        elif entity.dxftype() not in kinds:
            yield f"a {entity.dxftype()} is on layer {entity.dxf.layer}"


def _bounds(document: Drawing, made: Plate) -> Iterator[str]:
    """Complain when the outline is not the plate's, or a screw hole is missing."""
    outlines = document.modelspace().query(f'LWPOLYLINE[layer=="{CUT}"]')
    corners = [sorted((round(x, 6), round(y, 6)) for x, y in _points(outline)) for outline in outlines]
    if corners != [sorted((round(x, 6), round(y, 6)) for x, y in list(made.whole.exterior.coords)[:-1])]:
        yield "its outline is not the face plate's"
    circles = _circles(document)
    for x, y, radius in made.holes:
        if not any(math.dist((x, y, radius), circle) < ROUNDING_MM for circle in circles):
            yield f"there is no screw hole at ({x:.1f}, {y:.1f})"


def _points(entity: DXFEntity) -> list[tuple[float, float]]:
    return [(x, y) for x, y, *_ in entity.get_points("xy")] if isinstance(entity, LWPolyline) else []


def _circles(document: Drawing) -> list[tuple[float, float, float]]:
    found = document.modelspace().query(f'CIRCLE[layer=="{CUT}"]')
    return [(circle.dxf.center.x, circle.dxf.center.y, circle.dxf.radius) for circle in found]


def _recesses(panel: str, document: Drawing, made: Plate) -> Iterator[str]:
    """Complain of holes that are not exactly at their cells, too wide or too narrow, or too near to an engraving."""
    circles = [circle for circle in _circles(document) if circle[2] > DISC_DIAMETER_MM / 4]
    grid = panel_grid(panel)
    if len(circles) != grid.cells:
        yield f"there are {len(circles)} recesses for {grid.cells} cells"
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        x, y, radius = min(circles, key=lambda circle: math.dist(circle[:2], (site.x_mm, site.y_mm)))
        aside, play = math.dist((x, y), (site.x_mm, site.y_mm)), radius - DISC_DIAMETER_MM / 2
        if aside > ROUNDING_MM:
            yield f"the recess of {grid.name(cell)} is {aside:.2f} mm off its cell"
        if aside + play > OFF_CENTRE_MM or play < 0.3:
            yield f"the recess of {grid.name(cell)} leaves a disc {play:.2f} mm, and is {aside:.2f} mm off"
    yield from _engraved(document, made)


def _engraved(document: Drawing, made: Plate) -> Iterator[str]:
    """Complain of what is engraved across a cut, or too near to one."""
    lines = []
    for entity in document.modelspace().query(f'LWPOLYLINE LINE[layer=="{ENGRAVE}"]'):
        if entity.dxftype() == "LINE":
            points = [(entity.dxf.start.x, entity.dxf.start.y), (entity.dxf.end.x, entity.dxf.end.y)]
        else:
            points = _points(entity)
        lines.append(LineString(points))
    cuts = [Point(x, y).buffer(radius, 64) for x, y, radius in _circles(document)] + [made.whole.exterior]
    inside = made.whole.buffer(-EDGE_MM)
    near = {int(line) for line in STRtree(cuts).query(lines, predicate="dwithin", distance=EDGE_MM)[0]}
    for index in sorted(near | {index for index, line in enumerate(lines) if not inside.contains(line)}):
        x, y = lines[index].centroid.coords[0]
        yield f"what is engraved at ({x:.1f}, {y:.1f}) is nearer than {EDGE_MM} mm to what is cut"


def write_drawings(panel: str, folder: Path, tell: Callable[[str], None]) -> list[Path]:
    """Write a panel's two sheets into a folder, and return their paths; raises ``ValueError`` for an unknown panel."""
    made = plate(panel)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, document in ((FLOOR_SHEET, floor_sheet(made)), (RIM_SHEET, rim_sheet(panel, made))):
        path = folder / f"{name}.dxf"
        document.saveas(path)
        written.append(path)
    tell(sheet_size(panel))
    return written

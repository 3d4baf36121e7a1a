"""Draws a panel's board: places every part and routes every net."""

from collections.abc import Callable

from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.cells import Cells
from hexlume_hw.board.channels import Channels
from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import Design, merged
from hexlume_hw.board.ground import Ground
from hexlume_hw.board.labels import Labels, label_parts
from hexlume_hw.board.marks import fiducials, place_test_points
from hexlume_hw.board.placement import overlaps, place_fixed
from hexlume_hw.board.power import Power, place_corner
from hexlume_hw.board.rows import rows
from hexlume_hw.board.strip import Strip, place_small
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import HOLE_MM
from hexlume_hw.panel.outline import outline as outline_of

Tell = Callable[[str], None]


def draw(panel: str, netlist: Netlist, tell: Tell) -> Design:
    """Return a panel's board, complete but for the ground's pours; raises ``HardwareError`` if it cannot be drawn."""
    design = Design(panel, outline_of(panel), netlist)
    lines = rows(panel)
    place_fixed(design)
    place_corner(design)
    fiducials(design)
    place_small(design, lines[0].y - 8.0)
    crowded = overlaps(design)
    if crowded:
        raise HardwareError(crowded[0])
    tell(f"{len(design.placed)} parts placed")

    copper = Copper(design)
    for x, y in design.outline.holes:
        copper.hole(x, y, HOLE_MM / 2 + 1.6)
    for mark in design.marks:
        copper.hole(mark.x, mark.y, mark.radius)
    for ref in design.placed:
        for land in design.lands(ref):
            copper.land(land)
    cells, power = Cells(copper, lines), Power(copper, lines)
    cells.draw(power.spine_x + 2.0, power.led_spine_x + 2.0)
    power.entry()
    power.spines()
    power.strip_rails()
    channels = Channels(copper, cells, lines)
    strip = Strip(copper, cells, channels, power)
    strip.lights()
    channels.escapes()
    strip.grounds()
    tell("rails drawn")
    first = next(part.ref for part in netlist.parts.values() if part.kind == "led" and part.status == 0)
    channels.rows_of_lights(first)
    channels.buses()
    channels.senses()
    tell(f"cells joined, {channels.detours} by a detour")
    strip.nets()
    strip.stitches()
    for cut in Ground(copper).cut_off():
        raise HardwareError(
            f"Pad {cut.land.number} of {cut.land.ref} is cut off from ground: the board is too crowded."
        )
    _write(design)
    labels = Labels(design)
    place_test_points(copper, labels)
    unnamed = label_parts(labels)
    tell(f"{len(unnamed)} parts without room for their names" if unnamed else "every part named")
    design.tracks = merged(design.tracks)
    tell(f"{len(design.tracks)} tracks and {len(design.vias)} vias drawn")
    return design


def _write(design: Design) -> None:
    """Name the cells, the buttons and the board on the silk screen."""
    grid, outline = panel_grid(design.panel), design.outline
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        design.texts.append((grid.name(cell), site.x_mm + 9.5, site.y_mm, 1.5))
    for name, (x, y) in zip(BUTTONS, outline.buttons, strict=True):
        design.texts.append((name, x, y + 5.5, 1.5))
    design.texts.append((f"Hexlume {design.panel}", outline.buzzer[0] + 18.0, outline.power[1] - 13.5, 2.0))
    design.texts.append(("5 V  3 A", outline.right - 11.0, outline.power[1] - 9.5, 1.5))

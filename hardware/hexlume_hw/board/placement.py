"""Where every part lies: cells by ``cell_site``, the strip by the outline, multiplexers between the rows."""

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.design import Design, Placed
from hexlume_hw.board.rows import BULK_X_MM, BULK_Y_MM, Row, rows
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Part
from hexlume_hw.panel.well import (
    LED_CAPACITOR_X_MM,
    LED_CAPACITOR_Y_MM,
    SENSOR_CAPACITOR_X_MM,
    SENSOR_CAPACITOR_Y_MM,
)

STATUS_RAIL_MM = 4.5
"""The strip's 5 V rail, below the middle of the status LEDs."""
MULTIPLEXER_PITCH_MM = 22.0
PICO_ROWS_MM = 17.78
PICO_PINS_MM = 48.26


def place_fixed(design: Design) -> None:
    """Place all parts whose places follow from the panel; raises ``HardwareError`` for one that has no rule."""
    parts = list(design.netlist.parts.values())
    lines = rows(design.panel)
    row_of = {cell: line for line in lines for cell in line.cells}
    for part in parts:
        if part.cell >= 0:
            _place_cell(design, part, row_of[part.cell])
        elif part.status >= 0:
            x, y = design.outline.status[part.status]
            _place_light(design, part, x, y, 1, STATUS_RAIL_MM)
    _place_multiplexers(design, lines)
    _place_hands(design)


def _put(design: Design, part: Part, x: float, y: float, turn: float = 0.0) -> None:
    design.placed[part.ref] = Placed(part.ref, part.footprint, x, y, turn % 360)


def _place_cell(design: Design, part: Part, row: Row) -> None:
    site = cell_site(panel_grid(design.panel), part.cell)
    x, y, side = site.x_mm, site.y_mm, row.side
    if part.kind == "sensor":
        _put(design, part, x, y, 0 if side > 0 else 180)
    elif design.net_of[part.ref, "1"] == "+3V3":
        # Pad 1, at 3.3 V, lies next to the rail.
        turn = 270 if side > 0 else 90
        _put(design, part, x + side * SENSOR_CAPACITOR_X_MM, y + side * SENSOR_CAPACITOR_Y_MM, turn)
    elif part.kind == "c22u":
        _place_light(design, part, x + BULK_X_MM, y, side, side * (y - row.led_rail_y))
    else:
        _place_light(design, part, x, y, side, side * (y - row.led_rail_y))


def _place_light(design: Design, part: Part, x: float, y: float, side: int, rail: float) -> None:
    """Place an LED, or a capacitor beside it; the 5 V rail runs at ``rail`` below, or above if ``side`` is -1."""
    if part.kind == "led":
        _put(design, part, x, y, 180 if side > 0 else 0)
    elif part.kind == "c22u":
        _put(design, part, x, y - side * (rail + BULK_Y_MM), 0 if side > 0 else 180)
    else:
        # Pad 1, at 5 V, lies next to the rail.
        turn = 90 if side > 0 else 270
        _put(design, part, x + side * LED_CAPACITOR_X_MM, y + side * LED_CAPACITOR_Y_MM, turn)


def _place_multiplexers(design: Design, lines: list[Row]) -> None:
    """Place each enable line's multiplexers side by side between two rows, amid the cells that they read."""
    grid = panel_grid(design.panel)
    cell_of = {part.ref: part.cell for part in design.netlist.parts.values() if part.kind == "sensor"}
    reads: dict[str, list[int]] = {}
    for pins in design.netlist.nets.values():
        sensors = [cell_of[ref] for ref, _ in pins if ref in cell_of]
        for ref, _ in pins:
            if len(sensors) == 1 and design.netlist.parts[ref].kind == "multiplexer":
                reads.setdefault(ref, []).append(sensors[0])
    groups: dict[int, dict[int, str]] = {}
    for ref, cells in reads.items():
        site = cell_site(grid, cells[0])
        groups.setdefault(site.enable, {})[site.adc] = ref
    free = set(range(len(lines) - 1))
    for _, members in sorted(groups.items()):
        ys = [cell_site(grid, cell).y_mm for ref in members.values() for cell in reads[ref]]
        target = (min(ys) + max(ys)) / 2
        gap = min(free, key=lambda index: abs((lines[index].y + lines[index + 1].y) / 2 - target))
        free.discard(gap)
        y = (lines[gap].y + lines[gap + 1].y) / 2
        for adc, ref in members.items():
            x = (adc - 1) * MULTIPLEXER_PITCH_MM
            _put(design, design.netlist.parts[ref], x, y, 90)
            _put(design, _capacitor_of(design, ref), x - 9.5, y + 3.7, 270)


def _capacitor_of(design: Design, ref: str) -> Part:
    part = design.netlist.parts.get("C" + ref)
    if part is None:
        raise HardwareError(f"The netlist has no capacitor C{ref} for {ref}: describe one.")
    return part


def _place_hands(design: Design) -> None:
    """Place what a person touches: the Pico's sockets, the buttons and the buzzer."""
    outline = design.outline
    x, y = outline.pico
    for part in design.netlist.parts.values():
        if part.kind == "pico_1_20":
            _put(design, part, x - PICO_PINS_MM / 2, y - PICO_ROWS_MM / 2, 90)
        elif part.kind == "pico_21_40":
            _put(design, part, x + PICO_PINS_MM / 2, y + PICO_ROWS_MM / 2, 270)
        elif part.kind == "button":
            bx, by = outline.buttons[part.key]
            _put(design, part, bx - 3.25, by + 2.25, 0)
        elif part.kind == "buzzer":
            _put(design, part, outline.buzzer[0] - 2.5, outline.buzzer[1], 0)


def overlaps(design: Design) -> list[str]:
    """Return each pair of parts whose courtyards overlap, and each part that stands over the board's edge."""
    complaints = []
    boxes = sorted((design.courtyard(ref), ref) for ref in design.placed)
    outline = design.outline
    for index, (box, ref) in enumerate(boxes):
        edge = outline.left <= box[0] and box[2] <= outline.right and outline.near <= box[1] and box[3] <= outline.far
        if not edge and design.netlist.parts[ref].kind != "usb_c":
            complaints.append(f"{ref} stands over the board's edge.")
        for other, name in boxes[index + 1 :]:
            if other[0] >= box[2]:
                break
            if other[1] < box[3] and box[1] < other[3]:
                complaints.append(f"The courtyards of {ref} and {name} overlap.")
    return complaints

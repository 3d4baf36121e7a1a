"""The shop list: all that a panel takes besides what the assembler places, by where it is bought."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from hexlume.sensing.panel import panel_grid
from hexlume_hw.order import prices
from hexlume_hw.order.bom import Item, magnets
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.stackup import FLOOR_MM, LEADERS, RECESS_DEPTH_MM

HEADS = ("shop", "what", "specification", "how many", "EUR", "what must be right")


COLOURS = ("white", "black", "dark", "light")
"""Of filament: what is printed in two takes half of each. Dark is the case, light the caps."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list. ``how_many`` is pieces, or grams of filament; ``euros`` is what all of them cost."""

    shop: str
    what: str
    specification: str
    how_many: int
    euros: float
    care: str = ""


def shopping(panel: str, by_hand: Iterable[Item], sheet: str, filament: Sequence[tuple[str, float]]) -> list[Line]:
    """Return the list: ``by_hand`` are the electronics to buy, ``sheet`` the face plate's size, ``filament`` the grams
    of each colour."""
    magnet = magnets(panel)
    leaders = magnet.quantity - panel_grid(panel).cells
    lines = [
        Line("electronics", item.name, f"{item.maker} {item.number}", item.quantity, item.cost()) for item in by_hand
    ]
    lines += [
        Line(
            "magnets",
            "disc magnet",
            "8 x 3 mm, N35, nickel-plated, magnetised along the axis",
            magnet.quantity,
            magnet.cost(),
            f"N35 and no stronger; not glue-backed. {leaders} of them are for leaders. Buy some spare ones.",
        ),
        _hardware("heat-set insert", "M3, 5 mm long, for a hole of 4 mm", 4, "insert", "not 3 or 4 mm long"),
        _hardware(
            "screw", "M3 x 16, pan head 5.5 mm (ISO 14580 or 7045)", 4, "screw", "no washers: they touch the socket"
        ),
        Line(
            "acrylic",
            "floor of the face plate",
            f"{FLOOR_MM} mm cast acrylic, white opal, {sheet}",
            1,
            prices.SHEET,
            "opal, light passes: not opaque white. Not needed if the plate is printed",
        ),
        Line(
            "acrylic",
            "rim of the face plate",
            f"{RECESS_DEPTH_MM} mm acrylic, dark, opaque, {sheet}",
            1,
            prices.SHEET,
            "Not needed if the plate is printed",
        ),
    ]
    grams: Counter[str] = Counter()
    for words, weight in filament:
        colours = ["white"] if "clear or white" in words else [colour for colour in COLOURS if colour in words]
        for colour in colours:
            grams[colour] += ceil(weight / len(colours))
    for colour, weight in sorted(grams.items()):
        lines.append(
            Line("filament", f"PLA, {colour}", "1.75 mm", weight, weight / 1000 * prices.FILAMENT_KG, "grams, solid")
        )
    return lines


def total(lines: Iterable[Line]) -> float:
    """Return what a list costs in euros."""
    return sum(line.euros for line in lines)


def as_csv(lines: Iterable[Line]) -> str:
    """Return a list as CSV; its last line has the sum."""
    lines = list(lines)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for line in lines:
        writer.writerow((line.shop, line.what, line.specification, line.how_many, f"{line.euros:.2f}", line.care))
    writer.writerow(("all", "", f"estimates of {prices.DATE}", "", f"{total(lines):.2f}", ""))
    return out.getvalue()


def _hardware(what: str, specification: str, how_many: int, price: str, care: str) -> Line:
    return Line("hardware", what, specification, how_many, how_many * prices.each(price, how_many), care)


def problems(text: str, panel: str, lines: Sequence[Line]) -> list[str]:
    """Return what a list that was written lacks, a sentence each: counts by the panel's cells, and the sum."""
    _, *rows, last = csv.reader(io.StringIO(text))
    found = []
    if [(row[1], row[3]) for row in rows] != [(line.what, str(line.how_many)) for line in lines]:
        found.append("The shop list does not read back as it was written.")
    if abs(sum(float(row[4]) for row in rows) - float(last[4])) > 0.01 * len(rows):
        found.append(f"The shop list's sum {last[4]} is not that of its lines.")
    grid = panel_grid(panel)
    needed = grid.cells + (LEADERS if grid.kind == "hex" else 0)
    counted = sum(int(row[3]) for row in rows if row[0] == "magnets")
    if counted != needed:
        found.append(f"The shop list has {counted} magnets; the discs and leaders of {panel} take {needed}.")
    holes = len(outline(panel).holes)
    for what in ("heat-set insert", "screw"):
        bought = sum(int(row[3]) for row in rows if row[1] == what)
        if bought != holes:
            found.append(f"The shop list has {bought} of the {what}; the case of {panel} takes {holes}.")
    return found

"""The shop list: all that a panel takes besides what the assembler places, by where it is bought."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from hexlume.hardware.panel import panel_grid
from hexlume_hw.order import prices
from hexlume_hw.order.bom import Item, magnets
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.stackup import FLOOR_MM, RECESS_DEPTH_MM

HEADS = ("shop", "what", "specification", "how many", "EUR", "what must be right")


COLOURS: Final = {
    "white": "light grid, hats, half of the pieces, floor of a printed face plate. White PETG is better for the hats",
    "black": "the other half of the pieces",
    "dark": "the case, and the rim of a printed face plate: opaque, black will do",
    "light": "the buttons' caps: any light colour",
}
"""Of filament: what each is for."""
LARGER_SHARE: Final = 0.7
"""Of what is printed in two colours, at most so much takes one of them: two thirds of a face plate are its floor."""

CARE: Final = {
    "DRV5055A2QLPG": "buy 3 more: a lead that is bent twice breaks",
    "SC1631": "a Pico 2 without headers; a Pico 2 W will do",
    "SC0217": "has its own cable; take the plug of your country. Any USB-C charger of 5 V and 3 A will do",
}
"""What to look at when buying electronics, by part number."""
SPARE_MAGNETS: Final = 5

TOOLS: Final = (
    "a computer with Python 3.11 or later",
    "a soldering iron of 60 W or more whose temperature can be set, with a fine and a broad tip; it also melts the "
    "inserts into the case",
    "a meter for volts and ohms, a magnifier, and a caliper",
    "side cutters, tweezers, a screwdriver for the screws, tape, and braid that takes solder off",
    "a resistor of 330 ohm with leads: the load of the regulator until the sensors are there",
    "a USB power meter for USB-C, if you want to see the currents",
    "a 3D printer of at least 220 x 220 mm, or a service that prints",
)
"""What a builder uses and keeps."""


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
    magnet, screws = magnets(panel), len(outline(panel).holes)
    leaders = magnet.quantity - panel_grid(panel).cells
    lines = [
        Line(
            "electronics",
            item.name,
            f"{item.maker} {item.number}",
            item.quantity,
            item.cost(),
            CARE.get(item.number, ""),
        )
        for item in by_hand
    ]
    lines.append(
        Line(
            "electronics",
            "USB cable for the Pico",
            "micro-USB, with wires for data",
            1,
            prices.each("usb_cable", 1),
            "a plug whose grip is at most 12.5 x 8 mm: it goes through the case",
        )
    )
    lines += [
        Line(
            "magnets",
            "disc magnet",
            "8 x 3 mm, N35, nickel-plated, magnetised along the axis",
            magnet.quantity,
            magnet.cost(),
            f"N35 and no stronger; not glue-backed. {_for_leaders(leaders)}Buy {SPARE_MAGNETS} more: they chip.",
        ),
        _hardware("heat-set insert", "M3, 5 mm long, for a hole of 4 mm", screws, "insert", "not 3 or 4 mm long"),
        _hardware(
            "screw",
            "M3 x 16, pan head 5.5 mm (ISO 14580 or 7045)",
            screws,
            "screw",
            "no washer: it touches the socket",
        ),
        Line(
            "acrylic",
            "floor of the face plate",
            f"{FLOOR_MM} mm acrylic, white opal, {sheet}, cut by laser from plate/plate-floor.dxf",
            1,
            prices.SHEET,
            f"exactly {FLOOR_MM} mm, for the magnets; opal, light passes: not opaque white. Not needed if the plate is "
            "printed",
        ),
        Line(
            "acrylic",
            "rim of the face plate",
            f"{RECESS_DEPTH_MM} mm acrylic, dark, opaque, {sheet}, cut by laser from plate/plate-rim.dxf",
            1,
            prices.SHEET,
            "Not needed if the plate is printed",
        ),
        _used_up("solder", "0.5 to 0.8 mm, with a core of flux", "solder", ""),
        _used_up("superglue", "gel", "superglue", "for what is printed"),
        _used_up("paint marker", "white, opaque, matt", "paint_marker", "for the multiplexers: black takes light"),
        _used_up(
            "glue for acrylic",
            "clear, thin",
            "acrylic_glue",
            "Superglue clouds acrylic. Not needed if the plate is printed",
        ),
    ]
    grams: Counter[str] = Counter()
    for words, weight in filament:
        colours = ["white"] if "clear or white" in words else [colour for colour in COLOURS if colour in words]
        for colour in colours:
            grams[colour] += ceil(weight if len(colours) == 1 else weight * LARGER_SHARE)
    for colour, weight in sorted(grams.items()):
        lines.append(
            Line(
                "filament",
                f"PLA, {colour}",
                "1.75 mm, in grams; spools hold more",
                weight,
                weight / 1000 * prices.FILAMENT_KG,
                COLOURS[colour],
            )
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


def _used_up(what: str, specification: str, price: str, care: str) -> Line:
    return Line("supplies", what, specification, 1, prices.each(price, 1), care)


def _for_leaders(count: int) -> str:
    return f"{count} of them are for leaders. " if count else ""

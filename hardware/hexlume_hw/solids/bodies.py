"""Boxes around the circuit board's parts: what the case, the plate and the light grid have to leave free."""

from collections.abc import Mapping
from dataclasses import dataclass

from shapely import Polygon  # type: ignore[import-untyped]
from shapely import box as rectangle

from hexlume_hw.board.design import courtyard
from hexlume_hw.board.footprints import pads_at, turned_box
from hexlume_hw.panel.netlist import Netlist, Place
from hexlume_hw.panel.outline import PICO_MM, outline
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import BOARD_MM
from hexlume_hw.panel.well import LEAD_PITCH_MM, LEAD_WIDE_MM, LEADS_HIGH_MM, LEADS_X_MM, LED_MM, SENSOR, Block
from hexlume_hw.solids.sizes import BOOTSEL_TOP, LEAD, PICO_TOP, PICO_USB

_JOINT_MM = 1.0
"""Height of the solder at an LED's lead, at most (assumed)."""


@dataclass(frozen=True, slots=True)
class Body:
    """A box on the circuit board: what it is, its edges, and its lower and upper z."""

    name: str
    left: float
    near: float
    right: float
    far: float
    top: float
    low: float = 0.0

    @property
    def box(self) -> Polygon:
        """The body seen from above."""
        return rectangle(self.left, self.near, self.right, self.far)


def around(name: str, x: float, y: float, width: float, depth: float, top: float, low: float = 0.0) -> Body:
    """Return the body of a centre and a size."""
    return Body(name, x - width / 2, y - depth / 2, x + width / 2, y + depth / 2, top, low)


def fixed_bodies(panel: str) -> list[Body]:
    """Return the parts that have a fixed place on a panel's board."""
    edges = outline(panel)
    x, y = edges.pico
    socket = edges.left + 8.0
    found = [
        around("Pico", x, y, *PICO_MM, PICO_TOP),
        around("Pico's BOOTSEL", *edges.bootsel, 4.2, 3.2, BOOTSEL_TOP, PICO_TOP),
        Body(
            "Pico's USB", socket - 1.3, y - PICO_USB[0] / 2, socket + 5.0, y + PICO_USB[0] / 2, PICO_TOP + PICO_USB[1]
        ),
        Body("power socket", edges.right - 7.4, y - 4.5, edges.right, y + 4.5, KINDS["usb_c"].height_mm),
        around("buzzer", *edges.buzzer, 12.2, 12.2, KINDS["buzzer"].height_mm),
    ]
    found += [around(f"button {number}", *place, 6.2, 6.2, 3.6) for number, place in enumerate(edges.buttons)]
    found += [
        around(f"plunger {number}", *place, 3.5, 3.5, KINDS["button"].height_mm, 3.6)
        for number, place in enumerate(edges.buttons)
    ]
    found += [
        around(f"status LED {number}", *place, 5.0, 5.0, KINDS["led"].height_mm)
        for number, place in enumerate(edges.status)
    ]
    return found


_HALF_LEADS = LEAD_PITCH_MM + LEAD_WIDE_MM / 2
SENSOR_BLOCKS = {
    "": SENSOR,
    "'s leads": Block(LEADS_X_MM, -_HALF_LEADS, LEADS_HIGH_MM - LEAD_WIDE_MM, SENSOR.left, _HALF_LEADS, LEADS_HIGH_MM),
    "'s leads, bent": Block(
        LEADS_X_MM - LEAD_WIDE_MM / 2, -_HALF_LEADS, 0.0, LEADS_X_MM + LEAD_WIDE_MM / 2, _HALF_LEADS, LEADS_HIGH_MM
    ),
}
"""A sensor around its cell's centre, by the end of each body's name. It lies above its LED: its courtyard is only that
of its leads' holes."""


FIXED = frozenset({"pico_1_20", "pico_21_40", "usb_c", "button", "buzzer"})
"""Kinds that ``fixed_bodies`` has already, and more exactly than a courtyard does."""


def bodies_at(netlist: Netlist, places: Mapping[str, Place]) -> list[Body]:
    """Return boxes around a board's other parts: their courtyards, as high as their kinds are; and around all leads.

    A hat stands within its LED's courtyard: of an LED there are the body and its joints.

    ``places`` are x, y in mm and the turn in degrees by reference, as a drawn board has them.
    """
    found = []
    for ref, (x, y, turn) in places.items():
        part = netlist.parts[ref]
        found += _leads(ref, part.footprint, x, y, turn)
        if part.kind in FIXED or (part.kind == "led" and part.status >= 0):
            continue
        if part.kind == "sensor":
            found += [_moved(f"{ref}{words}", box, x, y, turn) for words, box in SENSOR_BLOCKS.items()]
            continue
        if part.kind == "led":
            found.append(around(ref, x, y, LED_MM, LED_MM, KINDS[part.kind].height_mm))
            found += _joints(ref, part.footprint, x, y, turn)
            continue
        left, near, right, far = courtyard(part.footprint, x, y, turn)
        found.append(Body(ref, left, near, right, far, KINDS[part.kind].height_mm))
    return found


def _moved(name: str, box: Block, x: float, y: float, turn: float) -> Body:
    """Return the body that a box is at a place."""
    edges = turned_box((box.left, box.near, box.right, box.far), turn, x, y)
    return Body(name, *edges, box.high, box.low)


def _leads(ref: str, name: str, x: float, y: float, turn: float) -> list[Body]:
    """Return boxes below the board around a part's soldered leads, as wide as their pads."""
    return [
        around(f"lead {number} of {ref}", *place, -BOARD_MM, -BOARD_MM - LEAD)
        for number, (pad, place) in enumerate(pads_at(name, x, y, turn), 1)
        if pad.drill
    ]


def _joints(ref: str, name: str, x: float, y: float, turn: float) -> list[Body]:
    """Return boxes around the solder on a part's pads."""
    return [
        around(f"joint {number} of {ref}", *place, _JOINT_MM)
        for number, (_, place) in enumerate(pads_at(name, x, y, turn), 1)
    ]

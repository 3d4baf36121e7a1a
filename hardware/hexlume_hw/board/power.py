"""The power on the board: its entry in the right-hand corner of the strip, two spines and the strip's rails.

The spines run up the right edge on the back; every row's rails meet them through several vias. Places in the corner are
from the board's right edge and the strip's middle.
"""

from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import VIA_MM, Design, Placed, Pour
from hexlume_hw.board.placement import STATUS_RAIL_MM
from hexlume_hw.board.rows import Row
from hexlume_hw.errors import HardwareError

SPINE_MM = 5.0
"""Width of the 3.3 V spine and of the 5 V spine."""
SPINE_X_MM = -9.2
LED_SPINE_X_MM = -3.6
"""The spines' middles, from the right edge."""
STRIP_RAIL_MM = 1.8
"""Width of the strip's two rails."""
SENSOR_RAIL_Y_MM = 14.0
"""The strip's 3.3 V rail, above the Pico."""
_VIA_STEP_MM = 1.0
_BACK_END_X_MM = -37.0
"""Where the strip's 3.3 V rail comes from the back to the front."""

_CORNER = {
    # By the kind and the net of pad 1, since several capacitors are of one kind.
    ("usb_c", "GND"): (-3.4, 0.0, 90.0),
    ("r5k1", "CC1"): (-10.0, -6.4, 180.0),
    ("r5k1", "CC2"): (-10.0, 6.0, 180.0),
    ("fuse", "VBUS"): (-16.7, 0.0, 180.0),
    ("tvs", "FUSED"): (-22.0, -6.6, 0.0),
    ("p_mosfet", "+5V"): (-28.0, 0.0, 0.0),
    ("r10k", "GATE"): (-29.6, -5.0, 0.0),
    ("regulator", "+5V"): (-16.0, 21.5, 90.0),
    ("c470u", "+5V"): (-28.9, 19.4, 90.0),
    ("c470u", "+3V3"): (-5.2, 19.4, 90.0),
    ("c22u", "+5V"): (-22.95, 17.6, 90.0),
}

_VBUS = ((-14.4, -2.9), (-9.6, -2.9), (-9.6, 2.9), (-14.4, 2.9))
_FUSED = ((-27.0, -8.4), (-22.4, -8.4), (-22.4, -3.2), (-18.6, -3.2), (-18.6, 3.2), (-27.0, 3.2))
_LED = (
    (-34.3, -1.2),
    (-29.2, -1.2),
    (-29.2, 8.0),
    (-1.1, 8.0),
    (-1.1, 11.9),
    (-16.3, 11.9),
    (-16.3, 17.6),
    (-34.3, 17.6),
)
_SENSOR = ((-15.6, 12.5), (-6.6, 12.5), (-1.1, 12.5), (-1.1, 17.8), (-15.6, 17.8))


def place_corner(design: Design) -> None:
    """Place the power entry's parts; raises ``HardwareError`` if one is missing."""
    right, middle = design.outline.right, design.outline.power[1]
    wanted = dict(_CORNER)
    for part in design.netlist.parts.values():
        if part.cell >= 0 or part.status >= 0:
            continue
        first = "S1" if part.kind == "usb_c" else "1"
        place = wanted.pop((part.kind, design.net_of.get((part.ref, first), "")), None)
        if place:
            x, y, turn = place
            design.placed[part.ref] = Placed(part.ref, part.footprint, right + x, middle + y, turn)
    if wanted:
        kind, net = next(iter(wanted))
        raise HardwareError(f"The netlist has no {kind} at {net} for the power entry: describe one.")


class Power:
    """Draws the power's copper."""

    def __init__(self, copper: Copper, lines: list[Row]) -> None:
        self.copper = copper
        self.design = copper.design
        self.lines = lines
        self.right, self.middle = self.design.outline.right, self.design.outline.power[1]
        self.spine_x, self.led_spine_x = self.right + SPINE_X_MM, self.right + LED_SPINE_X_MM

    def entry(self) -> None:
        """Pour the entry's nets and join what does not lie in a pour."""
        x, y = self.right, self.middle
        for rank, (net, corners) in enumerate(
            (("VBUS", _VBUS), ("FUSED", _FUSED), ("+5V", _LED), ("+3V3", _SENSOR)), 1
        ):
            self.design.pours.append(Pour(net, "F", tuple((x + cx, y + cy) for cx, cy in corners), rank))
        boxes = (
            ("VBUS", (-14.4, -2.9, -9.6, 2.9)),
            ("FUSED", (-27.0, -8.4, -22.4, 3.2)),
            ("FUSED", (-27.0, -3.2, -18.6, 3.2)),
            ("+5V", (-34.3, -1.2, -29.2, 17.6)),
            ("+5V", (-34.3, 8.0, -1.1, 11.9)),
            ("+5V", (-34.3, 8.0, -16.3, 17.6)),
            ("+3V3", (-15.6, 12.5, -1.1, 17.8)),
        )
        for net, (left, low, right, high) in boxes:
            self.copper.box(net, "F", x + left, y + low, x + right, y + high)
        for land in (land for ref in self.design.placed for land in self.design.lands(ref)):
            if land.net == "VBUS" and land.x > x - 9.0:
                self.copper.track("VBUS", "F", land.x, land.y, x - 11.0, land.y, width=0.76)
                self.copper.joined.add((land.ref, land.number))
            elif any(
                net == land.net and left <= land.x - x <= right and low <= land.y - y <= high
                for net, (left, low, right, high) in boxes
            ):
                self.copper.joined.add((land.ref, land.number))

        # The spines lie below this capacitor's ground, so that it has no room for vias: it goes to the regulator's tab.
        for ref, placed in self.design.placed.items():
            if self.design.netlist.parts[ref].kind == "c470u" and self.design.net_of[ref, "1"] == "+3V3":
                ground = next(land for land in self.design.lands(ref) if land.net == "GND")
                self.copper.track("GND", "F", ground.x, ground.y, placed.x - 6.5, ground.y, width=2.4)
                self.copper.joined.add((ref, ground.number))

    def spines(self) -> None:
        """Draw the spines, and the vias where they meet their pours and the rows' rails."""
        y = self.middle
        self._spine("+5V", self.led_spine_x, y + 9.8, [line.led_rail_y for line in self.lines])
        self._spine("+3V3", self.spine_x, y + 14.6, [line.rail_y for line in self.lines])
        for row in range(4):
            for step in range(5):
                offset = (step - 2) * _VIA_STEP_MM
                self.copper.via("+5V", self.led_spine_x + offset, y + 8.5 + row * 0.9)
                if row < 3:
                    self.copper.via("+3V3", self.spine_x + offset, y + 13.2 + row * 0.9)

    def _spine(self, net: str, x: float, low: float, rails: list[float]) -> None:
        self.copper.track(net, "B", x, low, x, max(rails), width=SPINE_MM)
        for rail in rails:
            for step in range(5):
                self.copper.via(net, x + (step - 2) * _VIA_STEP_MM, rail)

    def strip_rails(self) -> None:
        """Draw the strip's rails: 5 V below the status LEDs, 3.3 V above the Pico."""
        x, y, outline = self.right, self.middle, self.design.outline
        low = y - STATUS_RAIL_MM
        corner = x - 33.2
        left = min(outline.status)[0] - 8.0
        self.copper.track("+5V", "F", corner, y + 2.0, corner, low, width=STRIP_RAIL_MM)
        self.copper.keep("+5V", "F", left, low, corner, low, STRIP_RAIL_MM)
        self.led_rail = (left, corner, low)
        high, end = y + SENSOR_RAIL_Y_MM, x + _BACK_END_X_MM
        self.copper.track("+3V3", "B", self.spine_x, high, end, high, width=STRIP_RAIL_MM)
        for step in range(3):
            self.copper.via("+3V3", end - step * (VIA_MM + 0.4), high)
        self.copper.track("+3V3", "B", end, high, end - 2.0, high, width=STRIP_RAIL_MM)
        left = outline.pico[0] + 4.0
        self.copper.keep("+3V3", "F", left, high, end, high, STRIP_RAIL_MM)
        self.rail = (left, end, high)

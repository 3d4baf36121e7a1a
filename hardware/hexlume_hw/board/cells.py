"""The copper of every cell: rails along each row, what joins its parts to them, and the LEDs' chain within the row."""

from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import SIGNAL_MM, Land
from hexlume_hw.board.rows import LED_RAIL_WIDTH_MM, RAIL_WIDTH_MM, Row

POWER_STUB_MM = 0.5
SENSE_X_MM = -7.25
"""From a cell's centre to the via of its sensor's output."""
CHAIN_Y_MM = -2.4
"""From the LEDs' middles to the chain's track, which passes between the sensors' leads and the 5 V rail."""
CHAIN_IN_X_MM = -5.75
"""From an LED's middle to the via by which a chain comes from elsewhere."""
GROUND_VIA_MM = 1.25
"""From the middle of an LED's ground pad to its via."""


class Cells:
    """Draws the cells' copper."""

    def __init__(self, copper: Copper, lines: list[Row]) -> None:
        self.copper = copper
        self.design = copper.design
        self.lines = lines
        parts = self.design.netlist.parts.values()
        self.sensors = {part.cell: part.ref for part in parts if part.kind == "sensor"}
        self.leds = {part.cell: part.ref for part in parts if part.kind == "led" and part.cell >= 0}
        self.capacitors: dict[int, list[str]] = {}
        for part in parts:
            if part.cell >= 0 and part.kind not in ("sensor", "led"):
                self.capacitors.setdefault(part.cell, []).append(part.ref)

    def pad(self, ref: str, number: str) -> Land:
        """Return a part's first pad of a number."""
        return next(land for land in self.design.lands(ref) if land.number == number)

    def draw(self, spine_x: float, led_spine_x: float) -> None:
        """Draw all rows; their rails end at the spines' middles."""
        for line in self.lines:
            for cell in line.cells:
                self._sensor(cell, line)
                led = self.leds[cell]
                self.light(led, line.side, line.led_rail_y)
                for ref in self.capacitors.get(cell, []):
                    if self.design.net_of[ref, "1"] == "+5V":
                        self.light_capacitor(ref, line.side, line.led_rail_y)
            # The rails begin at the first pad that they feed.
            left = min(self.pad(ref, "1").x for ref in self._fed(line, "+3V3"))
            self.copper.track("+3V3", "F", left, line.rail_y, spine_x, line.rail_y, width=RAIL_WIDTH_MM)
            left = min(self.pad(ref, "1").x for ref in self._fed(line, "+5V"))
            self.copper.track("+5V", "F", left, line.led_rail_y, led_spine_x, line.led_rail_y, width=LED_RAIL_WIDTH_MM)
            for first, second in zip(line.cells, line.cells[1:], strict=False):
                ends = (first, second) if line.side > 0 else (second, first)
                self.chain(self.leds[ends[0]], self.leds[ends[1]], line.side)

    def _fed(self, line: Row, net: str) -> list[str]:
        """Return a row's sensors, LEDs and capacitors at a supply."""
        refs = [known[cell] for cell in line.cells for known in (self.sensors, self.leds)]
        refs += [ref for cell in line.cells for ref in self.capacitors.get(cell, [])]
        return [ref for ref in refs if self.design.net_of[ref, "1"] == net]

    def _sensor(self, cell: int, line: Row) -> None:
        """Join a sensor and its capacitor to the 3.3 V rail and to each other, and bring its output to a via."""
        copper, ref = self.copper, self.sensors[cell]
        supply, ground, out = (self.pad(ref, number) for number in "123")
        own = next(name for name in self.capacitors[cell] if self.design.net_of[name, "1"] == "+3V3")
        top, low = self.pad(own, "1"), self.pad(own, "2")
        for land in (supply, top):
            copper.track("+3V3", "F", land.x, land.y, land.x, line.rail_y, width=POWER_STUB_MM)
        # The lead's hole takes both to the ground of the back.
        copper.track("GND", "F", low.x, low.y, low.x, ground.y, ground.x, ground.y, width=POWER_STUB_MM)
        x = self.sense_x(ref, line.side)
        copper.track(out.net, "F", out.x, out.y, x, out.y)
        copper.via(out.net, x, out.y)
        copper.joined |= {(ref, "1"), (ref, "2"), (ref, "3"), (own, "1"), (own, "2")}

    def sense_x(self, ref: str, side: int) -> float:
        """Return the x of the via of a sensor's output."""
        return self.design.placed[ref].x + side * SENSE_X_MM

    def light(self, ref: str, side: int, rail_y: float) -> None:
        """Join an LED to the 5 V rail and to ground."""
        supply, ground = self.pad(ref, "1"), self.pad(ref, "3")
        self.copper.track("+5V", "F", supply.x, supply.y, supply.x, rail_y, width=1.0)
        x, y = ground.x - side * 0.05, ground.y + side * GROUND_VIA_MM
        self.copper.track("GND", "F", x, ground.y, x, y, width=POWER_STUB_MM)
        self.copper.via("GND", x, y)
        self.copper.joined |= {(ref, "1"), (ref, "3")}

    def light_capacitor(self, ref: str, side: int, rail_y: float) -> None:
        """Join a capacitor beside an LED, or a bulk capacitor behind the rail, to the rail and to ground."""
        supply, ground = self.pad(ref, "1"), self.pad(ref, "2")
        self.copper.track("+5V", "F", supply.x, supply.y, supply.x, rail_y, width=0.8)
        if abs(supply.x - ground.x) < 0.1:
            x, y = ground.x, ground.y + side * 1.15
        else:
            x, y = ground.x + side * 1.275, ground.y
        self.copper.track("GND", "F", ground.x, ground.y, x, y, width=POWER_STUB_MM)
        self.copper.via("GND", x, y)
        self.copper.joined |= {(ref, "1"), (ref, "2")}

    def chain(self, first: str, second: str, side: int) -> None:
        """Lead one LED's output to the next one's input, in the same row."""
        out, into = self.pad(first, "2"), self.pad(second, "4")
        x, y = self.design.placed[first].x + side * 6.25, self.design.placed[second].y + side * CHAIN_Y_MM
        places = (out.x, out.y, x, out.y, x, y, into.x, y, into.x, into.y)
        self.copper.track(out.net, "F", *places, width=SIGNAL_MM)
        self.copper.joined |= {(first, "2"), (second, "4")}

    def chain_out(self, ref: str, side: int) -> tuple[float, float]:
        """Bring an LED's output to a via, for a chain that goes on in another row; returns its place."""
        out = self.pad(ref, "2")
        x, y = out.x + side * 0.05, out.y + side * GROUND_VIA_MM
        self.copper.track(out.net, "F", x, out.y, x, y)
        self.copper.via(out.net, x, y)
        self.copper.joined.add((ref, "2"))
        return x, y

    def chain_in(self, ref: str, side: int) -> tuple[float, float]:
        """Bring an LED's input to a via, for a chain that comes from elsewhere; returns its place."""
        into, placed = self.pad(ref, "4"), self.design.placed[ref]
        x, y = placed.x + side * CHAIN_IN_X_MM, placed.y + side * CHAIN_Y_MM
        self.copper.track(into.net, "F", into.x, into.y, into.x, y, x, y)
        self.copper.via(into.net, x, y)
        self.copper.joined.add((ref, "4"))
        return x, y

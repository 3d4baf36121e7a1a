"""Checks a netlist against the panel's definition, by following the wires from the Pico to each cell.

Nothing here comes from the circuit's description: pads are the datasheets', and nets are known by what they join
and not by their names. Every pad has to be explained: what is joined without a reason is a problem too.
"""

from collections import Counter

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.buttons import BUTTONS
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import STATUS_LEDS, panel_grid
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.panel.netlist import Netlist, Pad, Part

GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
ADC_PINS = (31, 32, 34)
VREF_PIN = 35
VSYS_PIN = 39
ADDRESS_PINS = (4, 5, 6, 7)
ENABLE_PINS = (9, 10, 11, 12, 14)
LED_PIN = 21
BUTTON_PINS = (22, 24, 25)
BUZZER_PIN = 26
"""Pins of the Pico by their numbers on its edge, in the order of ``hexlume.hardware.panel``'s constants."""

CHANNEL_PADS = ("9", "8", "7", "6", "5", "4", "3", "2", "23", "22", "21", "20", "19", "18", "17", "16")
"""Pads of a CD74HC4067's channels 0 to 15."""
ADDRESS_PADS = ("10", "11", "14", "13")
LEDS_A_BULK = 16
"""At most so many LEDs share one 22 uF capacitor."""
SUPPLIES = {"sensor": "3.3 V", "multiplexer": "3.3 V", "pico_21_40": "3.3 V", "led": "5 V", "level_shifter": "5 V"}
"""Kinds of parts with a capacitor of 100 nF beside each, on this supply."""


def problems(panel: str) -> list[str]:
    """Return what is wrong with a panel's circuit, one sentence each; raises ``ValueError`` for no such panel."""
    return found_in(netlist(panel))


def found_in(circuit: Netlist) -> list[str]:
    """Return what is wrong with a netlist, judged by the panel that it is named after."""
    return _Check(circuit).run()


class _Check:
    """One pass over a netlist. ``_explained`` holds the pads whose nets were found right."""

    def __init__(self, circuit: Netlist) -> None:
        self._circuit = circuit
        self._grid: HexGrid | SquareGrid = panel_grid(circuit.panel)
        self._found: list[str] = []
        self._net: dict[Pad, str] = {}
        self._kinds: dict[str, list[Part]] = {}
        for part in circuit.parts.values():
            self._kinds.setdefault(part.kind, []).append(part)
        self._explained: set[Pad] = set()
        self._signals: dict[str, str] = {}
        for name, pads in circuit.nets.items():
            for pad in pads:
                if pad in self._net:
                    self._say(f"{_text(pad)} is on two nets, {self._net[pad]} and {name}")
                self._net[pad] = name
        self._ground = self._pico(GROUNDS[0])
        self._sensors = self._pico(VREF_PIN)
        self._five = self._of(self._only("regulator"), "1")

    def run(self) -> list[str]:
        self._check_supplies()
        self._check_sensors()
        self._check_chain()
        self._check_decoupling()
        self._check_hands()
        for pad in sorted(set(self._net) - self._explained):
            self._say(f"{_text(pad)} is on {self._net[pad]} and should not be")
        joined = {ref for ref, _ in self._net}
        for ref in sorted(set(self._circuit.parts) ^ joined):
            self._say(f"{ref} is joined to nothing" if ref in self._circuit.parts else f"there is no part {ref}")
        return self._found

    def _say(self, problem: str) -> None:
        self._found.append(problem)

    # Ways to ask the netlist.

    def _of(self, part: Part | None, pad: str) -> str:
        """Return a pad's net, empty if it has none."""
        return self._net.get((part.ref, pad), "") if part else ""

    def _pico(self, pin: int) -> str:
        """Return the net of a Pico's pin."""
        return self._of(*self._pico_pad(pin))

    def _pico_pad(self, pin: int) -> tuple[Part | None, str]:
        kind, first = ("pico_1_20", 1) if pin <= 20 else ("pico_21_40", 21)
        return self._only(kind), str(pin - first + 1)

    def _kind(self, kind: str) -> list[Part]:
        return self._kinds.get(kind, [])

    def _only(self, kind: str) -> Part | None:
        """Return the single part of a kind; say so if there is none or another."""
        parts = self._kind(kind)
        if len(parts) != 1:
            problem = f"there are {len(parts)} parts of the kind {kind} instead of one"
            if problem not in self._found:
                self._say(problem)
            return None
        return parts[0]

    def _expect(self, part: Part | None, pads: str, net: str, what: str) -> None:
        """Say which of some pads are not on a net that there is; the others are explained."""
        if part is None:
            return
        for pad in pads.split():
            if not net or self._of(part, pad) != net:
                on = self._of(part, pad) or "no net"
                self._say(f"{part.ref} pad {pad}, {what}, is on {on}, not on {net or 'any'}")
            else:
                self._explained.add((part.ref, pad))

    def _begin(self, part: Part | None, pad: str, what: str) -> str:
        """Return the net at a pad that is a signal's source; say if it is also a supply or another signal's."""
        net = self._signal(self._of(part, pad), what)
        self._expect(part, pad, net, what)
        return net

    def _across(self, kind: str, net: str) -> list[tuple[Part, str, str]]:
        """Return the two-ended parts of a kind with one end on a net: part, that pad and the other end's pad."""
        ends = (("1", "2"), ("2", "1"))
        return [(part, a, b) for part in self._kind(kind) for a, b in ends if net and self._of(part, a) == net]

    def _signal(self, net: str, what: str) -> str:
        """Return a net; say if it is also a supply or another signal's."""
        other = self._signals.get(net, "a supply" if net in (self._ground, self._sensors, self._five) else "")
        if net and other:
            self._say(f"{what} is joined to {other}")
        self._signals[net] = what
        return net

    def _through(self, kind: str, net: str, what: str) -> str:
        """Return the net at the other end of the one part of a kind on a net that leads anywhere but to a supply."""
        ways = [
            (part, a, b)
            for part, a, b in self._across(kind, net)
            if self._of(part, b) not in (self._ground, self._sensors, self._five, net, "")
        ]
        if len(ways) != 1:
            self._say(f"{what} has {len(ways)} {kind} in its way instead of one")
            return ""
        part, a, b = ways[0]
        self._explained |= {(part.ref, a), (part.ref, b)}
        return self._signal(self._of(part, b), what + f" behind its {kind}")

    def _pulled(self, kind: str, net: str, supply: str, what: str) -> None:
        """Say if not exactly one part of a kind joins a net to a supply."""
        ways = [(part, a, b) for part, a, b in self._across(kind, net) if supply and self._of(part, b) == supply]
        if len(ways) != 1 or net == supply:
            self._say(f"{what} has {len(ways)} {kind} to {supply or 'its supply'} instead of one")
            return
        part, a, b = ways[0]
        self._explained |= {(part.ref, a), (part.ref, b)}

    # What a board has.

    def _check_supplies(self) -> None:
        """From the power socket to the three supplies."""
        if len({self._ground, self._five, self._sensors, ""}) < 4:
            self._say("ground, the 5 V and the sensors' 3.3 V are not three nets")
        for pin in GROUNDS:
            self._expect(*self._pico_pad(pin), self._ground, "a ground of the Pico")
        socket, mosfet = self._only("usb_c"), self._only("p_mosfet")
        entry = self._begin(socket, "A9", "the power socket's 5 V")
        for contact in ("A5", "B5"):
            what = f"configuration channel {contact}"
            self._pulled("r5k1", self._begin(socket, contact, what), self._ground, what)
        fused = self._through("fuse", entry, "the power socket")
        self._pulled("r10k", self._begin(mosfet, "4", "the MOSFET's gate"), self._ground, "the MOSFET's gate")
        system = self._begin(*self._pico_pad(VSYS_PIN), "the Pico's supply")
        self._expect(*self._pico_pad(VREF_PIN), self._sensors, "the converter's reference")
        tvs, regulator, diode = self._only("tvs"), self._only("regulator"), self._only("schottky")
        for part, pads, net, what in (
            (socket, "A12 B12 S1", self._ground, "the power socket's ground"),
            (socket, "B9", entry, "the power socket's 5 V"),
            (mosfet, "5 6 7 8", fused, "the MOSFET's drain"),
            (mosfet, "1 2 3", self._five, "the MOSFET's source"),
            (tvs, "1", fused, "the suppressor's cathode"),
            (tvs, "2", self._ground, "the suppressor's anode"),
            (regulator, "1", self._five, "the regulator's input"),
            (regulator, "2", self._ground, "the regulator's ground"),
            (regulator, "3", self._sensors, "the regulator's output"),
            (diode, "2", self._five, "the Schottky diode's anode"),
            (diode, "1", system, "the Schottky diode's cathode"),
        ):
            self._expect(part, pads, net, what)

    def _check_sensors(self) -> None:
        """Each cell's sensor by the channel, address, enable line and analog input that the panel says."""
        multiplexers = self._multiplexers()
        sensors = {part.cell: part for part in self._kind("sensor")}
        if len(sensors) != len(self._kind("sensor")) or set(sensors) != set(range(self._grid.cells)):
            self._say(f"there is not one sensor for each of the {self._grid.cells} cells")
        for cell, sensor in sorted(sensors.items()):
            if not 0 <= cell < self._grid.cells:
                continue
            site, name = cell_site(self._grid, cell), self._grid.name(cell)
            self._expect(sensor, "1", self._sensors, f"the supply of {name}'s sensor")
            self._expect(sensor, "2", self._ground, f"the ground of {name}'s sensor")
            output = self._begin(sensor, "3", f"the output of {name}'s sensor")
            multiplexer = multiplexers.get((site.adc, site.enable))
            self._expect(multiplexer, CHANNEL_PADS[site.address], output, f"the channel of {name}")

    def _multiplexers(self) -> dict[tuple[int, int], Part]:
        """Return the multiplexers by analog input and enable line, as their wires say."""
        inputs, adcs = {}, set()
        for adc in range(len(ADC_PINS)):
            converter = self._begin(*self._pico_pad(ADC_PINS[adc]), f"analog input {adc}")
            self._pulled("c1n", converter, self._ground, f"analog input {adc}")
            inputs[self._through("r470", converter, f"analog input {adc}")] = adc
        addresses = [self._line(pin, f"address line {line}") for line, pin in enumerate(ADDRESS_PINS)]
        used = cell_site(self._grid, self._grid.cells - 1).enable + 1
        enables = {}
        for enable, pin in enumerate(ENABLE_PINS[:used]):
            chosen = self._line(pin, f"enable line {enable}")
            self._pulled("r10k", chosen, self._sensors, f"enable line {enable}")
            enables[chosen] = enable
        found: dict[tuple[int, int], Part] = {}
        for part in self._kind("multiplexer"):
            common, chosen = self._of(part, "1"), self._of(part, "15")
            place = (inputs.get(common, -1), enables.get(chosen, -1))
            if -1 in place or place in found or not common or not chosen:
                self._say(f"{part.ref} has no analog input and enable line of its own")
            found[place] = part
            self._expect(part, "1", common, "a multiplexer's output")
            self._expect(part, "15", chosen, "a multiplexer's enable")
            self._expect(part, "24", self._sensors, "a multiplexer's supply")
            self._expect(part, "12", self._ground, "a multiplexer's ground")
            for line, pad in enumerate(ADDRESS_PADS):
                self._expect(part, pad, addresses[line], f"a multiplexer's address {line}")
            adcs.add(place)
        sites = [cell_site(self._grid, cell) for cell in range(self._grid.cells)]
        if adcs != {(site.adc, site.enable) for site in sites}:
            self._say("there are not the multiplexers that the panel's cells need")
        return found

    def _line(self, pin: int, what: str) -> str:
        """Return the net behind the series resistor of a Pico's pin."""
        return self._through("r1k", self._begin(*self._pico_pad(pin), what), what)

    def _check_chain(self) -> None:
        """The LEDs in their order on the chain, from the Pico on."""
        start, buffer = self._begin(*self._pico_pad(LED_PIN), "the LEDs' data"), self._only("level_shifter")
        self._pulled("r10k", start, self._ground, "the LEDs' data")
        for pads, net in (("1 3", self._ground), ("2", start), ("5", self._five)):
            self._expect(buffer, pads, net, "a pin of the LEDs' buffer")
        data = self._through("r470", self._begin(buffer, "4", "the LEDs' buffer's output"), "the LEDs' data")
        order = {cell_site(self._grid, cell).led: (cell, -1) for cell in range(self._grid.cells)}
        order |= {self._grid.cells + status: (-1, status) for status in range(STATUS_LEDS)}
        leds = {(part.cell, part.status): part for part in self._kind("led")}
        if len(leds) != len(self._kind("led")) or set(leds) != set(order.values()):
            self._say("there is not one LED for each cell and status")
        for index in range(len(order)):
            led = leds.get(order[index])
            what = f"a pin of LED {index} on the chain"
            for pad, net in (("1", self._five), ("3", self._ground), ("4", data)):
                self._expect(led, pad, net, what)
            data = self._begin(led, "2", f"the output of LED {index}") if index < len(order) - 1 else ""

    def _check_decoupling(self) -> None:
        """A capacitor beside everything that needs one, and the larger ones."""
        both = {"5 V": self._five, "3.3 V": self._sensors}
        parts = self._circuit.parts.values()
        wanted = Counter((SUPPLIES[part.kind], part.cell, part.status) for part in parts if part.kind in SUPPLIES)
        have = Counter(
            (supply, part.cell, part.status) for supply, net in both.items() for part in self._decouples("c100n", net)
        )
        for (supply, cell, status), count in wanted.items():
            where = f"LED {status}" if status >= 0 else self._grid.name(cell) if cell >= 0 else "the board"
            found = have[supply, cell, status]
            if found != count:
                self._say(f"{where} has {found} capacitors of 100 nF on its {supply} instead of {count}")
        least = -(-(self._grid.cells + STATUS_LEDS) // LEDS_A_BULK) + 1
        if len(self._decouples("c22u", self._five)) < least:
            self._say(f"there are fewer than {least} capacitors of 22 uF on the 5 V")
        for supply, net in both.items():
            if not any(self._of(part, "1") == net for part in self._decouples("c470u", net)):
                self._say(f"there is no capacitor of 470 uF on the {supply}")
        for part in self._kind("c470u"):
            if self._of(part, "1") == self._ground:
                self._say(f"{part.ref} is the wrong way round")

    def _decouples(self, kind: str, net: str) -> list[Part]:
        """Return the capacitors of a kind from a supply to ground; they are explained."""
        parts = [(part, a, b) for part, a, b in self._across(kind, net) if self._of(part, b) == self._ground]
        self._explained |= {(part.ref, pad) for part, a, b in parts for pad in (a, b)}
        return [part for part, _, _ in parts]

    def _check_hands(self) -> None:
        """The buttons and the buzzer."""
        buttons = {part.key: part for part in self._kind("button")}
        if len(self._kind("button")) != len(BUTTONS) or set(buttons) != set(range(len(BUTTONS))):
            self._say("there is not one button for each key")
        for key, button in buttons.items():
            if 0 <= key < len(BUTTONS):
                pin = self._begin(*self._pico_pad(BUTTON_PINS[key]), f"the button {BUTTONS[key]}")
                self._expect(button, "1", pin, f"the button {BUTTONS[key]}")
                self._expect(button, "2", self._ground, f"the button {BUTTONS[key]}")
        driven = self._through("r1k", self._begin(*self._pico_pad(BUZZER_PIN), "the buzzer's pin"), "the buzzer")
        self._expect(self._only("buzzer"), "1", self._ground, "the buzzer")
        self._expect(self._only("buzzer"), "2", driven, "the buzzer")


def _text(pad: Pad) -> str:
    """Return a pad as it is told, such as ``U3 pad 24``."""
    return f"{pad[0]} pad {pad[1]}"

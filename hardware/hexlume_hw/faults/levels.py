"""The levels on a board's nets under a fault: its supplies, what is joined, and what drives which net.

Lines that nothing drives have no certain level: ``floating`` says which one they take.
"""

from typing import Final

from hexlume.hardware.panel import ADDRESS_PINS, ENABLE_PINS
from hexlume_hw.faults.circuit import Circuit
from hexlume_hw.faults.network import Network
from hexlume_hw.faults.supply import CC_PINS, LOAD_OHMS, REGULATED_V, SUPPLY_PINS, Supplies, powered, resistors
from hexlume_hw.panel.parts import PICO_PADS

PIN_OHMS: Final = 40.0
"""A Pico's output, and an LED's."""
_SENSOR_OHMS: Final = 100.0
"""A sensor's output (assumed)."""
_LIFTED_OHMS: Final = 10_000.0
"""A sensor without ground: its output is lifted to its supply by so much (assumed)."""
_CLAMP_V: Final = 0.6
"""The diode from a chip's output to its supply."""
_CHANNEL_OHMS: Final = 100.0
_SENSOR_V: Final = (2.5, 6.0)
_MULTIPLEXER_V: Final = (2.0, 7.0)
LED_V: Final = 3.5
BUFFER_V: Final = 4.0
TTL_V: Final = (0.8, 2.0)


class Levels:
    """The levels on a circuit's nets; ``nets`` are the sound circuit's power nets.

    ``volts`` has the voltage of every source by its name, ``working`` the supply of each sensor that works.
    ``supply`` is with charger and USB cable, ``without_pico`` with the charger alone and the Pico out.
    """

    def __init__(self, circuit: Circuit, nets: frozenset[str], floating: int) -> None:
        """Solve the supplies, and drive the nets by the sensors."""
        self.circuit = circuit
        self._nets = nets
        self._floating = floating
        self.guessed = False
        self.supplies = Supplies(circuit, nets)
        plug = self.supplies.ways[0] if self.supplies.ways else CC_PINS[0]
        self.supply = self.supplies.solve(plug, usb=True)
        self.without_pico = self.supplies.solve(plug, usb=False, pico=False)
        self.volts: dict[str, float] = {f"{net}": volts for net, volts in self.supply.volts.items()}
        self.network = resistors(circuit, frozenset(nets))
        self._sensors()

    def lift(self, network: Network) -> None:
        """Have chips pull a supply lead without a joint towards the other supply."""
        for ref, part in self.circuit.parts.items():
            if part.kind in SUPPLY_PINS:
                leads = self.circuit.leads(ref)
                plus, minus = (leads[name][0] for name in SUPPLY_PINS[part.kind])
                if (plus in self._nets) != (minus in self._nets):
                    network.resistor(plus, minus, LOAD_OHMS[part.kind])

    def _sensors(self) -> None:
        """Drive the nets by the sensors' outputs; those that work are noted with their supply."""
        circuit, network, supply = self.circuit, self.network, self.supply
        self.working: dict[str, tuple[float, float]] = {}
        for ref in circuit.of_kind("sensor"):
            leads = circuit.leads(ref)
            plus, out, minus = leads["VCC"][0], leads["OUT"][0], leads["GND"][0]
            high, low = supply.volts.get(plus), supply.volts.get(minus)
            if high is not None and low is not None:
                if _SENSOR_V[0] <= high - low <= _SENSOR_V[1]:
                    self.working[ref] = low, high
                    self.drive(network, out, ref, (low + high) / 2, _SENSOR_OHMS)
            elif high is not None and high > _SENSOR_V[0]:
                self.drive(network, out, f"{ref} lifted", high, _LIFTED_OHMS)
            elif high is None and supply.volts.get(out, 0.0) > _CLAMP_V:
                self.drive(network, plus, f"{ref} clamped", supply.volts[out] - _CLAMP_V, _SENSOR_OHMS)

    def drive(self, network: Network, net: str, name: str, volts: float, ohms: float) -> None:
        """Drive a net of a network by a source with a name."""
        self.volts[name] = volts
        network.source(net, name, ohms)

    def pad(self, pin: str) -> str:
        """Return the net at a pin of the Pico."""
        ref, number = PICO_PADS[pin]
        return self.circuit.net_of.get((ref, number), f"{ref}.{number}") if ref in self.circuit.parts else pin

    def level(self, network: Network, net: str) -> float | None:
        """Return a net's voltage, ``None`` if nothing drives it; sensors rest."""
        return None if (found := network.transfer(net)) is None else found.volts(self.volts)

    def lines(self, levels: dict[str, bool]) -> Network:
        """Return the network with the Pico's outputs at levels, by their pins."""
        network = Network(base=self.network)
        for pin, high in levels.items():
            self.drive(network, self.pad(pin), f"{pin} {'high' if high else 'low'}", REGULATED_V * high, PIN_OHMS)
        return network

    def selected(self, enable: int, address: int) -> Network:
        """Return the network with the multiplexers' channels joined that the lines select."""
        circuit = self.circuit
        levels = {pin: bool(address >> line & 1) for line, pin in enumerate(ADDRESS_PINS)}
        levels |= {pin: line != enable for line, pin in enumerate(ENABLE_PINS)}
        network = self.lines(levels)
        joined = []
        for ref in circuit.of_kind("multiplexer"):
            supply = powered(circuit, self.supply, ref)
            if not _MULTIPLEXER_V[0] <= supply <= _MULTIPLEXER_V[1]:
                continue
            leads = circuit.leads(ref)
            if self.is_high(network, leads["E"][0], supply / 2):
                continue
            channel = sum(
                self.is_high(network, leads[f"S{line}"][0], supply / 2) << line for line in range(len(ADDRESS_PINS))
            )
            joined.append((leads["COM"][0], leads[f"I{channel}"][0]))
        for common, channel_net in joined:
            network.resistor(common, channel_net, _CHANNEL_OHMS)
        return network

    def is_high(self, network: Network, net: str, threshold: float) -> bool:
        """Return whether a net is above a threshold."""
        level = self.level(network, net)
        return self.guess() if level is None else level > threshold

    def guess(self) -> bool:
        """Return a level that nothing drives."""
        self.guessed = True
        return bool(self._floating)

    def is_enabled(self, ref: str) -> bool:
        """Return whether a level shifter's output is on."""
        return not self.is_high(self.network, self.circuit.leads(ref)["OE"][0], TTL_V[0])

"""The lights of a board under a fault: how far the LEDs' data comes, and what each LED shows."""

from typing import Final

from hexlume.hardware.panel import LED_PIN
from hexlume_hw.faults.levels import BUFFER_V, LED_V, PIN_OHMS, TTL_V, Levels
from hexlume_hw.faults.network import Network
from hexlume_hw.faults.supply import REGULATED_V, powered

_DATA_V: Final = (1.5, 3.0)
"""Data is understood if it goes below the first and above the second."""
_INPUT_F: Final = 40e-12
"""An LED's input with its track."""
_SHORTEST_S: Final = 0.1e-6
"""Time constant from which a zero, 0.3 us long, does not come through."""
COLOURS: Final = "rgb"
_SENT: Final = "grb"


class Lights:
    """How the LEDs' data runs along their chain."""

    def __init__(self, levels: Levels) -> None:
        """Follow the data; ``shown`` has the colours of each LED, ``idle`` the network between two frames.

        ``swinging`` has the sources that pass data on.
        """
        self._at = levels
        self._circuit = circuit = levels.circuit
        self.idle = self._data_network()
        leds = {ref: powered(circuit, self._at.supply, ref) >= LED_V for ref in circuit.of_kind("led")}
        with_data: set[str] = set()
        drivers = self._buffer_drives()
        self.swinging: set[str] = set()
        while drivers:
            name, net = drivers.pop()
            self.swinging.add(name)
            reached = self.idle.reaches(net)
            for ref, on in leds.items():
                inlet = circuit.leads(ref)["DIN"][0]
                if not on or ref in with_data or inlet not in reached or circuit.variants.get(ref) == "dead":
                    continue
                if self._swings(inlet, name, _DATA_V):
                    with_data.add(ref)
                    drivers.append((f"{ref} data", circuit.leads(ref)["DOUT"][0]))
        self.shown = {ref: self._colours(ref) if ref in with_data else "---" for ref in circuit.of_kind("led")}

    def _data_network(self) -> Network:
        network = Network(base=self._at.network)
        circuit = self._circuit
        for ref in circuit.of_kind("led"):
            if powered(circuit, self._at.supply, ref) >= LED_V:
                self._at.drive(network, circuit.leads(ref)["DOUT"][0], f"{ref} data", 0.0, PIN_OHMS)
        for ref in circuit.of_kind("level_shifter"):
            if powered(circuit, self._at.supply, ref) >= BUFFER_V and self._at.is_enabled(ref):
                self._at.drive(network, circuit.leads(ref)["Y"][0], f"{ref} data", 0.0, PIN_OHMS)
        self._at.drive(network, self._at.pad(LED_PIN), f"{LED_PIN} data", 0.0, PIN_OHMS)
        return network

    def _buffer_drives(self) -> list[tuple[str, str]]:
        """Return what drives the chain: the buffer's output if its input swings, and the Pico's pin itself."""
        found = [(f"{LED_PIN} data", self._at.pad(LED_PIN))]
        for ref in self._circuit.of_kind("level_shifter"):
            leads = self._circuit.leads(ref)
            on = powered(self._circuit, self._at.supply, ref) >= BUFFER_V and self._at.is_enabled(ref)
            if on and self._swings(leads["A"][0], f"{LED_PIN} data", TTL_V):
                found.append((f"{ref} data", leads["Y"][0]))
        return found

    def _swings(self, net: str, driver: str, levels: tuple[float, float]) -> bool:
        """Return whether a net goes below and above two levels as a driver goes low and high."""
        found = self.idle.transfer(net)
        if found is None or found.ohms * _INPUT_F > _SHORTEST_S:
            return False
        # At rest every driver is low.
        low = found.volts(self._at.volts)
        high = low + dict(found.shares).get(driver, 0.0) * (REGULATED_V if driver.startswith(LED_PIN) else 5.0)
        return low < levels[0] and high > levels[1]

    def _colours(self, ref: str) -> str:
        """Return what an LED with data shows for red, green and blue."""
        variant = self._circuit.variants.get(ref, "")
        # It takes the bytes that are sent, green first, in its own order.
        takes = variant.removeprefix("takes ") if variant.startswith("takes ") else _SENT
        dark = variant.removeprefix("no ")
        shown = (takes[_SENT.index(colour)] for colour in COLOURS)
        return "".join("-" if colour == dark else colour for colour in shown)

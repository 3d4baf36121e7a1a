"""Erratum RP2350-E9 against every pin that the board uses.

RP2350 datasheet, appendix "Errata", RP2350-E9, stepping A2: a pad whose input is enabled and whose output is not may
source some 120 uA between its logic levels and then rests near 2.2 V. A pull-down holds it low only with 8.2 kohm or
less; a pull-up, a driven output and a pad whose input is off (an analog one, an unused one) are unaffected.
"""

import pytest

from hexlume.hardware.buttons import BUTTON_PINS
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.panel.wiring import PicoPin, pico_pins
from hexlume_sim.chip.analog import Input
from hexlume_sim.chip.costs import RP2350
from hexlume_sim.chip.pins import Pin
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin

PANEL = "hex5"


@pytest.fixture(scope="module")
def wired() -> dict[str, PicoPin]:
    """The GPIOs in the wiring table, by name."""
    return {pin.name: pin for pin in pico_pins(netlist(PANEL)) if pin.name.startswith("GP")}


@pytest.fixture(scope="module")
def running() -> dict[str, str]:
    """How the firmware uses each GPIO of a Pico 2 while it plays: ``output``, ``pulled up``, ``analog`` or ``off``."""
    found: dict[str, str] = {}
    twin = Twin(PANEL, costs=RP2350)

    def look(us: int, rgb: bytes) -> None:
        if any(rgb):
            found.update({pin.name: use(pin) for pin in twin.chip.pins})
            twin.stop()

    twin.leds.listeners.append(look)
    run_firmware(twin, default_drive(), {"HEXLUME_PANEL": PANEL})
    return found


def use(pin: Pin) -> str:
    if not pin.in_use:
        # CircuitPython switches a free pad's input and output off (``reset_pin_number`` in its Pin.c).
        return "off"
    if pin.level is not None or pin.sounder is not None:
        return "output"
    if isinstance(pin.analog, Input):
        # ``AnalogIn`` switches the pad's input off (``adc_gpio_init`` in Raspberry Pi's SDK).
        return "analog"
    return {None: "floating", 0: "pulled down", 1: "pulled up"}[pin.pull]


def test_no_pin_is_an_input_that_floats_or_is_pulled_down(wired: dict[str, PicoPin], running: dict[str, str]) -> None:
    used = {name: running[name] for name, pin in wired.items() if pin.meaning != "not used"}
    outputs = {*ADDRESS_PINS, *ENABLE_PINS, LED_PIN, BUZZER_PIN} & set(used)
    assert used == {
        **dict.fromkeys(outputs, "output"),
        **dict.fromkeys(BUTTON_PINS, "pulled up"),
        **dict.fromkeys(ADC_PINS, "analog"),
    }

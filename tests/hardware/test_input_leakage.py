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
PULL_DOWN_OHMS = 8200
"""What a pull-down may have at most to win against the leakage."""


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


def test_a_gpio_that_goes_nowhere_is_off_or_an_output(wired: dict[str, PicoPin], running: dict[str, str]) -> None:
    free = {running[name] for name, pin in wired.items() if pin.meaning == "not used"}
    assert free == {"off", "output"}, "the enable lines of larger panels are driven on a small one, too"


def test_a_pressed_button_is_a_short_to_ground(wired: dict[str, PicoPin]) -> None:
    """So that it wins against the pull-up and the leakage; nothing else hangs on the pin."""
    circuit = netlist(PANEL)
    for name in BUTTON_PINS:
        (button,) = wired[name].parts
        assert circuit.parts[button].kind == "button"
        assert {net for net, pads in circuit.nets.items() if button in {ref for ref, _ in pads}} == {name, "GND"}


def test_only_the_led_data_has_a_weak_pull_down_and_is_never_an_input(
    wired: dict[str, PicoPin], running: dict[str, str]
) -> None:
    """R31 holds the chain's data low while the Pico starts: its pad's input is off until the firmware drives it."""
    circuit = netlist(PANEL)
    ohms = {"r470": 470, "r1k": 1000, "r5k1": 5100, "r10k": 10_000}
    weak = set()
    for name, pin in wired.items():
        for ref in pin.parts:
            kind = circuit.parts[ref].kind
            grounded = ref in {other for other, _ in circuit.nets["GND"]}
            if grounded and ohms.get(kind, 0) > PULL_DOWN_OHMS:
                weak.add(name)
    assert weak == {LED_PIN}
    assert running[LED_PIN] == "output"


def test_the_enable_lines_are_pulled_up_while_the_pico_starts(wired: dict[str, PicoPin]) -> None:
    """The leakage only sources current, so that it can't pull such a line down: the multiplexers stay off."""
    circuit = netlist(PANEL)
    for name in ENABLE_PINS:
        if wired[name].meaning == "not used":
            continue
        (series,) = wired[name].parts
        behind = next(net for net, pads in circuit.nets.items() if net != name and series in {ref for ref, _ in pads})
        pulls = [ref for ref, _ in circuit.nets[behind] if circuit.parts[ref].kind == "r10k"]
        assert [ref in {other for other, _ in circuit.nets["+3V3"]} for ref in pulls] == [True]

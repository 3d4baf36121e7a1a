"""The wiring for people: the pin table says what the panel's definition says."""

from functools import cache

import pytest

from hexlume.hardware.buttons import BUTTON_PINS
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN, STATUS_LEDS, panel_grid
from hexlume_hw import ORDERABLE
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.wiring import led_chain, pico_pins, pin_table, pin_table_problems


@cache
def circuit(panel: str) -> Netlist:
    return netlist(panel)


@pytest.mark.integration
@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_cell_is_wired_as_the_panel_says(panel: str) -> None:
    assert pin_table_problems(pin_table(circuit(panel)), panel) == []
    assert len(led_chain(circuit(panel))) == panel_grid(panel).cells + STATUS_LEDS


def test_the_picos_pins_are_those_of_its_datasheet() -> None:
    """And of docs/build.md, which lists the same numbers."""
    pins = pico_pins(circuit("hex5"))
    assert [pin.number for pin in pins] == list(range(1, 41))
    names = {pin.name: pin.number for pin in pins}
    wanted = (*ADC_PINS, *ADDRESS_PINS, *ENABLE_PINS, LED_PIN, *BUTTON_PINS, BUZZER_PIN)
    assert [names[pin] for pin in wanted] == [31, 32, 34, 4, 5, 6, 7, 9, 10, 11, 12, 14, 21, 22, 24, 25, 26]
    assert [pin.number for pin in pins if pin.name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    unused = {pin.name for pin in pins if pin.meaning == "not used"}
    assert unused >= set(ENABLE_PINS[2:]) | {"3V3", "VBUS"}
    assert not unused & {*ENABLE_PINS[:2], "VSYS", "ADC_VREF"}


@pytest.mark.integration
def test_a_wiring_table_with_a_wrong_channel_or_without_a_cell_is_found() -> None:
    text = pin_table(circuit("hex4"))
    assert pin_table_problems(text.replace("| g4 | B37 | U1 | 10 |", "| g4 | B37 | U1 | 11 |"), "hex4") == [
        "The wiring table has cell g4 at ('11', '0', '0', '36'), not ('10', '0', '0', '36')."
    ]
    assert len(pin_table_problems(text.replace("| g4 |", "| g5 |"), "hex4")) == 1

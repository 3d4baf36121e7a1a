"""docs/build.md: its pin table is the firmware's, and its downloads and bill are those of the tools."""

from pathlib import Path

import pytest

from hexlume.hardware import buttons, panel
from hexlume.hardware.cell_site import cell_site
from hexlume_host.flash.board_kind import DOWNLOADS
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order.starter import starter
from hexlume_hw.panel.wiring import pico_pins

PAGE = (Path(__file__).parents[2] / "docs/build.md").read_text(encoding="utf-8")

EDGE = {pin.name: pin.number for pin in pico_pins(netlist("hex5"))}
"""The edge pin of each GPIO."""


@pytest.mark.parametrize(
    "pins",
    [panel.ADC_PINS, panel.ADDRESS_PINS, panel.ENABLE_PINS, (panel.LED_PIN,), buttons.BUTTON_PINS, (panel.BUZZER_PIN,)],
)
def test_pin_table_of_the_build_page_is_the_firmwares_wiring(pins: tuple[str, ...]) -> None:
    assert f"| {', '.join(pins)} | {', '.join(str(EDGE[pin]) for pin in pins)} |" in PAGE


@pytest.mark.parametrize("identity", DOWNLOADS)
def test_every_board_has_its_file(identity: str) -> None:
    assert f"`adafruit-circuitpython-{identity}-en_US-….uf2` | https://circuitpython.org/board/{identity}/ |" in PAGE


def test_the_starters_bill_and_wiring() -> None:
    items = starter()
    assert sum(item.cost() for item in items) < 30
    for item in items:
        assert f"| {item.name}, {item.value} | {item.quantity} | {item.cost():.2f} |" in PAGE
    assert f"| all | | {sum(item.cost() for item in items):.2f} |" in PAGE
    grid = panel.panel_grid(panel.STARTER)
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        line = f"| {grid.name(cell)} | {panel.ADC_PINS[site.adc]} | {site.address} | {site.led + 1} |"
        assert line in PAGE and site.enable == 0

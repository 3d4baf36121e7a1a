"""The kinds of parts: pads as KiCad's footprints have them, and pins as its symbols name them."""

import re
from pathlib import Path

import pytest

from hexlume_hw.board import footprints
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.well import LEAD_PITCH_MM, LEADS_X_MM

pytestmark = pytest.mark.integration

SHARE = next((share for share in (Path("/usr/share/kicad"), Path("/usr/local/share/kicad")) if share.is_dir()), None)

SYMBOLS = {
    "sensor": ("Sensor_Magnetic", "DRV5055A1xLPGxQ1"),
    "led": ("LED", "WS2812B"),
    "multiplexer": ("74xx", "CD74HC4067M"),
    "usb_c": ("Connector", "USB_C_Receptacle_PowerOnly_6P"),
    "p_mosfet": ("Transistor_FET", "IRF7404"),
    "schottky": ("Device", "D_Schottky"),
    "buzzer": ("Device", "Buzzer"),
}
"""Symbols with the same pins; the DRV5055A2's and the FDS4435BZ's are derived from these or alike."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_the_pads_of_its_footprint(kind: str) -> None:
    library, name = KINDS[kind].footprint.split(":")
    text = (footprints.library(library) / f"{name}.kicad_mod").read_text(encoding="utf-8")
    pads = re.findall(r'\(pad "?([^" ]*)"? (smd|thru_hole)', text)
    assert {number for number, _ in pads if number} == {pin.number for pin in KINDS[kind].pins}
    assert any(how == "thru_hole" for _, how in pads) == KINDS[kind].hole


def test_the_sensors_holes_are_where_its_leads_come_down() -> None:
    """Seen with the marked face up and the leads to the left, pin 1 is the far one (DRV5055's datasheet, LPG)."""
    pads = {pad.number: (pad.x, pad.y) for pad in footprints.footprint(KINDS["sensor"].footprint).pads}
    assert pads == {"1": (LEADS_X_MM, LEAD_PITCH_MM), "2": (LEADS_X_MM, 0.0), "3": (LEADS_X_MM, -LEAD_PITCH_MM)}


@pytest.mark.parametrize("kind", SYMBOLS)
def test_a_kind_has_the_pins_of_its_symbol(kind: str) -> None:
    assert SHARE is not None
    library, name = SYMBOLS[kind]
    text = (SHARE / "symbols" / f"{library}.kicad_sym").read_text(encoding="utf-8")
    begin = text.index(f'(symbol "{name}" ')
    symbol = text[begin : text.index("\n  )\n", begin)]
    pins = re.findall(r'\(pin \w+ .*?\(name "([^"]*)".*?\(number "([^"]*)"', symbol, re.DOTALL)
    assert {(number, label.strip("~{}")) for label, number in pins} == {
        (pin.number, pin.name) for pin in KINDS[kind].pins
    }


def test_the_power_sockets_pads_take_the_land_patterns_of_both_makers() -> None:
    """Drawings of GCT's USB4125 and HRO's TYPE-C-31-M-17: contacts' pads, and slots for the stakes of the shell."""
    pads = footprints.footprint(KINDS["usb_c"].footprint).pads
    contacts = {pad.number: pad for pad in pads if not pad.drill}
    widths = {"GND": (0.80, 0.90), "VBUS": (0.76, 0.80), "CC1": (0.70, 0.70), "CC2": (0.70, 0.70)}
    places = {"B12": -2.75, "B9": -1.52, "A5": -0.50, "B5": 0.50, "A9": 1.52, "A12": 2.75}
    for pin in KINDS["usb_c"].pins:
        if pin.name == "SHIELD":
            continue
        pad = contacts.pop(pin.number)
        for width, (y, height) in zip(widths[pin.name], ((3.08, 1.20), (3.18, 1.60)), strict=True):
            assert abs(pad.x - places[pin.number]) <= (pad.width - width) / 2 + 1e-6
            assert abs(pad.y - y) <= (pad.height - height) / 2 + 1e-6
    assert not contacts
    slots = [pad for pad in pads if pad.drill]
    assert {(pad.x, pad.y) for pad in slots} == {(x, y) for x in (-4.32, 4.32) for y in (3.00, -0.80)}
    assert {(pad.number, pad.width, pad.height, pad.drill) for pad in slots} == {("S1", 1.2, 1.8, 1.2)}

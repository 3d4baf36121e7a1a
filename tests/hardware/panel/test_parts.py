"""The kinds of parts: pads as KiCad's footprints have them, and pins as its symbols name them."""

import re
from pathlib import Path

import pytest

from hexlume_hw.board import footprints
from hexlume_hw.panel.parts import KINDS, PICO_PADS
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


def test_a_picos_pins_are_counted_from_its_usb_socket() -> None:
    """Pico datasheet: pin 1 GP0, 21 GP16, 31 GP26, 35 ADC_VREF, 39 VSYS, 40 VBUS."""
    places = {"GP0": ("A1", "1"), "GP16": ("A2", "1"), "GP26": ("A2", "11"), "ADC_VREF": ("A2", "15")}
    places |= {"VSYS": ("A2", "19"), "VBUS": ("A2", "20"), "GP15": ("A1", "20")}
    assert {name: PICO_PADS[name] for name in places} == places
    assert sum(pin.name == "GND" for kind in ("pico_1_20", "pico_21_40") for pin in KINDS[kind].pins) == 7
    assert len([1 for name in PICO_PADS if name.startswith("GP")]) == 26


def test_parts_have_names_to_order_by() -> None:
    for kind, described in KINDS.items():
        assert described.maker and described.number and described.value, kind
        assert described.joints >= len(described.pins)
        assert 0 < described.height_mm < 12

"""The ladder's first rung: the parts of a breadboard with one cell, for under 10 euros (docs/ladder.md)."""

from hexlume_hw.order import prices
from hexlume_hw.order.bom import Item
from hexlume_hw.panel import stackup


def breadboard() -> list[Item]:
    """Return what to buy for a breadboard with one sensor, one LED and one magnet; a person owns the USB cable."""
    magnet = f"N35, {stackup.MAGNET_DIAMETER_MM:g} x {stackup.MAGNET_HEIGHT_MM:g} mm"
    return [
        _item("microcontroller board", "Pico 2", "SC1631", 1, prices.each("pico", 1)),
        _item("pin header for the Pico", "1 x 20, 2.54 mm", "PRPC020SAAN-RC", 2, prices.each("header", 1)),
        _item("Hall sensor with leads", "DRV5055A2, TO-92", "DRV5055A2QLPG", 1, prices.each("sensor", 1)),
        _item("RGB LED on a small board", "WS2812B, 5 V", "WS2812B", 1, prices.each("led", 1)),
        _item("magnet, axial", magnet, f"{magnet} disc", 1, prices.each("magnet", 1)),
        _item("diode", "1N4148", "1N4148", 1, 0.05),
        _item("ceramic capacitor", "100 nF", "X7R with leads", 1, prices.each("c100n", 1)),
        _item("breadboard", "170 contacts", "", 1, 1.00),
        _item("jumper wires, socket to pin", "10", "", 1, 0.60),
    ]


def _item(name: str, value: str, number: str, quantity: int, each: float) -> Item:
    return Item(name, value, "any", number, quantity, (), (each, each, each))

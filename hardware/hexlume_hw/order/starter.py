"""The starter: seven cells on a perfboard, from modules that are sold everywhere, for under 30 euros."""

from hexlume_hw.order.bom import Item

CELLS = 7
STATUS_LEDS = 4


def starter() -> list[Item]:
    """Return the starter's bill of materials; its prices are estimates, the same at any quantity.

    Parts have leads or come on small boards. It has three multiplexers, one on each analog input as every panel has,
    and takes its power from the Pico's USB socket: seven sensors want 70 mA of the Pico's 3.3 V.
    """
    return [
        _item("microcontroller board", "Pico 2", "Raspberry Pi", "SC1631", 1, 4.20),
        _item("pin header for the Pico", "1 x 20, 2.54 mm", "Sullins", "PRPC020SAAN-RC", 2, 0.60),
        _item("Hall sensor with leads", "DRV5055A2, TO-92", "Texas Instruments", "DRV5055A2QLPG", CELLS, 1.30),
        _item("16:1 multiplexer on a small board", "CD74HC4067", "any", "CD74HC4067 breakout", 3, 1.30),
        _item("RGB LED, cut from a strip", "30 a metre, 5 V", "any", "WS2812B", CELLS + STATUS_LEDS, 0.15),
        _item("quad buffer with TTL inputs", "74AHCT125, DIP-14", "Texas Instruments", "SN74AHCT125N", 1, 0.60),
        _item("push button", "6 x 6 mm", "any", "6 x 6 mm with leads", 3, 0.10),
        _item("piezo buzzer without a driver", "12 mm", "TDK", "PS1240P02BT", 1, 0.80),
        _item("resistor", "470 ohm", "any", "0.25 W with leads", 4, 0.03),
        _item("resistor", "1 kohm", "any", "0.25 W with leads", 6, 0.03),
        _item("resistor", "10 kohm", "any", "0.25 W with leads", 2, 0.03),
        _item("ceramic capacitor", "100 nF", "any", "X7R with leads", CELLS + 4, 0.04),
        _item("ceramic capacitor", "1 nF", "any", "C0G with leads", 3, 0.05),
        _item("aluminium capacitor", "100 uF 10 V", "any", "radial", 1, 0.10),
        _item("perfboard", "120 x 180 mm, 2.54 mm", "any", "single-sided", 1, 2.50),
        _item("magnet, axial", "N35, 8 x 3 mm", "any", "8 x 3 mm N35 disc", CELLS + 1, 0.25),  # one is spare
        _item("wire", "0.2 mm2, 5 m", "any", "", 1, 1.20),
    ]


def _item(name: str, value: str, maker: str, number: str, quantity: int, each: float) -> Item:
    return Item(name, value, maker, number, quantity, (), (each, each, each))

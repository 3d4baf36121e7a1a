"""The kinds of parts on the circuit board: what to order, KiCad's footprint, and what each pad is for.

Pin tables are from the datasheets named here; tests compare them with the symbols and footprints of KiCad's libraries.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hexlume_hw.panel.well import SENSOR

Function = Literal["passive", "input", "output", "three-state", "both", "power in", "power out", "unconnected"]
"""What the electrical rules know of a pin: ``unconnected`` is one that has no connection inside the part."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin: its pads' number, its name in the datasheet, and its function."""

    number: str
    name: str
    function: Function


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of part: its name and value, maker and part number, KiCad footprint ``Library:Name`` and pins.

    ``height_mm`` is what it stands above the board, ``hole`` whether its leads go through it, ``joints`` how many
    solder joints it has.
    """

    name: str
    value: str
    maker: str
    number: str
    footprint: str
    pins: tuple[Pin, ...]
    height_mm: float
    datasheet: str
    joints: int
    hole: bool = False


def _pins(function: Function, names: dict[str, str]) -> tuple[Pin, ...]:
    """Return pins of one function, from names by number."""
    return tuple(Pin(number, name, function) for number, name in names.items())


def _two(first: str = "1", second: str = "2") -> tuple[Pin, ...]:
    return _pins("passive", {"1": first, "2": second})


def _chip(value: str, maker: str, number: str, letter: str, height_mm: float, size: str = "0805_2012Metric") -> Kind:
    """Return a resistor (``R``) or ceramic capacitor (``C``) with two ends."""
    library, name = ("Resistor_SMD", "resistor") if letter == "R" else ("Capacitor_SMD", "ceramic capacitor")
    return Kind(name, value, maker, number, f"{library}:{letter}_{size}", _two(), height_mm, "", 2)


def _pico(first: int, names: Iterable[str]) -> Kind:
    """Return one of the Pico's two rows on its socket: its pad 1 is the Pico's pin ``first``."""
    pins = []
    for index, name in enumerate(names):
        function: Function = "both"
        if name in ("GND", "AGND", "VSYS", "ADC_VREF"):
            function = "power in"
        elif name in ("3V3", "VBUS"):
            function = "power out"
        elif name in ("RUN", "3V3_EN"):
            function = "input"
        pins.append(Pin(str(index + 1), name, function))
    return Kind(
        f"socket for pins {first} to {first + 19}",
        "Pico or Pico 2",
        "Sullins",
        "PPTC201LFBN-RC",
        "Connector_PinSocket_2.54mm:PinSocket_1x20_P2.54mm_Vertical",
        tuple(pins),
        8.5,
        "https://datasheets.raspberrypi.com/pico/pico-datasheet.pdf",
        20,
        hole=True,
    )


_MULTIPLEXER_INPUTS = {str(9 - channel if channel < 8 else 31 - channel): f"I{channel}" for channel in range(16)}

KINDS: dict[str, Kind] = {
    "sensor": Kind(
        "Hall sensor",
        "DRV5055A2",
        "Texas Instruments",
        "DRV5055A2QLPG",
        "hexlume:Hall_TO-92_Flat",
        (Pin("1", "VCC", "power in"), Pin("2", "GND", "power in"), Pin("3", "OUT", "output")),
        SENSOR.high,
        "https://www.ti.com/lit/ds/symlink/drv5055.pdf",
        3,
        hole=True,
    ),
    "led": Kind(
        "RGB LED",
        "WS2812B",
        "Worldsemi",
        "WS2812B-B",
        "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
        (
            Pin("1", "VDD", "power in"),
            Pin("2", "DOUT", "output"),
            Pin("3", "VSS", "power in"),
            Pin("4", "DIN", "input"),
        ),
        1.6,
        "https://cdn-shop.adafruit.com/datasheets/WS2812B.pdf",
        4,
    ),
    "multiplexer": Kind(
        "16:1 analog multiplexer",
        "CD74HC4067",
        "Texas Instruments",
        "CD74HC4067M96",
        "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm",
        (
            Pin("1", "COM", "passive"),
            *_pins("passive", _MULTIPLEXER_INPUTS),
            *_pins("input", {"10": "S0", "11": "S1", "14": "S2", "13": "S3", "15": "E"}),
            *_pins("power in", {"24": "VCC", "12": "GND"}),
        ),
        2.65,
        "https://www.ti.com/lit/ds/symlink/cd74hc4067.pdf",
        24,
    ),
    "level_shifter": Kind(
        "buffer with TTL inputs",
        "74AHCT1G125",
        "Texas Instruments",
        "SN74AHCT1G125DBVR",
        "Package_TO_SOT_SMD:SOT-23-5",
        (
            *_pins("input", {"1": "OE", "2": "A"}),
            Pin("3", "GND", "power in"),
            Pin("4", "Y", "three-state"),
            Pin("5", "VCC", "power in"),
        ),
        1.45,
        "https://www.ti.com/lit/ds/symlink/sn74ahct1g125.pdf",
        5,
    ),
    "regulator": Kind(
        "3.3 V regulator, 3 A, low dropout",
        "MIC29300-3.3",
        "Microchip",
        "MIC29300-3.3WU",
        "Package_TO_SOT_SMD:TO-263-3_TabPin2",
        (Pin("1", "IN", "power in"), Pin("2", "GND", "power in"), Pin("3", "OUT", "power out")),
        4.7,
        "https://ww1.microchip.com/downloads/en/DeviceDoc/20005685A.pdf",
        4,
    ),
    "pico_1_20": _pico(
        1,
        [
            "GP0",
            "GP1",
            "GND",
            "GP2",
            "GP3",
            "GP4",
            "GP5",
            "GND",
            "GP6",
            "GP7",
            "GP8",
            "GP9",
            "GND",
            "GP10",
            "GP11",
            "GP12",
            "GP13",
            "GND",
            "GP14",
            "GP15",
        ],
    ),
    "pico_21_40": _pico(
        21,
        [
            "GP16",
            "GP17",
            "GND",
            "GP18",
            "GP19",
            "GP20",
            "GP21",
            "GND",
            "GP22",
            "RUN",
            "GP26",
            "GP27",
            "AGND",
            "GP28",
            "ADC_VREF",
            "3V3",
            "3V3_EN",
            "GND",
            "VSYS",
            "VBUS",
        ],
    ),
    "usb_c": Kind(
        "USB-C receptacle for power",
        "USB-C, 6 contacts",
        "GCT",
        "USB4125-GF-A-0190",
        "hexlume:USB_C_Power_6P",
        (
            *_pins("passive", {"A9": "VBUS", "B9": "VBUS", "A12": "GND", "B12": "GND", "S1": "SHIELD"}),
            *_pins("both", {"A5": "CC1", "B5": "CC2"}),
        ),
        3.16,
        "https://gct.co/files/drawings/usb4125.pdf",
        10,
        hole=True,
    ),
    "fuse": Kind(
        "resettable fuse, 3.3 A hold",
        "3.3 A",
        "Littelfuse",
        "2920L330/24MR",
        "Fuse:Fuse_2920_7451Metric",
        _two(),
        1.8,
        "https://www.littelfuse.com/products/polyswitch-resettable-pptcs/surface-mount/2920l",
        2,
    ),
    "tvs": Kind(
        "transient suppressor, unidirectional",
        "SMBJ5.0A",
        "Littelfuse",
        "SMBJ5.0A",
        "Diode_SMD:D_SMB",
        _two("K", "A"),
        2.44,
        "https://www.littelfuse.com/products/tvs-diodes/surface-mount/smbj",
        2,
    ),
    "p_mosfet": Kind(
        "P-channel MOSFET, 30 V",
        "FDS4435BZ",
        "onsemi",
        "FDS4435BZ",
        "Package_SO:SOIC-8_3.9x4.9mm_P1.27mm",
        _pins("passive", {"1": "S", "2": "S", "3": "S", "4": "G", "5": "D", "6": "D", "7": "D", "8": "D"}),
        1.75,
        "https://www.onsemi.com/pdf/datasheet/fds4435bz-d.pdf",
        8,
    ),
    "schottky": Kind(
        "Schottky diode, 1 A",
        "SS14",
        "onsemi",
        "SS14",
        "Diode_SMD:D_SMA",
        _two("K", "A"),
        2.4,
        "https://www.onsemi.com/pdf/datasheet/ss19-d.pdf",
        2,
    ),
    "button": Kind(
        "push button, 6 mm",
        "6 x 6 mm, 9.5 mm high",
        "Omron",
        "B3F-1070",
        "Button_Switch_THT:SW_PUSH_6mm_H9.5mm",
        _two(),
        9.5,
        "https://omronfs.omron.com/en_US/ecb/products/pdf/en-b3f.pdf",
        4,
        hole=True,
    ),
    "buzzer": Kind(
        "piezo buzzer without a driver",
        "PS1240",
        "TDK",
        "PS1240P02BT",
        "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
        _two("-", "+"),
        6.5,
        "https://product.tdk.com/info/en/catalog/datasheets/piezoelectronic_buzzer_ps_en.pdf",
        2,
        hole=True,
    ),
    "c470u": Kind(
        "aluminium capacitor",
        "470 uF 10 V",
        "Panasonic",
        "EEE-FK1A471P",
        "Capacitor_SMD:CP_Elec_8x10",
        _two("+", "-"),
        10.2,
        "https://industrial.panasonic.com/cdbs/www-data/pdf/RDE0000/ABA0000C1181.pdf",
        2,
    ),
    "c22u": _chip("22 uF 10 V X5R", "Samsung", "CL31A226KPHNNNE", "C", 1.8, "1206_3216Metric"),
    "c100n": _chip("100 nF 50 V X7R", "Yageo", "CC0805KRX7R9BB104", "C", 1.3),
    "c1n": _chip("1 nF 50 V C0G", "Yageo", "CC0805JRNPO9BN102", "C", 1.0),
    "r470": _chip("470 ohm", "Yageo", "RC0805FR-07470RL", "R", 0.6),
    "r1k": _chip("1 kohm", "Yageo", "RC0805FR-071KL", "R", 0.6),
    "r5k1": _chip("5.1 kohm", "Yageo", "RC0805FR-075K1L", "R", 0.6),
    "r10k": _chip("10 kohm", "Yageo", "RC0805FR-0710KL", "R", 0.6),
}
"""The kinds by the key that ``hexlume_hw.netlist.Part.kind`` names."""

PICO_PADS = {
    pin.name: ("A1" if kind == "pico_1_20" else "A2", pin.number)
    for kind in ("pico_1_20", "pico_21_40")
    for pin in KINDS[kind].pins
    if pin.name != "GND"
}
"""Where the Pico's pins are: the socket's reference and its pad, by name; its grounds apart."""

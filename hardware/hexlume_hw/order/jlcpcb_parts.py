"""JLCPCB's parts for the kinds of parts that its machines place: number, tier, and orientation at 0°.

A machine turns a part from how it lies on its tape, not from how KiCad draws it. JLCPCB draws each of its parts as
EasyEDA's library does, and the end of that drawing's name says where pin 1 is at 0°: ``-TL`` top left, ``-BR`` bottom
right, ``-RD`` left and ``-FD`` right of a part with two ends. ``turn`` is what the placement file adds to KiCad's turn.

Sources of ``turn``:

- by footprint, tables of people who ordered: bennymeg/Fabrication-Toolkit (plugins/transformations.csv at 038cd1d) and
  matthewlai/JLCKicadTools (cpl_rotations_db.csv at 02f5483): SOT-23 180, SOIC 270, CP_Elec 180, all else here 0. Both
  have no line for the WS2812B: a part of one series came turned by 180° (pull request 80), the one that followed did
  not (pull request 93).
- by part, the drawing's name in public bills of materials: WS2812B-B/T C2761795 ``LED-SMD_4P-L5.0-W5.0-TL_WS2812B-B``,
  SOT-23-5 ``SOT-23-5_L3.0-W1.7-P0.95-LS2.8-BR``, SOIC-24 ``SOIC-24_L15.4-W7.5-P1.27-LS10.3-BL``, SMA and SMB ``…-RD``.

``pin_1`` is the second source, and the check of the written files uses it without ``turn``. For the 470 uF capacitor
it is the drawing of other aluminium capacitors of its size, as its own is in no bill found: C178534 and C4747956 have
``CAP-SMD_BD8.0-L8.3-W8.3-FD``, whose pin 1 is the plus. JLCPCB's own note on both files:
https://jlcpcb.com/help/article/advice-for-bom-and-cpl-files-preparation. A library may change, and an alternate may
lie differently on its tape, so the preview on the order page has the last word.
"""

from dataclasses import dataclass
from typing import Final, Literal

PinOne = Literal["top left", "bottom left", "bottom right", "left", "right", ""]


@dataclass(frozen=True, slots=True)
class Stock:
    """A part in JLCPCB's library: its number there, what it is, and how it lies at 0° (see above).

    ``pin_1`` is empty for a part whose ends are alike.
    """

    number: str
    part: str
    turn: int = 0
    pin_1: PinOne = ""


STOCK: Final[dict[str, Stock]] = {
    "led": Stock("C2761795", "WS2812B-B/T", 0, "top left"),
    "multiplexer": Stock("C496123", "CD74HC4067M96", 270, "bottom left"),
    "level_shifter": Stock("C7484", "SN74AHCT1G125DBVR", 180, "bottom right"),
    "tvs": Stock("C83333", "SMBJ5.0A", 0, "left"),
    "schottky": Stock("C2480", "SS14", 0, "left"),
    "c470u": Stock("C178530", "EEEFK1A471P", 180, "right"),
    "c22u": Stock("C5672", "CL31A226KPHNNNE"),
    "c100n": Stock("C49678", "CC0805KRX7R9BB104"),
    "c1n": Stock("C1791", "CL21C102JBCNNNC"),
    "r470": Stock("C17710", "0805W8F4700T5E"),
    "r1k": Stock("C17513", "0805W8F1001T5E"),
    "r5k1": Stock("C27834", "0805W8F5101T5E"),
    "r10k": Stock("C17414", "0805W8F1002T5E"),
}
"""The parts that are placed, by kind: those whose number and orientation both have a source. All others are soldered
by hand: the parts with leads, the sensors among them, and of the power entry the socket, whose shell is soldered
through the board, fuse, MOSFET and regulator."""

"""What may stand in for a part that is sold out, and what must never.

Alternates have the same footprint, pins and ratings by their datasheets. None was tried on a board.
"""

from typing import Final, NamedTuple


class Substitutes(NamedTuple):
    """Part numbers that may be bought instead, and what must not, with the reason."""

    alternates: tuple[str, ...]
    never: str


SUBSTITUTES: Final[dict[str, Substitutes]] = {
    "sensor": Substitutes(
        ("DRV5055A2QLPGM", "DRV5055A2ELPGQ1"),
        "DRV5055A2QDBZR and others in SOT-23: they do not fit the holes, and lie too low. DRV5055A1: its range ends at "
        "22 mT, so a leader reads as a pawn. A3, A4: half and a quarter of the counts. DRV5053, DRV5056, SS49E, AH49E: "
        "another zero, range or order of pins.",
    ),
    "led": Substitutes(
        ("WS2812B-B/W", "XL-5050RGBC-WS2812B"),
        "RGBW types: they take four bytes. WS2812 without B, WS2813, WS2815, APA102: other pins or voltage. 2020 and "
        "3535 sizes. Alternates lie differently on their tapes: turn them in the preview.",
    ),
    "multiplexer": Substitutes(
        ("CD74HC4067M", "74HC4067D,118"),
        "CD74HCT4067: it is not specified below 4.5 V and gets 3.3 V. CD4067B: ten times the resistance. SSOP, TSSOP.",
    ),
    "level_shifter": Substitutes(
        ("74AHCT1G125GV,125", "74AHCT1G125W5-7"),
        "74LVC1G125, 74HC1G125, 74AHC1G125: at 5 V they do not take 3.3 V for high. 1G126: its enable is reversed.",
    ),
    "regulator": Substitutes(
        ("MIC29300-3.3WU-TR", "MIC29310-3.3WU"),
        "LM1085, LT1085, AZ1084, AMS1084: pins in another order, and 1.5 V of dropout where 0.9 V are left.",
    ),
    "usb_c": Substitutes(
        # GCT's number without 0190 has shell stakes of 1.0 mm instead of 1.9 mm, and is otherwise the same.
        ("TYPE-C-31-M-17", "USB4125-GF-A"),
        "Sockets with 16 or 24 contacts, and those with 6 whose shell has other slots or only pads, such as USB4135.",
    ),
    "fuse": Substitutes(
        ("2920L300/15DR", "MF-LSMF300/24X-2"),
        "Less than 3 A hold: it trips in play. A fuse that does not reset, or a link of wire: nothing stops a short.",
    ),
    "tvs": Substitutes(
        ("SMBJ5.0A-13-F", "SMBJ5.0A-E3/52"),
        "SMBJ5.0CA: it does not clamp a reversed supply. SMBJ6.0A and above: the LEDs bear 6 V at most.",
    ),
    "p_mosfet": Substitutes(
        ("SI4435DDY-T1-GE3", "FDS4435BZ-F085"),
        "N-channel types. Types that are only specified at 6 V or 10 V between gate and source, such as AO4407A.",
    ),
    "schottky": Substitutes(("SS14-E3/61T", "B140-13-F"), "1N4007 and other silicon diodes: 0.4 V more are lost."),
    "button": Substitutes(
        ("PTS645SM95-2 LFS", "any 6 x 6 x 9.5 mm push button with four pins"),
        "Another height than 9.5 mm: the caps then press or do not reach.",
    ),
    "buzzer": Substitutes(
        ("PKM13EPYH4000-A0", "PS1240P02CT3"),
        "Active buzzers, with a driver inside: they play one note. Magnetic ones: 10 ohm is too much for a pin.",
    ),
    "c470u": Substitutes(
        ("UWT1A471MNL1GS", "EEE-FK1C471P"),
        "Less than 10 V or 470 uF, other sizes than 8 x 10.2 mm: the hood has no room.",
    ),
    "c22u": Substitutes(("GRM31CR61A226KE19L", "C3216X5R1A226M160AC"), "Y5V, Z5U; less than 10 V."),
    "c100n": Substitutes(("CL21B104KBCNNNC", "GRM21BR71H104KA01L"), "Y5V, Z5U; less than 16 V."),
    "c1n": Substitutes(
        ("CL21C102JBCNNNC", "GRM2165C1H102JA01D"), "X7R and Y5V: a reading would shift with the voltage."
    ),
    "r470": Substitutes(("0805W8F4700T5E", "ERJ-6ENF4700V"), "More than 1 %: the scan's settling time counts on it."),
    "r1k": Substitutes(("0805W8F1001T5E", "ERJ-6ENF1001V"), "More than 1 %: the scan's settling time counts on it."),
    "r5k1": Substitutes(("0805W8F5101T5E", "ERJ-6ENF5101V"), "4.7 or 5.6 kohm: some USB-C chargers then stay off."),
    "r10k": Substitutes(("0805W8F1002T5E", "ERJ-6ENF1002V"), "Less than 4.7 kohm."),
    "pico_1_20": Substitutes(
        ("SSW-120-01-T-S", "any 1 x 20 socket, 2.54 mm, 8.5 mm high"), "Another height: the Pico's USB misses the hood."
    ),
}
"""By kind (``hexlume_hw.panel.parts``)."""

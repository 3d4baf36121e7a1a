"""What parts cost, roughly: estimates to plan by, with a date and what they assume. Ask the shops before you order."""

from typing import Final

DATE: Final = "2026-11"
ASSUMPTIONS: Final = (
    "Euros without value-added tax and freight, for parts from the large distributors; the circuit board from a "
    "fabricator of prototypes in China, with its freight. Estimates, not offers: one part's prices differ by half "
    "between shops."
)

EACH: Final[dict[str, tuple[float, float, float]]] = {
    "sensor": (1.60, 1.20, 0.85),
    "led": (0.25, 0.15, 0.10),
    "multiplexer": (1.10, 0.90, 0.65),
    "level_shifter": (0.40, 0.30, 0.18),
    "regulator": (4.50, 4.00, 3.30),
    "usb_c": (0.90, 0.75, 0.60),
    "fuse": (0.80, 0.65, 0.45),
    "tvs": (0.45, 0.35, 0.22),
    "p_mosfet": (1.00, 0.85, 0.60),
    "schottky": (0.30, 0.22, 0.12),
    "button": (0.40, 0.32, 0.25),
    "buzzer": (0.80, 0.65, 0.50),
    "c470u": (0.55, 0.42, 0.28),
    "c22u": (0.30, 0.20, 0.10),
    "c100n": (0.10, 0.03, 0.012),
    "c1n": (0.10, 0.04, 0.015),
    "r470": (0.10, 0.02, 0.006),
    "r1k": (0.10, 0.02, 0.006),
    "r5k1": (0.10, 0.02, 0.006),
    "r10k": (0.10, 0.02, 0.006),
    "socket": (1.60, 1.30, 1.00),
    "pico": (4.20, 4.20, 3.90),
    "header": (0.60, 0.45, 0.30),
    "supply": (9.00, 8.50, 7.50),
    "magnet": (0.35, 0.25, 0.18),
    "insert": (0.20, 0.12, 0.08),
    "screw": (0.15, 0.10, 0.05),
    "usb_cable": (3.00, 2.50, 2.00),
    "solder": (6.00, 5.50, 5.00),
    "superglue": (4.00, 3.50, 3.00),
    "acrylic_glue": (6.00, 5.50, 5.00),
    "paint_marker": (3.00, 2.70, 2.40),
}
"""Price of one in euros when you buy 1, 10 or 100, by kind of part (``hexlume_hw.panel.parts``) or other thing."""


def each(kind: str, quantity: int) -> float:
    """Return the price of one in euros when buying so many; raises ``KeyError`` for what has no price."""
    one, ten, hundred = EACH[kind]
    return hundred if quantity >= 100 else ten if quantity >= 10 else one


FAB_LEAST: Final = 5
"""A fabricator makes at least so many of a circuit board."""
FAB_SETUP: Final = 5.0
FAB_SMALL: Final = 2.0
"""Five boards of at most 100 mm by 100 mm, all in all."""
FAB_SMALL_MM: Final = 100.0
FAB_CM2: Final = 0.0085
FAB_LARGE: Final = 1.3
"""Times as much for boards with a side over ``FAB_LARGE_MM``."""
FAB_LARGE_MM: Final = 250.0
FAB_MOST_MM: Final = (500.0, 400.0)
"""Many fabricators' largest board; a few make larger ones."""
FREIGHT: Final = 12.0
FREIGHT_KG: Final = 7.0
KG_CM2: Final = 0.00036
"""1.6 mm of FR-4 with copper on both sides."""

SHEET: Final = 18.0
"""A sheet of acrylic of up to A3, cut and engraved by a laser service."""
FILAMENT_KG: Final = 22.0
BOARD_NAME: Final = "circuit board with freight"

EUR_PER_USD: Final = 0.90
JLC_LEAST: Final = 2
"""The fewest boards that JLCPCB assembles."""
JLC_SETUP: Final = 25.56
"""US dollars, as the others: standard assembly of one side, https://jlcpcb.com/help/article/pcb-assembly-price as
others read it in September 2026. A quote of October 2026 had 25.75, 8.27, and 43.40 for loading 34 kinds."""
JLC_STENCIL: Final = 8.21
JLC_JOINT: Final = 0.0017
JLC_LOADING: Final = 1.53
"""For loading one kind of part, basic or extended. Economic assembly asks it for extended ones only, but does not place
the LEDs: they are baked before, which it does not do (notes of several builders on C2761795)."""


def boards(width_mm: float, depth_mm: float, quantity: int) -> float:
    """Return what so many bare boards cost in euros without freight, at least ``FAB_LEAST`` of them."""
    quantity = max(quantity, FAB_LEAST)
    if max(width_mm, depth_mm) <= FAB_SMALL_MM:
        return FAB_SMALL * quantity / FAB_LEAST
    area = width_mm * depth_mm / 100 * quantity
    return FAB_SETUP + FAB_CM2 * area * (FAB_LARGE if max(width_mm, depth_mm) > FAB_LARGE_MM else 1.0)


def freight(area_cm2: float) -> float:
    """Return the freight of boards of so much area together, in euros."""
    return FREIGHT + FREIGHT_KG * KG_CM2 * area_cm2

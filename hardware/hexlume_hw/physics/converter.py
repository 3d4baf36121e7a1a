"""The analog-digital converters of RP2040 and RP2350, in figures: one set for the study and for the twin.

Both have 12 bits. How far a converter is from straight is measured, not specified: the RP2350's datasheet leaves INL
and DNL open (12.4.5). ``errors`` are straight-line fits to the measurements that the project
``kitanokitsune/rp2040adc_correction`` on GitHub publishes (May 2025), averaged over five boards of each chip; the
boards agree within a count. Each board's own gain and offset are left out: they belong to its reference, and the
firmware learns them.
"""

from dataclasses import dataclass

KNOT_COUNTS = 256
"""``Converter.errors`` has an entry every so many counts: there lie all steps that are too wide or missing."""


@dataclass(frozen=True, slots=True)
class Converter:
    """One chip's converter.

    ``effective_bits`` is the datasheet's figure. ``errors`` holds for 0, 256, ... 4096 counts how far readings are off
    a straight line just below and just above. Where that falls, a step is too wide; where it rises, readings are
    missing. ``bent_counts`` bounds how far a reading is off its cell's zero, which lies near 2048, on any of the boards
    measured: 3.6 counts for the RP2350, 7.6 for the RP2040.
    """

    name: str
    effective_bits: float
    bent_counts: float
    errors: tuple[tuple[float, float], ...]

    def reading(self, level: float) -> float:
        """Return what the converter makes of a level, both in counts, before noise and rounding."""
        knot = min(max(int(level // KNOT_COUNTS), 0), len(self.errors) - 2)
        low, high = knot * KNOT_COUNTS, (knot + 1) * KNOT_COUNTS
        before, after = self.errors[knot]
        ends, falls_to = self.errors[knot + 1]
        found = level + after + (ends - after) * (level - low) / KNOT_COUNTS
        # A step that is too wide holds readings back on both of its sides.
        if after < before:
            found = max(found, low + (before + after) / 2)
        if falls_to < ends:
            found = min(found, high + (ends + falls_to) / 2)
        return found


RP2040 = Converter(
    # RP2040 datasheet: 8.7 effective bits (4.9.3), wide steps at 512, 1536, 2560 and 3584 (4.9.4; erratum RP2040-E11).
    "RP2040",
    8.7,
    8.0,
    (
        (0.0, 0.0),
        (3.3, 3.3),
        (5.5, -4.8),
        (-2.4, -2.9),
        (-0.4, -0.9),
        (1.7, 1.2),
        (4.0, -5.4),
        (-2.7, -3.1),
        (-0.5, 0.6),
        (3.2, 2.8),
        (5.3, -3.9),
        (-1.5, -2.0),
        (0.5, 0.2),
        (2.9, 2.4),
        (5.0, -5.2),
        (-2.5, -2.5),
        (0.0, 0.0),
    ),
)
RP2350 = Converter(
    # RP2350 datasheet: 9.2 effective bits (12.4), the RP2040's wide steps removed (12.4.1). Readings are missing at
    # 1536, 2048 and 2560, as other users measured too (earlephilhower/arduino-pico, issue 2534).
    "RP2350",
    9.2,
    4.0,
    (
        (0.0, 0.0),
        (1.0, 1.0),
        (0.6, 0.7),
        (0.6, -0.4),
        (-0.4, -0.7),
        (-0.7, -1.7),
        (-1.5, 0.2),
        (0.4, -0.6),
        (-0.4, 0.5),
        (0.6, -0.4),
        (-0.4, 1.3),
        (1.3, 0.3),
        (0.3, 0.3),
        (0.5, -0.6),
        (-0.5, -0.3),
        (-0.1, -0.1),
        (0.0, 0.0),
    ),
)
CONVERTERS = (RP2040, RP2350)

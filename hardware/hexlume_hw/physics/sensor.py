"""The Hall sensors, in figures: one set for the study and for the twin.

Fields are in mT, readings in counts of the microcontroller's 12-bit converter, whose full scale is the supply; the
sensors are ratiometric, so the supply's own error drops out.
"""

from dataclasses import dataclass

SUPPLY_MV = 3300.0
FULL_SCALE = 4096
"""Counts of the converter."""
MIDDLE = FULL_SCALE // 2
"""Counts of a sensor without a field: half the supply."""
COUNTS_PER_MV = FULL_SCALE / SUPPLY_MV

NOISE_COUNTS = 3.0
"""RMS noise of one conversion: the RP2040's 8.7 effective bits come to 2.8 counts, the RP2350's 9.2 to 2.0
(``converter``), a DRV5055A2 gives 0.7."""
ZERO_MV = 5.0
"""Standard deviation of a sensor's zero from half the supply (assumed); the firmware learns every cell's zero."""


@dataclass(frozen=True, slots=True)
class LinearHall:
    """A linear ratiometric Hall sensor at ``SUPPLY_MV``.

    ``range_mt`` is the field up to which its output is promised to be linear; beyond, it is taken to stay where it is.
    ``tolerance`` is the share by which a part's sensitivity may be off the nominal ``mv_per_mt``.
    """

    name: str
    mv_per_mt: float
    range_mt: float
    tolerance: float = 0.05

    @property
    def counts_per_mt(self) -> float:
        """How many counts a mT gives."""
        return self.mv_per_mt * COUNTS_PER_MV

    def felt_mt(self, field_mt: float) -> float:
        """Return the field that the output shows: what is beyond the range is cut off."""
        return max(-self.range_mt, min(self.range_mt, field_mt))


# Texas Instruments SBAS640: options by sensitivity and range. They gain with temperature what neodymium loses; neither
# the study nor the twin counts on that.
DRV5055A1 = LinearHall("DRV5055A1", 60.0, 22.0)
DRV5055A2 = LinearHall("DRV5055A2", 30.0, 44.0)
DRV5055A3 = LinearHall("DRV5055A3", 15.0, 88.0)
DRV5055A4 = LinearHall("DRV5055A4", 7.5, 176.0)
# Honeywell 005850: 1.4 mV/G at 5 V, from 1.0 to 1.75, here at 3.3 V.
SS49E = LinearHall("SS49E", 9.2, 65.0, 0.27)
SS49E_LEARNED = LinearHall("SS49E, every cell's span learned", 9.2, 65.0)

SENSOR = DRV5055A2
"""What the panels carry."""

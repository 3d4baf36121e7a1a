"""What a disc, a plate and a day may be off: the tolerances that the study bears at once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Each value may be off by so much to either side; a sensor's sensitivity is told by the sensor."""

    off_centre_mm: float = 3.0
    """How far from its cell's centre a disc lies, at most. The face plate's recess keeps it within 1 mm."""
    remanence: float = 0.04
    """Share of a magnet's remanence: N35 is sold as 1170 to 1210 mT, and as less."""
    gap_mm: float = 0.4
    """A magnet's height above its sensor: plate, hat, the element in its body and the disc's print together."""
    tilt_deg: float = 5.0
    """A magnet's axis from the vertical, in any direction."""
    zero_mv: float = 5.0
    """A sensor's zero, after the firmware has learned it."""
    coldest_c: float = 5.0
    warmest_c: float = 40.0
    known_c: float = 25.0
    """The temperature for which the magnets' remanence is given."""
    field_per_k: float = -0.0012
    """Change of neodymium's remanence per kelvin, as a share."""

    @property
    def strongest(self) -> float:
        """The strongest magnet at the best temperature, 1 for a nominal one."""
        return (1 + self.remanence) * max(self._warmth(self.coldest_c), self._warmth(self.warmest_c))

    @property
    def weakest(self) -> float:
        """The weakest magnet at the worst temperature, 1 for a nominal one."""
        return (1 - self.remanence) * min(self._warmth(self.coldest_c), self._warmth(self.warmest_c))

    def _warmth(self, celsius: float) -> float:
        return 1 + self.field_per_k * (celsius - self.known_c)


WITHIN = Tolerances()
"""What the panels are built for."""

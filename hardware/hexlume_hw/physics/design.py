"""What the study is about: magnets above sensors at a pitch, with their tolerances."""

from dataclasses import dataclass

from hexlume.hardware.cell_site import PITCH_MM

from ..panel import stackup
from .converter import RP2350, Converter
from .sensor import SENSOR, LinearHall
from .tolerances import WITHIN, Tolerances


@dataclass(frozen=True, slots=True)
class Design:
    """A way to build panel and pieces; the study takes any, ``DESIGN`` is ours. Lengths in mm."""

    pitch_mm: float = PITCH_MM
    remanence_mt: float = stackup.REMANENCE_MT
    magnet_diameter_mm: float = stackup.MAGNET_DIAMETER_MM
    magnet_height_mm: float = stackup.MAGNET_HEIGHT_MM
    pawn_gap_mm: float = stackup.PAWN_GAP_MM
    leader_gap_mm: float = stackup.LEADER_GAP_MM
    recess_diameter_mm: float = stackup.RECESS_DIAMETER_MM
    disc_diameter_mm: float = stackup.DISC_DIAMETER_MM
    disc_height_mm: float = stackup.DISC_HEIGHT_MM
    sensor: LinearHall = SENSOR
    converter: Converter = RP2350
    tolerances: Tolerances = WITHIN

    @property
    def play_mm(self) -> float:
        """How far from its cell's centre a disc can lie in its recess."""
        return (self.recess_diameter_mm - self.disc_diameter_mm) / 2


DESIGN = Design()

"""A margin in the study is a margin in the simulator: the twin reads the study's worst cases as the study says."""

from dataclasses import replace
from itertools import product
from math import hypot

import pytest

from hexlume.hardware.cell_site import PITCH_MM
from hexlume.sensing.sense import PRESENT, STRONG
from hexlume_hw.physics.converter import CONVERTERS, Converter
from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.neighbourhood import BESIDE_PITCHES, places
from hexlume_hw.physics.sensor import MIDDLE, NOISE_COUNTS
from hexlume_hw.physics.study import LEAST_SIGMA, margins
from hexlume_hw.physics.tolerances import WITHIN
from hexlume_sim.chip.costs import MICROCONTROLLERS
from hexlume_sim.twin import Twin
from hexlume_sim.world.sensors import TOLERANCE, Disc

MIDDLES = {"hex": ("hex5", "e5"), "square": ("square9", "e5")}
COSTS = {costs.chip: costs for costs in MICROCONTROLLERS.values()}
BY_CHIP = pytest.mark.parametrize("converter", CONVERTERS, ids=lambda converter: converter.name)
UPRIGHT = replace(DESIGN, tolerances=replace(WITHIN, tilt_deg=0.0))
"""The twin's discs are never tilted, so it is compared with the study's bands without tilt."""
COUNT = 2.0
"""The table's and the corners' error: the twin's bands are so near the study's."""


def worst_readings(kind: str, converter: Converter) -> dict[str, tuple[float, float]]:
    """Return the least and most counts from zero that the twin can be made to read, by class as in ``Margins``.

    Every sensor has its least or greatest sensitivity, every disc its weakest or strongest magnet, its least or
    greatest gap, and stands as far off its cell's centre as it may.
    """
    panel, cell = MIDDLES[kind]
    twin = Twin(panel, costs=COSTS[converter.name])
    sensors, at = twin.sensors, twin.grid.cell(cell)
    site = sensors.sites[at]
    found: dict[str, list[float]] = {"none": [], "pawn": [], "leader": []}

    def disc(leader: bool, white: bool, x_mm: float, y_mm: float, gap_mm: float, strength: float) -> Disc:
        made = Disc(white, leader, site.x_mm + x_mm, site.y_mm + y_mm)
        made.lift_mm, made.strength = gap_mm, strength
        return made

    def around(white: bool) -> list[Disc]:
        discs = []
        for x, y in places(kind):
            distance = hypot(x, y)
            inward = PITCH_MM - WITHIN.off_centre_mm / distance
            leader = distance <= BESIDE_PITCHES
            # The lowest leader and, farther away, the lowest pawn is felt most.
            discs.append(disc(leader, white, x * inward, y * inward, -WITHIN.gap_mm, WITHIN.strongest))
        return discs

    for gain, white, side in product((1 - TOLERANCE, 1 + TOLERANCE), (True, False), (-1, 1)):
        sensors.sensitivity[at] = gain
        sensors.offset_mv[at] = side * WITHIN.zero_mv
        found["none"].append(sensors.counts(at, sensors.field_mt(at, around(white))) - MIDDLE)
        for name, leader in (("pawn", False), ("leader", True)):
            for off, gap, strength in product(
                (0.0, WITHIN.off_centre_mm), (-WITHIN.gap_mm, WITHIN.gap_mm), (WITHIN.weakest, WITHIN.strongest)
            ):
                own = disc(leader, True, off, 0.0, gap, strength)
                field = sensors.field_mt(at, [own, *around(white)])
                found[name].append(sensors.counts(at, field) - MIDDLE)
    return {name: (min(counts), max(counts)) for name, counts in found.items()}


@BY_CHIP
@pytest.mark.parametrize("kind", MIDDLES)
def test_the_twin_reads_the_studys_bands(kind: str, converter: Converter) -> None:
    """Both ways: the twin reads nothing outside the bands, and its worst cases reach them."""
    study, twin = margins(design=replace(UPRIGHT, converter=converter), kind=kind), worst_readings(kind, converter)
    for name, (least, most) in twin.items():
        band = getattr(study, name)
        lowest = -band.most if name == "none" else band.least
        # The study counts the converter's bend in full, wherever a reading lies.
        assert lowest - COUNT <= least <= lowest + 2 * converter.bent_counts + COUNT, name
        assert band.most + COUNT >= most >= band.most - 2 * converter.bent_counts - COUNT, name


@BY_CHIP
@pytest.mark.parametrize("kind", MIDDLES)
def test_the_twins_worst_cases_keep_twenty_sigma(kind: str, converter: Converter) -> None:
    """Between the classes, and from the firmware's thresholds."""
    twin = worst_readings(kind, converter)
    (_, none), (pawn, pawn_most), (leader, _) = twin["none"], twin["pawn"], twin["leader"]
    assert (pawn - none) / 2 >= LEAST_SIGMA * NOISE_COUNTS
    assert (leader - pawn_most) / 2 >= LEAST_SIGMA * NOISE_COUNTS
    for threshold, below, above in ((PRESENT, none, pawn), (STRONG, pawn_most, leader)):
        assert min(threshold - below, above - threshold) >= LEAST_SIGMA * NOISE_COUNTS


def test_tilt_is_a_small_part_of_the_bands() -> None:
    """What the twin leaves out takes less than 5 sigma of any margin."""
    upright, tilted = margins(design=UPRIGHT), margins()
    assert 0 < upright.none_pawn - tilted.none_pawn < 5
    assert 0 < upright.pawn_leader - tilted.pawn_leader < 5

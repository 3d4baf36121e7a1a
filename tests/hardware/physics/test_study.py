"""The margins, their checks, and that faults planted in the design are found."""

from dataclasses import replace

import pytest

from hexlume_hw.panel import stackup
from hexlume_hw.physics import sensor, study
from hexlume_hw.physics.converter import CONVERTERS, RP2040, RP2350, Converter
from hexlume_hw.physics.design import DESIGN, Design
from hexlume_hw.physics.neighbourhood import KINDS
from hexlume_hw.physics.study import LEAST_SIGMA, margins, problems
from hexlume_hw.physics.tolerances import WITHIN

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("converter", CONVERTERS, ids=lambda converter: converter.name)
@pytest.mark.parametrize("kind", KINDS)
def test_twenty_sigma_are_left_between_all_classes_at_32_mm(kind: str, converter: Converter) -> None:
    found = margins(design=replace(DESIGN, converter=converter), kind=kind)
    assert DESIGN.pitch_mm == 32.0
    assert found.worst >= LEAST_SIGMA
    assert found.none.most < found.pawn.least < found.pawn.most < found.leader.least


def test_the_design_is_sound() -> None:
    assert problems() == []


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (replace(DESIGN, remanence_mt=stackup.REMANENCE_MT / 2), "Between nothing and a pawn"),
        (replace(DESIGN, pawn_gap_mm=9.8, leader_gap_mm=5.8), "Between a pawn and a leader"),
        (replace(DESIGN, pawn_gap_mm=8.0), "threshold 'strong'"),
        (replace(DESIGN, leader_gap_mm=7.0), "Between a pawn and a leader"),
        (replace(DESIGN, magnet_height_mm=2.0), "A pawn gives"),
        (replace(DESIGN, magnet_diameter_mm=10.0), "The twin's field table is of a magnet of 1180 mT, 8 x 3 mm"),
        (replace(DESIGN, sensor=sensor.DRV5055A1), "Between a pawn and a leader"),
        (replace(DESIGN, sensor=sensor.SS49E), "Between nothing and a pawn"),
        (replace(DESIGN, tolerances=replace(WITHIN, off_centre_mm=4.0)), "Between a pawn and a leader"),
        (replace(DESIGN, tolerances=replace(WITHIN, gap_mm=0.8)), "Between a pawn and a leader"),
        (replace(DESIGN, disc_diameter_mm=20.0), "A recess lets discs lie 3.5 mm off centre"),
        (replace(DESIGN, pitch_mm=28.0), "they creep"),
    ],
    ids=lambda value: "" if isinstance(value, Design) else value[:24],
)
def test_a_planted_fault_is_found(planted: Design, said: str) -> None:
    assert any(said in problem for problem in problems(design=planted))


def test_too_small_a_pitch_is_found() -> None:
    assert any("hex panel leaves" in problem for problem in problems(pitch_mm=28.0))
    assert any("square panel leaves" in problem for problem in problems(pitch_mm=25.0))


def test_a_converter_that_is_too_bent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel must be sound with either chip: a fault of one alone shows, and is named."""
    monkeypatch.setattr(study, "CONVERTERS", (RP2040, replace(RP2350, bent_counts=30.0)))
    found = problems()
    assert found and all(problem.endswith("with an RP2350.") for problem in found)

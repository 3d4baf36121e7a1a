"""Misreads of discs at rest, with the twin's physics and the firmware's own ``Sense``."""

import pytest

from hexlume.games.pieces import EMPTY
from tests.simulator.misread import GOOD, Conditions, Study

pytestmark = pytest.mark.integration

PLACEMENTS = 30_000


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "conditions",
    [
        GOOD,
        pytest.param(GOOD._replace(magnet=0.25), marks=pytest.mark.soak),
        pytest.param(GOOD._replace(noise_counts=4.0), marks=pytest.mark.soak),
        GOOD._replace(temperature_c=(-10.0, 60.0)),
    ],
    ids=["good", "weak and strong magnets", "noisy", "cold and hot"],
)
def test_no_disc_within_its_recess_is_misread(conditions: Conditions) -> None:
    found = Study(conditions, seed=3).run(PLACEMENTS)
    assert found.total >= PLACEMENTS
    assert found.placements[EMPTY] > 0
    assert not found.wrong, "none is taken for another, and each is known within 5 scans"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "conditions",
    [
        GOOD._replace(off_centre_mm=5.0),
        GOOD._replace(gap_mm=2.5),
        GOOD._replace(magnet=0.6),
        GOOD._replace(temperature_c=(250.0, 250.0)),
    ],
    ids=["no recess", "warped plate", "bad magnets", "far too hot"],
)
def test_every_misread_condition_takes_effect_and_can_cause_misreads(conditions: Conditions) -> None:
    assert Study(conditions, seed=3).run(4_000).misread > 0

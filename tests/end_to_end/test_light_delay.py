"""Light delay on the twin of a Pico 2: from a disc at rest to its light, with scans and frame.

Virtual time: the same on every computer.
"""

import statistics
from typing import NamedTuple

import pytest

from hexlume_sim.chip.costs import RP2350
from tests.bench.light_delay import played_delays
from tests.bench.pass_time import played


@pytest.mark.sample(1)
@pytest.mark.parametrize(("panel", "size", "limit_ms", "longest_ms"), [("hex4", 4, 50, 50), ("hex9", 4, 70, 90)])
def test_disc_at_rest_is_lit_in_time(panel: str, size: int, limit_ms: float, longest_ms: float) -> None:
    """Every disc is lit soon, also those whose sensing takes longest.

    On hex9 about two discs in a hundred are lit after 70 to 80 ms: where it falls between two scans is chance.
    """
    delays = played_delays("orochi", panel, size, 1, 3)
    assert len(delays) == 3 * size * (size - 1), "every placement was measured"
    assert sum(delay > limit_ms for delay in delays) <= len(delays) // 20
    assert max(delays) <= longest_ms


class Limits(NamedTuple):
    """What a disc's way to its light takes on average and at most, and a pass at most, in ms, over six games."""

    mean: float
    longest: float
    longest_pass: float


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 9))])
@pytest.mark.parametrize(
    ("panel", "seconds", "limits"),
    [
        ("hex5", 60, Limits(40, 48, 36)),
        ("hex7", 60, Limits(45, 50, 36)),
        pytest.param("hex9", 120, Limits(50, 65, 48), marks=pytest.mark.soak),
    ],
)
def test_light_on_a_large_panel_does_not_wait_for_legal_actions(
    panel: str, seconds: float, limits: Limits, seed: int
) -> None:
    """One game is no measure of the longest time: where its discs fall between two scans is chance."""
    found = played("droched", panel, int(panel[3]), RP2350, seed=seed, seconds=seconds)
    assert len(found.delays_ms) >= 10
    assert statistics.mean(found.delays_ms) <= limits.mean
    assert max(found.delays_ms) <= limits.longest
    assert max(found.work_ms) <= limits.longest_pass

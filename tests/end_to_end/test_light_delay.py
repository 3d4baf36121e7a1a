"""Light delay on the twin of a Pico 2: from a disc at rest to its light, with scans and frame.

Virtual time: the same on every computer.
"""

import statistics

import pytest

from hexlume_sim.chip.costs import RP2350
from tests.bench.light_delay import measure
from tests.bench.pass_time import played

LONGEST_PASS_MS = 60


@pytest.mark.parametrize(("panel", "size", "limit_ms"), [("hex4", 4, 100), ("hex9", 4, 100)])
def test_disc_at_rest_is_lit_in_time(panel: str, size: int, limit_ms: float) -> None:
    """The firmware aims at 100 ms for every disc, also for those whose sensing takes longest."""
    delays = measure("orochi", panel, size, 1, 3)
    assert len(delays) == 3 * size * (size - 1), "every placement was measured"
    assert max(delays) <= limit_ms


@pytest.mark.parametrize(
    ("panel", "seconds", "mean_ms", "longest_ms"), [("hex5", 60, 70, 80), ("hex7", 60, 75, 90), ("hex9", 120, 90, 95)]
)
def test_light_on_a_large_panel_does_not_wait_for_legal_actions(
    panel: str, seconds: float, mean_ms: float, longest_ms: float
) -> None:
    found = played("droched", panel, int(panel[3]), RP2350, seconds=seconds)
    assert len(found.delays_ms) >= 10
    assert statistics.mean(found.delays_ms) <= mean_ms
    assert max(found.delays_ms) <= longest_ms
    assert max(found.work_ms) <= LONGEST_PASS_MS

"""From a disc at rest to its light on the twin, debounce included, on a small and a large panel.

This bounds scans, settling and debounce. It says nothing of a chip's time: that is measured in tests/chip.
"""

import pytest

from tests.bench.light_delay import measure

LIMIT_MS = 100


@pytest.mark.parametrize(("panel", "size"), [("hex4", 4), ("hex9", 4)])
def test_disc_at_rest_is_lit_within_100_ms_of_the_twins_time(panel: str, size: int) -> None:
    delays = measure("orochi", panel, size, 1, 3)
    assert len(delays) == 3 * size * (size - 1), "every placement was measured"
    assert max(delays) <= LIMIT_MS

"""From a disc at rest to its light within 100 ms of virtual time, debounce included, on a small and a large panel."""

import pytest

from tests.bench.light_delay import measure

LIMIT_MS = 100


@pytest.mark.parametrize(("panel", "size"), [("hex4", 4), ("hex9", 4)])
def test_a_disc_at_rest_is_lit_within_a_tenth_of_a_second(panel: str, size: int) -> None:
    delays = measure("orochi", panel, size, 1, 3)
    assert len(delays) == 3 * size * (size - 1), "every placement was measured"
    assert max(delays) <= LIMIT_MS

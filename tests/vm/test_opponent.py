"""The board's engine in a MicroPython with 32-bit objects, with a chip's clock."""

from pathlib import Path

import pytest

from tests.vm.opponent import played

MOST_MS = 5000
"""What it may take for an action on an RP2350."""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "size", "most"),
    [("orochi", 3, 8), ("sibling", 4, 6), ("orcoon", 9, 4), ("organica", 5, 6), ("droched", 7, 4)],
)
def test_opponent_thinks_for_at_most_five_seconds(rules: str, size: int, most: int, tmp_path: Path) -> None:
    thoughts, _ = played(tmp_path, rules, size, 1, 3, 4.0, most)
    assert len(thoughts) >= 2 and all(took < MOST_MS for took, _ in thoughts), thoughts
    # It needs the time that it has, in passes between which the board does everything else.
    assert max(took for took, _ in thoughts) > 1000 and all(longest < 200 for _, longest in thoughts), thoughts

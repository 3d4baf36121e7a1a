"""Memory, call depth and light delay on real CircuitPython stay within what the firmware is built for."""

import statistics

import pytest

from tests.bench.light_delay import measure
from tests.chip.measures import light_delays, room

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

FREE_AT_LEAST = 20_000
"""Bytes that must stay free in every moment, for garbage between two collections."""
CALLS_AT_LEAST = 10
"""Calls that must fit above the loop where the watchdog is fed."""
LIMIT_MS = 250
"""How long a disc's light may take on the emulated chip."""


def test_memory_and_calls_are_left_in_every_moment(capsys: pytest.CaptureFixture[str]) -> None:
    found = room()
    with capsys.disabled():
        print("\nbytes free on the chip:", found.free, "further calls:", found.calls)
    assert min(found.free.values()) >= FREE_AT_LEAST
    assert found.calls >= CALLS_AT_LEAST


def test_disc_at_rest_is_lit_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    chip, twin = light_delays(), measure("orochi", "hex4", 2, 1, 3)
    with capsys.disabled():
        print(f"\ndisc at rest to light: chip {statistics.median(chip):.0f} ms, at most {max(chip):.0f} ms;", end=" ")
        print(f"twin {statistics.median(twin):.0f} ms, at most {max(twin):.0f} ms")
    assert len(chip) == len(twin)
    assert max(chip) <= LIMIT_MS

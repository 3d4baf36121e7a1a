"""Memory, call depth and light delay on real CircuitPython, against the firmware's limits."""

import statistics

import pytest

from hexlume_sim.chip.costs import RP2040
from hexlume_sim.hands.careful import Hands
from tests.bench.pass_time import played
from tests.chip.measures import room, times
from tests.vm.pico import FLASH_CACHE

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

FREE_AT_LEAST = 22_696
"""Bytes that must stay free of a Pico's 157,696 in every moment: 135,000 may be in use. A Pico 2 has 264,000 more."""
CALLS_AT_LEAST = 10
"""Calls that must fit above the loop where the watchdog is fed."""
LIMIT_MS = 250
"""How long a disc's light may take on the emulated chip."""


def test_free_memory_and_call_depth_are_sufficient_at_all_times(capsys: pytest.CaptureFixture[str]) -> None:
    found = room()
    with capsys.disabled():
        print("\nbytes free on the chip:", found.free, "further calls:", found.calls)
    assert min(found.free.values()) >= FREE_AT_LEAST
    assert found.calls >= CALLS_AT_LEAST


def test_disc_at_rest_is_lit_in_time_and_twin_timing_matches_the_chip(capsys: pytest.CaptureFixture[str]) -> None:
    chip, twin = times(), played("orochi", "hex4", 2, RP2040, make_hands=Hands)
    with capsys.disabled():
        for name, found in (("chip", chip), ("twin", twin)):
            print(
                f"\n{name}: pass {statistics.median(found.work_ms):.1f} ms, at most {max(found.work_ms):.0f} ms;",
                end=" ",
            )
            print(f"disc to light {statistics.median(found.delays_ms):.0f} ms, at most {max(found.delays_ms):.0f} ms")
    assert len(chip.delays_ms) == len(twin.delays_ms)
    assert max(chip.delays_ms) <= LIMIT_MS
    # The chip's figures are what the twin is measured by. The flash cache, which the twin charges and the emulator does
    # not, slows work down.
    work_ms = statistics.median(chip.work_ms) * FLASH_CACHE
    assert statistics.median(twin.work_ms) == pytest.approx(work_ms, rel=0.15)
    # A disc first waits for the next scan, for up to a pass of 10 ms as chance has it, and these are six discs.
    assert statistics.median(twin.delays_ms) == pytest.approx(statistics.median(chip.delays_ms), rel=0.15, abs=10)

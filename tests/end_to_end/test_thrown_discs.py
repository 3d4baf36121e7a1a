"""Discs thrown on a board by the dozen in the middle of a game, and knocked off it: the watchdog waits for 8 s."""

import pytest

from tests.bench.thrown_discs import boards, longest_pass

LIMIT_MS = 2_000.0
"""The longest pass on a Pico 2."""


@pytest.mark.parametrize(("name", "size", "panel"), [("droched", 9, "hex9"), ("organica", 5, "hex5")])
def test_discs_thrown_at_once_stall_the_lights_for_less_than_two_seconds(name: str, size: int, panel: str) -> None:
    assert longest_pass(name, size, panel, 1) <= LIMIT_MS


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize(("name", "size", "panel"), boards())
def test_discs_thrown_at_once_stall_no_game_for_two_seconds(name: str, size: int, panel: str, seed: int) -> None:
    assert longest_pass(name, size, panel, seed) <= LIMIT_MS

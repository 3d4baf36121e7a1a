"""Discs thrown on a board by the dozen in the middle of a game, and knocked off it: no pass stalls the lights."""

import pytest

from tests.bench.thrown_discs import boards, longest_pass

LIMIT_MS = 60.0
"""The longest pass on a Pico 2."""


@pytest.mark.parametrize(("name", "size", "panel"), [("droched", 9, "hex9"), ("organica", 5, "hex5")])
def test_discs_thrown_at_once_make_no_pass_longer_than_60_ms(name: str, size: int, panel: str) -> None:
    assert longest_pass(name, size, panel, 1) <= LIMIT_MS


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize(("name", "size", "panel"), boards())
def test_discs_thrown_at_once_make_no_pass_of_any_game_longer(name: str, size: int, panel: str, seed: int) -> None:
    assert longest_pass(name, size, panel, seed) <= LIMIT_MS

"""Bytes and lines flipped, dropped, doubled and delayed, in both directions, at rates up to one in ten."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.cable import DELAY, FAULTS, Noise, Wire
from tests.faults.counts import Counts
from tests.faults.test_power import GAMES, LARGER, play
from tests.faults.world import World

Count = Callable[[str, Counts], None]

RATES = (0.001, 0.01, 0.05, 0.1)


def noisy(folder: Path, game: tuple[str, int], noise: Noise, seed: int) -> tuple[World, Counts]:
    """Play games over a bad cable; in the end it is a good one."""
    world = World(folder, *game, seed)
    world.board.hands.whole = False
    for wire in (world.cable.to_host, world.cable.to_board):
        wire.noise = [noise]
    play(world, 0, 4)
    struck = world.cable.to_host.struck + world.cable.to_board.struck
    assert struck or noise.rate * world.cable.to_host.passed < 20 or noise.lines
    return world, world.settle()


@pytest.mark.sample(4)
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_event_is_lost_on_a_noisy_cable(fault: str, rate: float, folder: Path, count: Count) -> None:
    lines = rate == RATES[-1]
    game = GAMES[(FAULTS.index(fault) + RATES.index(rate)) % len(GAMES)]
    for noise in [Noise(fault, rate)] + [Noise(fault, rate, True)] * lines:
        count(f"bytes {fault}", noisy(folder, game, noise, 7)[1])


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", LARGER)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_event_is_lost_on_a_noisy_cable_at_length(
    fault: str, game: tuple[str, int], folder: Path, count: Count
) -> None:
    for rate in RATES:
        for lines in (False, True):
            for seed in range(4):
                world, counts = noisy(folder, game, Noise(fault, rate, lines), seed)
                count(f"bytes {fault}", counts)
                world.remove()


@pytest.mark.parametrize("fault", FAULTS)
def test_noise_strikes_as_often_as_it_says(fault: str) -> None:
    """Single bytes and whole lines; what is delayed comes, late."""
    sent = b"".join(b"%d\n" % number for number in range(10_000))
    for noise, things in ((Noise(fault, 0.1), len(sent)), (Noise(fault, 0.1, True), 10_000)):
        wire = Wire(3)
        wire.noise = [noise]
        for at in range(0, len(sent), 100):
            wire.put(sent[at : at + 100], 0)
        at_once, late = wire.take(0), wire.take(1000)
        assert 0.09 * things < wire.struck < 0.11 * things
        assert at_once != sent
        assert (len(late) > 0) == (fault == DELAY)
        if fault == DELAY:
            assert sorted(at_once + late) == sorted(sent)

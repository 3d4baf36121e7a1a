"""The host's faults: killed at every step of its work, and its store locked for many games."""

from pathlib import Path

import pytest

from hexlume_host.store.repository import Store
from tests.faults.counts import Counts, check
from tests.faults.test_power import GAMES, LARGER, SOAK, SPARSE, play
from tests.faults.world import World

BOUNDED = 167
"""Of so many steps, the ordinary test takes one."""


def killed(world: World, step: int) -> Counts:
    """Kill a world's host at a step of its work while a game is played, and return what became of it."""
    world.seen_ending = step % 2 == 0
    world.steps.kill_at = step
    play(world, 0)
    counts = world.settle()
    assert world.kills == 1
    world.remove()
    return counts


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "stride"),
    [(game, BOUNDED) for game in GAMES]
    + [pytest.param(game, 1, marks=SOAK) for game in GAMES]
    + [pytest.param(game, SPARSE, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_a_host_is_killed_at_any_step(game: tuple[str, int], stride: int, folder: Path) -> None:
    """With bytes received, before the commit, after it, and with nothing, half or all of the acknowledgement sent."""
    probe = World(folder, *game)
    play(probe, 0)
    assert probe.steps.made > 60
    for step in range(1 + game[1] % stride, probe.steps.made + 1, stride):
        check("host killed", killed(World(folder, *game), step))


def test_a_host_that_keeps_nothing_for_many_games_gets_them_all_later(folder: Path) -> None:
    """More games than the board holds in its memory; the host stays connected all the time."""
    world = World(folder, *GAMES[0])
    world.host = 0
    ended_at = 0

    def change() -> None:
        nonlocal ended_at
        if world.now == 20:
            world.lock(0)
        elif not ended_at and len(world.witness.games) > 8:
            ended_at = world.now
            world.playing = False
            world.unlock(0)

    world.before_pass = change
    world.go(lambda: ended_at > 0 and world.now > ended_at + 600)
    with Store(world.stores[0]) as store:
        assert world.witness.has_all(store), "without having to connect again"
    check("store locked", world.settle())

"""The host's faults: killed at every step of its work, its store locked or its disk full, and two hosts in turn."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_host.store.repository import Store
from tests.faults.counts import Counts
from tests.faults.test_power import GAMES, LARGER, SOAK, SPARSE, play
from tests.faults.world import World

Count = Callable[[str, Counts], None]

BOUNDED = 167
"""Of so many steps, the ordinary test takes one."""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "stride"),
    [(game, BOUNDED) for game in GAMES]
    + [pytest.param(game, 1, marks=SOAK) for game in GAMES]
    + [pytest.param(game, SPARSE, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_a_host_is_killed_at_any_step(
    game: tuple[str, int], stride: int, folder: Path, count: Count
) -> None:
    """With bytes received, before the commit, after it, and with nothing, half or all of the acknowledgement sent."""
    probe = World(folder, *game)
    play(probe, 0)
    assert probe.steps.made > 60
    for step in range(1 + game[1] % stride, probe.steps.made + 1, stride):
        world = World(folder, *game)
        world.seen_ending = step % 2 == 0
        world.steps.kill_at = step
        play(world, 0)
        counts = world.settle()
        assert world.kills == 1
        count("host killed", counts)
        world.remove()


def hindered(
    folder: Path, game: tuple[str, int], seed: int, hinder: Callable[[World, random.Random, bool], None]
) -> World:
    """Play while something hinders the store again and again, for up to 3 s each time."""
    choice = random.Random(seed)
    world = World(folder, *game, seed)
    world.board.hands.whole = False
    change_at, now_hindered = 0, True

    def change() -> None:
        nonlocal change_at, now_hindered
        if world.now >= change_at:
            now_hindered = not now_hindered
            change_at = world.now + choice.randint(1, 75)
            hinder(world, choice, now_hindered)

    world.before_pass = change
    play(world, 0, 3)
    return world


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "seeds"),
    [(game, 1) for game in GAMES] + [pytest.param(game, 40, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_the_hosts_store_is_locked(
    game: tuple[str, int], seeds: int, folder: Path, count: Count
) -> None:
    def hinder(world: World, _: random.Random, locked: bool) -> None:
        if locked:
            world.lock(0)
        else:
            world.unlock(0)

    for seed in range(seeds):
        count("store locked", hindered(folder, game, seed, hinder).settle())


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "seeds"),
    [(game, 1) for game in GAMES] + [pytest.param(game, 40, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_the_hosts_disk_is_full(
    game: tuple[str, int], seeds: int, folder: Path, count: Count
) -> None:
    """Full at any byte of a transaction. A whole file system that is full: tests/host/device/test_store_trouble.py."""

    def hinder(world: World, choice: random.Random, full: bool) -> None:
        size = world.stores[0].stat().st_size
        world.disk.room = size + choice.choice([0, choice.randrange(10_000)]) if full else None

    refused = 0
    for seed in range(seeds):
        world = hindered(folder, game, seed, hinder)
        refused += world.disk.refused
        count("disk full", world.settle())
    assert refused > 0


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "seeds"),
    [(game, 1) for game in GAMES] + [pytest.param(game, 40, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_two_hosts_take_turns(
    game: tuple[str, int], seeds: int, folder: Path, count: Count
) -> None:
    """They take turns at any moment, with nobody in between for a while or not even for one pass of the board."""
    for seed in range(seeds):
        choice = random.Random(seed)
        world = World(folder, *game, seed, stores=2)
        world.board.hands.whole = False

        def change(world: World = world, choice: random.Random = choice) -> None:
            if choice.random() < 0.05:
                world.host = choice.choice([None, 0, 1])

        world.before_pass = change
        play(world, 0, 3)
        count("two hosts", world.settle())


def test_a_host_that_keeps_nothing_for_many_games_is_told_them_all_later(folder: Path, count: Count) -> None:
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
    count("store locked", world.settle())

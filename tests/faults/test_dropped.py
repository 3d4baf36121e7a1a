"""More games than a board has room for before a host comes: all are in the store, or it knows that they are lost."""

import random
from pathlib import Path

import pytest

from hexlume.journal import archive
from hexlume_host.store.dropped_games import DroppedGames
from hexlume_host.store.repository import Store
from hexlume_record.game.events import place_of
from hexlume_record.game.record import INCOMPLETE, UNFINISHED
from tests.faults.world import World
from tests.firmware.journal.journal_board import BOARD, JournalBoard

SMALL_RING = 4
"""Slots of the archive here: it comes round soon."""
GAME = ("orochi", 2)
PATIENCE_PASSES = 40_000


@pytest.fixture(autouse=True)
def small_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_SLOTS", SMALL_RING)


def world_of(folder: Path, drive: bool, seed: int = 1) -> World:
    return World(folder, *GAME, seed=seed, flash=JournalBoard(drive))


def play_too_much(world: World, drive: bool) -> None:
    """Play with no host until games have been dropped."""
    count = 250 if drive else 70
    world.go(lambda: world.board.on and len(world.witness.games) >= count)


def bring_all(world: World) -> None:
    """Let a host come and stay until it has everything."""
    world.playing, world.host = False, 0
    end = world.now + PATIENCE_PASSES

    def reported() -> bool:
        board = world.board
        return world.now > end or (board.on and board.link.kept and all(one.complete for one in board.link.records))

    world.go(reported)
    assert world.now <= end


def check(world: World) -> list[DroppedGames]:
    """Check that each game is whole in the store or known as lost, and return what is known as lost."""
    running = world.board.identity
    with Store(world.stores[0]) as store:
        dropped = store.dropped()
        records = {game.game: store.record(game.game) for game in store.games()}
    spans = [(place_of(one.first, BOARD) or (0, 0), place_of(one.before, BOARD) or (0, 0)) for one in dropped]
    for game, events in world.witness.games.items():
        record, place = records.get(game), place_of(game, BOARD)
        assert place is not None
        if record is not None and game != running:
            assert record.ending.status != UNFINISHED
        if record is None or len(record.events) < len(events) or record.ending.status == INCOMPLETE:
            assert any(first <= place < before for first, before in spans)
    return dropped


@pytest.mark.parametrize("drive", [pytest.param(True, marks=pytest.mark.soak), False])
def test_the_store_says_which_games_are_lost_and_how_many(folder: Path, drive: bool) -> None:
    world = world_of(folder, drive)
    play_too_much(world, drive)
    bring_all(world)
    (dropped,) = check(world)
    with Store(world.stores[0]) as store:
        held = {game.game for game in store.games()}
    missing = [game for game in world.witness.games if game not in held]
    assert len(missing) > 10
    assert (dropped.games, dropped.exact) == (len(missing), True)
    assert missing[-1] == f"{BOARD}-{world.board.flash.boot}-{(place_of(dropped.before, BOARD) or (0, 0))[1] - 1}"
    world.remove()


@pytest.mark.parametrize(
    ("drive", "seed", "rounds"),
    [
        (False, 0, 2),
        *(pytest.param(drive, seed, 4, marks=pytest.mark.soak) for drive in (True, False) for seed in range(4)),
    ],
)
def test_nothing_is_lost_silently_with_power_cuts_killed_hosts_and_a_locked_store(
    folder: Path, drive: bool, seed: int, rounds: int
) -> None:
    choice = random.Random(seed)
    world = world_of(folder, drive, seed)
    for _ in range(rounds):
        world.playing, world.host = True, None
        target = len(world.witness.games) + (130 if drive else 30)
        if choice.random() < 0.7:
            world.cut_power()
            world.cut_after = choice.randrange(20_000)
        world.go(lambda target=target: world.board.on and len(world.witness.games) >= target)  # type: ignore[misc]
        world.host = 0
        for _ in range(3):
            world.steps.kill_at = world.steps.made + choice.randrange(1, 200)
            if choice.random() < 0.4:
                world.lock(0)
            world.go_for(choice.randrange(200))
            world.unlock(0)
    world.steps.kill_at = world.cut_after = None
    bring_all(world)
    assert check(world)
    world.remove()

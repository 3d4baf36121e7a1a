"""Faults of a board whose host is a browser: plug, power, a closed tab, no room, and all of them together."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.faults.browser import Browser
from tests.faults.counts import check
from tests.faults.test_combinations import PHASES, Fault, combined, each_fault, faults
from tests.faults.test_hosts import killed
from tests.faults.test_power import GAMES, play, play_on
from tests.faults.test_unplugged import unplug, wire
from tests.faults.world import World

STRIDES = [pytest.param(19), pytest.param(1, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])]
"""The ordinary test takes one place of a game in this number."""


def test_game_with_a_browser_as_host_is_whole(folder: Path) -> None:
    world = World(folder, *GAMES[0], program=Browser)
    play(world, 0)
    counts = world.settle()
    assert counts.events > 10
    check("no fault", counts)


@pytest.mark.parametrize("stride", STRIDES)
def test_no_event_is_lost_when_the_tab_is_closed_at_any_step(stride: int, folder: Path) -> None:
    probe = World(folder, *GAMES[0], program=Browser)
    play(probe, 0)
    assert probe.steps.made > 60
    for step in range(1, probe.steps.made + 1, stride):
        check("tab closed", killed(World(folder, *GAMES[0], program=Browser), step))


@pytest.mark.parametrize("stride", STRIDES)
def test_no_event_is_lost_when_the_board_is_unplugged_after_any_line(stride: int, folder: Path) -> None:
    probe = World(folder, *GAMES[0], program=Browser)
    play(probe, 0)
    for to_host in (True, False):
        for end in wire(probe, to_host).ends[::stride]:
            for with_power in (True, False):
                check("unplugged", unplug(folder, GAMES[0], to_host, end, with_power, Browser))


@pytest.mark.parametrize("stride", [211, pytest.param(1, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])])
def test_no_event_is_lost_when_the_power_goes_while_a_browser_listens(stride: int, folder: Path) -> None:
    probe = World(folder, *GAMES[0], program=Browser)
    play(probe, 0)
    for cut in range(1, probe.board.flash.supply.spent + 1, stride):
        world = World(folder, *GAMES[0], program=Browser)
        world.cut_after = cut
        play_on(world, 0)
        check("power cut", world.settle())


def test_browser_that_has_no_room_for_many_games_gets_them_all_later(folder: Path) -> None:
    world = World(folder, *GAMES[0], program=Browser)
    world.disk.room = 0
    play(world, 0, ended=8)
    assert world.disk.refused > 8
    check("no room", world.settle())


@given(st.sampled_from(GAMES), st.integers(0, 1 << 30), faults)
@settings(suppress_health_check=list(HealthCheck), phases=PHASES)
def test_no_event_is_lost_or_doubled_under_any_faults_of_a_browser(
    folder: Path, game: tuple[str, int], seed: int, chosen: list[Fault]
) -> None:
    check("several at once", combined(folder, game, seed, chosen, Browser))


def test_no_event_is_lost_when_every_fault_comes_once(folder: Path) -> None:
    check("each fault", combined(folder, GAMES[0], 1, each_fault(10), Browser))

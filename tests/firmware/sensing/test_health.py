"""The sensors' health: every injected fault is found and named, and no healthy sensor is blamed."""

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.journal import incidents
from hexlume.link import wire
from hexlume.link.health_report import _SLICE, _STATES, health_messages
from hexlume.sensing.health import _DEAD as DEAD
from hexlume.sensing.health import Health
from hexlume.sensing.sense import NOMINAL_SPAN, Sense
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from tests.firmware.journal.journal_board import without_archive
from tests.firmware.sensing.twin_sensing import TwinSensing


def play_around(board: TwinSensing, cell: str, rounds: int = 8, seed: int = 1) -> None:
    """Put discs on the neighbours of a cell and take them off again, with pauses as people make them."""
    choose = Random(seed)
    table = board.twin.table
    for _ in range(rounds):
        for near in board.grid.neighbours[board.grid.cell(cell)]:
            name = board.grid.name(near)
            if name in table.discs():
                table.lift(name)
            elif choose.random() < 0.7:
                piece = choose.choice(["white", "black"])
                table.put(name, piece, choose.uniform(-2, 2), choose.uniform(-2, 2))
            board.run(0.4)
        board.run(7)


@pytest.mark.sample(1)
@pytest.mark.integration
@pytest.mark.parametrize(("panel", "seed"), [("hex4", 1), ("hex4", 2), ("hex9", 3), ("square7", 4)])
def test_healthy_sensors_are_not_blamed(panel: str, seed: int) -> None:
    board = TwinSensing(panel, seed)
    play_around(board, "d4", 5, seed)
    board.twin.table.clear()
    board.run(8)
    assert board.changes == []


@pytest.mark.integration
def test_a_dead_sensor_is_found_by_what_it_does_not_feel_of_its_neighbours() -> None:
    """It reads like an empty cell, noise included; when it works again it is OK again."""
    board = TwinSensing()
    board.twin.faults.set("dead_sensor", "d4")
    board.run(2)
    play_around(board, "d4")
    assert board.faults() == {"d4": "dead"}
    assert board.health.faults == 1
    assert board.sense.masked[board.grid.cell("d4")]
    board.twin.table.clear()
    board.twin.faults.set("dead_sensor", "")
    board.twin.table.put("d4", "white")
    board.run(3)
    assert board.faults() == {}
    assert board.sense.pieces[board.grid.cell("d4")] == WHITE


@pytest.mark.parametrize("counts", [0, 4095])
def test_a_sensor_at_a_rail_is_dead_within_seconds(counts: int) -> None:
    board = TwinSensing()
    board.twin.faults.set("stuck_sensor", f"d4:{counts}")
    board.run(4)
    assert board.faults() == {"d4": "dead"}


@pytest.mark.sample(1)
@pytest.mark.integration
@pytest.mark.parametrize("at_start", [False, True])
def test_a_sensor_that_is_stuck_as_if_a_disc_were_there_is_found_and_played_around(at_start: bool) -> None:
    board = TwinSensing()
    if not at_start:
        board.run(5)
    board.twin.faults.set("stuck_sensor", "d4:2700")
    board.run(2)
    cell = board.grid.cell("d4")
    assert board.sense.pieces[cell] == WHITE
    play_around(board, "d4")
    assert board.faults() == {"d4": "stuck"}
    assert board.sense.confirm(cell, EMPTY)
    board.run(3)
    assert board.sense.pieces[cell] == EMPTY, "a masked sensor is not believed"
    assert board.sense.confirm(cell, BLACK)
    assert not board.sense.confirm(cell, BLACK)
    assert not board.sense.confirm(board.grid.cell("d5"), BLACK), "a sound cell goes by its sensor"


@pytest.mark.integration
def test_a_sensor_without_any_noise_is_dead_but_not_when_all_are() -> None:
    grid = HexGrid(4)
    board = TwinSensing()
    board.run(2)
    board.twin.faults.set("noise", 0)
    board.run(80)
    assert board.faults() == {}
    counts = board.scan.counts
    sense = Sense(grid, counts)
    health = Health(grid, counts, sense)
    choose = Random(1)
    for _ in range(4000):
        for cell in range(grid.cells):
            counts[cell] = 2048 + round(choose.gauss(0, 3)) if cell != 18 else 2050
        health.observe(sense.update())
    assert [cell for cell, state in enumerate(health.states) if state == DEAD] == [18]


def test_noise_is_found_and_a_noisy_panel_is_still_played_on() -> None:
    board = TwinSensing()
    board.twin.faults.set("noise", 20)
    board.run(15)
    assert len(board.faults()) >= 35
    assert set(board.faults().values()) == {"noisy"}
    assert not any(board.sense.masked)
    noise = board.health.noise(0) / 10
    assert noise == pytest.approx(20, rel=0.5)
    board.twin.faults.set("noise", 3)
    board.run(15)
    assert board.faults() == {}


@pytest.mark.integration
def test_one_noisy_sensor_is_played_around() -> None:
    """A loose wire: readings all over the range, or just too restless to settle."""
    for rms in (30, 600):
        grid = HexGrid(4)
        counts = TwinSensing().scan.counts
        sense = Sense(grid, counts)
        health = Health(grid, counts, sense)
        choose = Random(rms)
        for _ in range(3000):
            for cell in range(grid.cells):
                reading = 2048 + round(choose.gauss(0, rms if cell == 18 else 3))
                counts[cell] = max(100, min(3995, reading))
            health.observe(sense.update())
        assert [_STATES[state] for state in health.states if state] == ["noisy"], rms
        assert health.mask_unusable() and list(sense.masked) == [cell == 18 for cell in range(grid.cells)]


def test_drift_beyond_what_is_followed_is_found() -> None:
    board = TwinSensing()
    board.run(2)
    board.twin.faults.set("drift", "d4:110")
    board.run(30)
    assert board.faults() == {"d4": "drifted"}
    assert not board.sense.masked[board.grid.cell("d4")]
    other = TwinSensing()
    other.run(2)
    other.twin.faults.set("drift", 35)
    other.run(30)
    assert other.faults() == {}, "a little drift of all sensors is followed"


@pytest.mark.parametrize(("strength", "piece"), [(0.5, WHITE), (0.25, EMPTY)])
def test_a_weak_magnet_is_found_also_one_too_weak_to_be_a_disc(strength: float, piece: int) -> None:
    board = TwinSensing()
    board.run(2)
    board.twin.table.put("d4", "white")
    board.twin.table.put("f3", "white")
    board.twin.faults.set("weak_magnet", f"d4:{strength}")
    board.run(10)
    assert board.faults() == {"d4": "weak"}
    assert board.sense.pieces[board.grid.cell("d4")] == piece
    board.twin.table.lift("d4")
    board.twin.table.put("d4", "black")
    board.run(10)
    assert board.faults() == {}, "another disc on this cell is strong enough"


def test_weak_is_judged_by_the_learned_span() -> None:
    """A sensor of 62 % is weak by the nominal band and sound by its own."""
    for span, faults in ((0, {"d4": "weak"}), (round(0.62 * NOMINAL_SPAN), {})):
        board = TwinSensing()
        cell = board.grid.cell("d4")
        board.twin.sensors.sensitivity[cell] = 0.62
        board.run(2)
        if span:
            board.sense.set_span(cell, span)
        board.twin.table.put("d4", "white", 2.0, 2.0)
        board.run(10)
        assert board.faults() == faults
        assert board.sense.pieces[cell] == WHITE


def report(board: TwinSensing) -> Iterator[dict[str, Any]]:
    return health_messages(board.grid, board.health, board.sense, without_archive(bytearray(b"\xff" * 4096)))


def test_a_host_gets_every_cell_in_turn() -> None:
    board = TwinSensing("hex9")
    board.twin.faults.set("stuck_sensor", "i9:0")
    board.run(8)
    sent = list(itertools.islice(report(board), 14))
    assert [message["first"] for message in sent] == list(range(0, 217, _SLICE))
    assert sum(len(message["counts"]) for message in sent) == 217
    named = {name: state for message in sent for name, state in message["cells"].items()}
    assert named == {"i9": "dead"}
    for cell in range(217):
        board.scan.counts[cell], board.health.states[cell] = 4095, _STATES.index("drifted")
    assert max(len(wire.encode(message)) for message in itertools.islice(report(board), 14)) <= wire.MAX_LINE


@pytest.mark.integration
def test_a_disc_that_comes_near_now_and_then_is_no_noise() -> None:
    """Hands come and go over a cell on a board of restless converters; its sensor stays believed."""
    board = TwinSensing(seed=5)
    board.twin.faults.set("noise", 4.0)
    board.run(12)
    cell = board.grid.cell("d4")
    for _ in range(12):
        # Far enough off its middle to be felt a little, for a look or two.
        board.twin.sensors.drift[cell] = 110.0
        board.twin.table.refresh()
        board.run(0.5)
        board.twin.sensors.drift[cell] = 0.0
        board.twin.table.refresh()
        board.run(4)
    assert ("d4", "noisy") not in board.changes


def test_what_went_wrong_follows_the_last_cells_and_the_panel_begins_again() -> None:
    board = TwinSensing("hex4")
    memory = without_archive(ByteArray(Clock(), Flash(Clock())))
    sent: list[dict[str, object]] = []

    def told(count: int) -> list[tuple[object, object]]:
        sent[:] = itertools.islice(health_messages(board.grid, board.health, board.sense, memory), count)
        return [(message["type"], message.get("first", message.get("place"))) for message in sent]

    panel = [("health", 0), ("health", 16), ("health", 32)]
    assert told(5) == [*panel, ("incident", 0), ("health", 0)]
    assert "what" not in sent[3], "a board without any says so"
    incidents.keep(memory, incidents.HANG, 9, b"")
    incidents.keep(memory, incidents.CRASH, 9, b"RuntimeError: boom")
    assert told(6) == [*panel, ("incident", 0), ("incident", 1), ("health", 0)]
    assert [sent[at]["what"] for at in (3, 4)] == ["crash", "hang"]

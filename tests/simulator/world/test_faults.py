"""Fault knobs: each takes effect, and bad values are refused."""

import os
import statistics
from pathlib import Path
from typing import Any

import pytest

from hexlume_hw.physics.converter import RP2350
from hexlume_sim.chip.power import PowerCut
from hexlume_sim.serial_port import PseudoTerminal
from hexlume_sim.twin import Twin
from hexlume_sim.world.faults import KNOBS, FaultRefused

BENT = 1 + 1.5 * RP2350.bent_counts
"""Counts by which half a field may give more or less than half the reading: the converter is not straight."""


def mean(bench: Any, cell: str) -> float:
    converter = bench.select(bench.twin.grid.cell(cell))
    return statistics.fmean(converter.value >> 4 for _ in range(200))


def test_dead_sensor(twin: Twin, bench: Any) -> None:
    twin.table.put("d4", "white")
    twin.table.put("e4", "white")
    twin.faults.set("dead_sensor", "d4")
    assert mean(bench, "d4") == pytest.approx(2048, abs=30)
    assert mean(bench, "e4") > 2400
    twin.faults.set("dead_sensor", "")
    assert mean(bench, "d4") > 2400


def test_stuck_sensor(twin: Twin, bench: Any) -> None:
    twin.faults.set("stuck_sensor", "d4:3000")
    twin.table.put("d4", "black")
    assert mean(bench, "d4") == pytest.approx(3000, abs=1.5)
    twin.faults.set("stuck_sensor", "")
    assert mean(bench, "d4") < 1700


def test_noise(twin: Twin, bench: Any) -> None:
    converter = bench.select(0)
    for counts in (0.0, 20.0):
        twin.faults.set("noise", counts)
        spread = statistics.pstdev(converter.value >> 4 for _ in range(2000))
        assert spread == pytest.approx(counts, rel=0.1, abs=0.01)


def test_drift(twin: Twin, bench: Any) -> None:
    before = {cell: mean(bench, cell) for cell in ("d4", "e4")}
    twin.faults.set("drift", 50)
    twin.faults.set("drift", "e4:-80")
    assert mean(bench, "d4") - before["d4"] == pytest.approx(50, abs=1.5)
    assert mean(bench, "e4") - before["e4"] == pytest.approx(-80, abs=1.5)


def test_weak_magnet(twin: Twin, bench: Any) -> None:
    zero = mean(bench, "d4")
    twin.table.put("d4", "white")
    full = mean(bench, "d4") - zero
    twin.faults.set("weak_magnet", "d4:0.5")
    assert mean(bench, "d4") - zero == pytest.approx(full / 2, abs=BENT)
    twin.table.move("d4", "a1")  # the magnet goes with its disc
    twin.table.move("a1", "d4")
    assert mean(bench, "d4") - zero == pytest.approx(full / 2, abs=BENT)
    twin.table.clear()
    twin.faults.set("weak_magnet", 0.25)
    twin.table.put("d4", "white")
    assert mean(bench, "d4") - zero == pytest.approx(full / 4, abs=BENT)


def test_settle(twin: Twin, bench: Any) -> None:
    twin.faults.set("noise", 0)
    twin.faults.set("stuck_sensor", "a1:500")
    twin.faults.set("stuck_sensor", "a4:3000")
    converter = bench.select(0)
    twin.faults.set("settle", 500)
    bench.address[0].value = True
    assert converter.value >> 4 < 1500


def test_unplug(twin: Twin, tmp_path: Path) -> None:
    name = tmp_path / "serial"
    port = PseudoTerminal(twin.chip.cable, name)
    twin.chip.data.link = port
    twin.clock.advance(3_000_000)
    assert twin.chip.cable.connected
    assert name.exists()
    host = os.open(name, os.O_RDWR | os.O_NOCTTY)
    twin.faults.set("unplug", 1)
    assert not twin.chip.cable.connected
    assert not twin.chip.data.connected
    assert not name.exists()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(host, b"x")
    os.close(host)
    twin.faults.set("unplug", 0)
    assert twin.chip.cable.connected
    os.close(os.open(name, os.O_RDWR | os.O_NOCTTY))
    port.close()


def test_nvm_cut(twin: Twin) -> None:
    twin.faults.set("nvm_cut", 7)
    twin.chip.nvm[0:5] = b"12345"
    with pytest.raises(PowerCut):
        twin.chip.nvm[5:10] = b"67890"
    assert bytes(twin.chip.flash.cells[:10]) == b"1234567\xff\xff\xff"
    twin.faults.set("nvm_cut", -1)
    twin.chip.nvm[7:10] = b"890"


def test_every_fault_knob_is_listed_and_tested() -> None:
    assert {f"test_{knob.name}" for knob in KNOBS} <= set(globals())


def test_sound_value_of_every_fault_knob_changes_nothing(twin: Twin) -> None:
    fresh = Twin("hex4", seed=1)
    for knob in KNOBS:
        if knob.name != "stuck_sensor":
            twin.faults.set(knob.name, knob.sound)
    assert twin.front.levels == fresh.front.levels
    assert twin.front.noise == fresh.front.noise


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("nois", 1, "There is no fault 'nois': choose dead_sensor"),
        ("noise", -1, "The fault noise takes a number from 0 to 1000, not '-1'."),
        ("noise", "loud", "not 'loud'"),
        ("noise", float("nan"), "not 'nan'"),
        ("drift", "z9:4", "The panel hex4 has no cell 'z9'."),
        ("weak_magnet", "d4:0.5", "There is no disc on d4."),
        ("stuck_sensor", 5, "needs a cell"),
    ],
)
def test_bad_faults_are_refused(twin: Twin, name: str, value: float | str, message: str) -> None:
    with pytest.raises(FaultRefused) as refused:
        twin.faults.set(name, value)
    assert message in str(refused.value)

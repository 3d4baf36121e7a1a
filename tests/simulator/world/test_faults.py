"""Fault knobs: each takes effect, and bad values are refused."""

import statistics
from typing import Any

import pytest

from hexlume_hw.physics.converter import RP2350
from hexlume_sim.twin import Twin
from hexlume_sim.world.faults import FaultRefused

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
    twin.table.clear()
    twin.faults.set("weak_magnet", 0.25)
    twin.table.put("d4", "white")
    assert mean(bench, "d4") - zero == pytest.approx(full / 4, abs=BENT)


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

"""Multiplexers, converter, and readings taken too early."""

import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.twin import Twin
from tests.simulator.conftest import Bench


@given(counts=st.integers(0, 4095))
def test_adc_stretches_twelve_bits_to_sixteen(counts: int) -> None:
    """CircuitPython: (v << 4) | (v >> 8)."""
    twin = Twin("hex4")
    twin.faults.set("noise", 0)
    twin.faults.set("stuck_sensor", f"a1:{counts}")
    assert Bench(twin).select(0).value == (counts << 4) | (counts >> 8)


@pytest.mark.parametrize("panel", ["hex4", "hex9", "square11"])
def test_every_cell_is_reached_by_its_own_channel(panel: str) -> None:
    twin = Twin(panel)
    twin.faults.set("noise", 0)
    bench = Bench(twin)
    for cell in range(twin.grid.cells):
        twin.faults.set("stuck_sensor", f"{twin.grid.name(cell)}:{1000 + cell}")
    assert [bench.counts(cell) for cell in range(twin.grid.cells)] == [1000 + c for c in range(twin.grid.cells)]


def test_channel_read_too_early_gives_the_old_channels_ghost(quiet_bench: Any) -> None:
    twin = quiet_bench.twin
    twin.faults.set("stuck_sensor", "a1:500")
    twin.faults.set("stuck_sensor", "a4:3000")  # the next channel of the same input
    twin.faults.set("settle", 1000)
    converter = quiet_bench.select(0)
    twin.clock.advance(1000)
    changed = next(line for bit, line in enumerate(quiet_bench.address) if twin.sensors.sites[3].address >> bit & 1)
    changed.value = True
    assert converter.value >> 4 == pytest.approx(500, abs=250)
    assert twin.front.early_reads == 1
    twin.clock.advance(1000)
    assert converter.value >> 4 == 3000
    assert twin.front.early_reads == 1


def test_adc_input_floats_with_no_multiplexer_enabled(quiet_bench: Any) -> None:
    quiet_bench.twin.faults.set("stuck_sensor", "a1:2000")
    converter = quiet_bench.select(0)
    quiet_bench.enable[0].value = True
    assert converter.value >> 4 == pytest.approx(2000, abs=20)  # the capacitor's charge
    quiet_bench.twin.clock.advance(100_000)
    assert converter.value >> 4 < 100
    assert quiet_bench.twin.front.floating_reads == 2


def test_two_enabled_multiplexers_short_their_sensors() -> None:
    bench = Bench(Twin("hex5"))
    bench.select(0)
    bench.enable[1].value = False
    assert bench.twin.front.shorts == 1


def test_adc_noise_has_the_documented_size_and_follows_the_seed() -> None:
    def readings(seed: int) -> list[int]:
        twin = Twin("hex4", seed)
        twin.faults.set("stuck_sensor", "a1:2000")
        converter = Bench(twin).select(0)
        return [converter.value >> 4 for _ in range(2000)]

    one = readings(1)
    assert statistics.pstdev(one) == pytest.approx(3.0, rel=0.1)
    assert statistics.fmean(one) == pytest.approx(2000, abs=0.6)
    assert one == readings(1)
    assert one != readings(2)

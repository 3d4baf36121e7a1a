"""The time from an address to a settled input: ngspice against arithmetic, and the scan against ngspice."""

from math import log
from pathlib import Path

import pytest

from hexlume.hardware.scan import SETTLE_US
from hexlume_hw.checks.adc_settling import DECODE_US, ON_OHMS, Channel, settle_us, worst_us

pytestmark = pytest.mark.integration


def test_a_single_resistor_and_capacitor_settle_as_they_must() -> None:
    """Within half a count of 4,096 after a step of 2.9 V of 3.3 V, at the rate of 600 ohm and 1 nF: 5.34 us."""
    bare = Channel(130.0, address_pf=0.1, common_pf=0.1, sensor_pf=1.0, drive_ma=1000.0)
    ohms = bare.on_ohms + bare.filter_ohms + 10.0
    expected = ohms * 1e-3 * log((bare.high_v - bare.low_v) / (bare.supply_v / 4096 / 2))
    assert settle_us(bare) - DECODE_US == pytest.approx(expected, rel=0.01)


def test_more_resistance_or_less_current_takes_longer() -> None:
    times = [settle_us(Channel(on_ohms)) for on_ohms in ON_OHMS]
    assert times == sorted(times)
    assert settle_us(Channel(130.0, drive_ma=10.0)) < times[1]
    assert settle_us(Channel(130.0, filter_nf=2.2)) > 1.5 * times[1]


def test_the_scan_waits_as_long_as_the_worst_channel_takes() -> None:
    assert max(settle_us(Channel(on_ohms)) for on_ohms in ON_OHMS) <= worst_us()
    assert worst_us() == SETTLE_US


def test_the_page_has_the_times() -> None:
    text = (Path(__file__).parents[3] / "docs/hardware/circuit.md").read_text(encoding="utf-8")
    for on_ohms in ON_OHMS:
        row = next(line for line in text.splitlines() if line.startswith(f"| {on_ohms:.0f} Ω"))
        assert row.endswith(f"| {settle_us(Channel(on_ohms)):.1f} µs |")

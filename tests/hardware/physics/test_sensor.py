"""The sensors' figures, and that twin and firmware go by the same ones."""

import pytest

from hexlume.sensing import sense
from hexlume_hw.physics import sensor
from hexlume_hw.physics.sensor import SENSOR


def test_a_sensor_shows_no_more_than_its_range() -> None:
    """SBAS640: the A2 is linear to 44 mT at 3.3 V."""
    assert SENSOR.felt_mt(60.0) == 44.0
    assert SENSOR.felt_mt(-60.0) == -44.0
    assert SENSOR.felt_mt(20.6) == 20.6
    assert SENSOR.counts_per_mt == pytest.approx(37.24, abs=0.01)


def test_the_firmware_goes_by_the_same_figures() -> None:
    assert sense._MIDDLE == sensor.MIDDLE
    assert pytest.approx(20.6 * SENSOR.counts_per_mt, rel=0.01) == sense.NOMINAL_SPAN

"""The sensors' and the converter's figures, and that twin and firmware go by the same ones."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.sensing import calibration
from hexlume_hw.physics import sensor
from hexlume_hw.physics.sensor import FULL_SCALE, MOST_BENT_COUNTS, SENSOR, converted

JUMPS = (512, 1536, 2560, 3584)


@given(st.floats(0, FULL_SCALE), st.floats(0, FULL_SCALE))
def test_the_converter_never_runs_backwards(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert converted(low) <= converted(high) + 1e-9


@given(st.floats(0, FULL_SCALE))
def test_the_converter_is_bent_by_half_a_jump_at_most(level: float) -> None:
    assert abs(converted(level) - level) <= MOST_BENT_COUNTS + 1e-9
    assert -1e-9 <= converted(level) <= FULL_SCALE + 1e-9


@pytest.mark.parametrize("jump", JUMPS)
def test_the_converter_sticks_at_its_wide_steps(jump: int) -> None:
    """RP2040 datasheet, 4.9.4: four codes are some eight times as wide as the others."""
    assert {converted(jump + off) for off in (-MOST_BENT_COUNTS, -1, 0, 2, MOST_BENT_COUNTS)} == {jump}
    assert converted(jump + MOST_BENT_COUNTS + 1) > jump > converted(jump - MOST_BENT_COUNTS - 1)


def test_the_converter_is_straight_where_sensors_rest() -> None:
    for level in (0, 1024, 2048, 3072, 4096):
        assert converted(level) == pytest.approx(level, abs=1e-6)


def test_a_sensor_shows_no_more_than_its_range() -> None:
    """SBAS640: the A2 is linear to 44 mT at 3.3 V."""
    assert SENSOR.felt_mt(60.0) == 44.0
    assert SENSOR.felt_mt(-60.0) == -44.0
    assert SENSOR.felt_mt(20.6) == 20.6
    assert SENSOR.counts_per_mt == pytest.approx(37.24, abs=0.01)


def test_the_firmware_goes_by_the_same_figures() -> None:
    assert calibration._MIDDLE == sensor.MIDDLE
    assert pytest.approx(20.6 * SENSOR.counts_per_mt, rel=0.01) == calibration.NOMINAL_SPAN


def test_the_twin_needs_none_of_the_extras_packages() -> None:
    """People play on the simulator without the extra ``hardware``."""
    program = (
        "import sys\n"
        "for name in ('numpy', 'scipy', 'magpylib', 'matplotlib'): sys.modules[name] = None\n"
        "from hexlume_sim.twin import Twin\n"
        "twin = Twin('hex4'); twin.table.put('d4', 'white')\n"
        "print(round(twin.sensors.field_mt(twin.grid.cell('d4'), [twin.table.disc('d4')]), 1))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "20.6\n"

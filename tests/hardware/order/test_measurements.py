"""What to measure: within the figures of circuit and datasheets, and as docs/build.md has it."""

import re
from pathlib import Path

import pytest

from hexlume.sensing import calibration
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.device.health import COUNTS_PER_MT
from hexlume_hw import ORDERABLE
from hexlume_hw.board.marks import probes
from hexlume_hw.checks import power
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.order import measurements as measured
from hexlume_hw.order.soldering_steps import steps
from hexlume_hw.panel.wiring import markdown

GUIDE = (Path(__file__).parents[3] / "docs/build.md").read_text(encoding="utf-8")


def test_the_guide_has_the_measurements_of_the_documented_panel() -> None:
    assert markdown([("where", "when", "expected", "why"), *measured.measurements("hex5")]) in GUIDE


@pytest.mark.parametrize("panel", ORDERABLE)
def test_a_sound_panel_is_within_every_range(panel: str) -> None:
    low, high = measured.supply_v()
    assert low < power.SUPPLY_V < high
    assert measured.rail_v()[0] < power.SENSOR_V < measured.rail_v()[1] < low
    assert measured.REST_V[0] < power.SENSOR_V / 2 < measured.REST_V[1]
    # The worst draw has every light on.
    assert power.typical(panel).sensors + power.CONTROLLER_TYPICAL_MA < measured.current_ma(panel)
    assert measured.current_ma(panel) + measured.coloured_ma(panel)[1] < power.worst(panel).total
    # Neither a line that is stuck low nor one that is stuck high is taken for data.
    assert measured.LOW_V < measured.data_v(panel)[0] < measured.data_v(panel)[1] < low


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_test_point_is_measured(panel: str) -> None:
    named = " ".join(row.where for row in measured.measurements(panel))
    assert {probe.label for probe in probes(panel)} <= set(re.findall(r"\w+", named))


def test_a_discs_reading_is_what_calibration_accepts() -> None:
    least, most = (round(span / COUNTS_PER_MT) for span in (calibration._LEAST_SPAN, calibration._MOST_SPAN))
    assert (least, most) == measured.DISC_MT
    assert f"about +{NOMINAL_SPAN / COUNTS_PER_MT:.0f} (+{least} to +{most}, as calibration" in GUIDE
    (disc,) = [words for words in steps(netlist("hex4"))[-1].words if "at least +" in words]
    assert f"at least +{least} and at most +{most}" in disc

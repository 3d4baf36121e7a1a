"""Calibration on demand, on the twin's sensors."""

import pytest

from hexlume.menu.calibration_wizard import _CLEARING, _CLOSED, _SPANS, _ZEROS, CalibrationWizard
from hexlume.sensing.calibration import NOMINAL_SPAN
from hexlume.sensing.panel import STATE_LED, STATUS_LEDS
from hexlume.table import prompt
from tests.firmware.sensing.twin_sensing import TwinSensing


class Run:
    """A run of learning on a twin of hex4."""

    def __init__(self) -> None:
        self.board = TwinSensing()
        self.board.run(1)

    def open(self) -> None:
        self.learning = CalibrationWizard(self.board.grid, self.board.scan.counts, self.board.sense)

    def passes(self, count: int) -> None:
        for _ in range(count):
            self.board.run(0.01)
            if self.learning.stage != _CLOSED:
                self.learning.take()

    def cues(self) -> dict[str, int]:
        cues = bytearray(self.board.grid.cells + STATUS_LEDS)
        self.learning.cues(cues)
        assert cues[self.board.grid.cells + STATE_LED] == prompt.LEARNING
        return {self.board.grid.name(cell): cues[cell] for cell in range(self.board.grid.cells) if cues[cell]}


def test_discs_come_off_first_then_zeros_and_spans_are_learned_and_it_ends_by_itself() -> None:
    run = Run()
    table, sense = run.board.twin.table, run.board.sense
    table.put("d4", "white")
    run.board.run(0.3)
    run.board.twin.faults.set("drift", 30.0)
    run.open()
    run.passes(200)
    assert run.learning.stage == _CLEARING and run.cues() == {"d4": prompt.TAKE_THIS_OFF}
    zero = sense.zero[0]
    table.lift("d4")
    run.passes(108)
    assert run.learning.stage == _ZEROS
    run.passes(30)
    assert run.learning.stage == _SPANS
    assert sense.zero[0] == pytest.approx(zero + 30, abs=9), "part of it was followed as drift before"
    assert set(run.cues().values()) == {prompt.MENU_CHOICE} and len(run.cues()) == 37
    for name in map(run.board.grid.name, range(run.board.grid.cells)):
        table.put(name, "black")
        run.passes(30)
        assert run.cues()[name] == prompt.MENU_TOUCHED, "measured: it may go on to the next cell"
        table.lift(name)
        run.passes(6)
        assert run.learning.stage == _CLOSED or name not in run.cues()
    assert run.learning.stage == _CLOSED
    sensitivity = run.board.twin.sensors.sensitivity
    for cell, span in enumerate(sense.span):
        assert span == pytest.approx(NOMINAL_SPAN * sensitivity[cell], rel=0.03)


def test_act_goes_on_where_a_sensor_still_reads_as_if_a_disc_were_there_and_ends_it() -> None:
    run = Run()
    run.board.twin.faults.set("drift", "b2:700")
    run.open()
    run.passes(100)
    assert run.learning.stage == _CLEARING and list(run.cues()) == ["b2"]
    assert not run.learning.go_on() and run.learning.stage == _ZEROS
    assert not run.learning.go_on(), "zeros are learned to the end"
    run.passes(40)
    assert run.learning.stage == _SPANS
    assert run.learning.go_on() and run.learning.stage == _CLOSED

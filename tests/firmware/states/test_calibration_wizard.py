"""Calibration on demand, on the twin's sensors."""

from types import SimpleNamespace
from typing import Any

import pytest

from hexlume.hardware.panel import ACT_BUTTON, BACK_BUTTON, STATE_LED, STATUS_LEDS
from hexlume.journal.flash_log import CALIBRATION
from hexlume.output import led_cues
from hexlume.play.state import State
from hexlume.sensing.calibration import stored
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume.states.calibration_wizard import CalibrationState
from hexlume.table.prompt import Prompt
from tests.firmware.journal.journal_board import without_archive
from tests.firmware.sensing.twin_sensing import TwinSensing


class Run:
    """A run of learning on a twin of hex4."""

    def __init__(self) -> None:
        self.board = TwinSensing()
        self.board.run(1)
        self.memory = without_archive(bytearray(b"\xff" * 4096))
        self.paused_ms: list[int] = []
        self.game = State()

    def open(self) -> None:
        session: Any = SimpleNamespace(
            grid=self.board.grid,
            sense=self.board.sense,
            memory=self.memory,
            prompt=Prompt(self.board.grid.cells),
            pause=self.paused_ms.append,
            resume=lambda ms: self.game,
            buzzer=SimpleNamespace(play=lambda tune: None),
        )
        self.learning = CalibrationState(session, 7)
        self.state: State = self.learning
        assert self.paused_ms == [7]

    @property
    def ended(self) -> bool:
        return self.state is self.game

    @property
    def stage(self) -> str:
        if self.learning.clearing:
            return "clearing"
        return "spans" if self.board.sense.known else "zeros"

    def passes(self, count: int) -> None:
        for _ in range(count):
            self.board.run(0.01)
            if not self.ended:
                self.state = self.state.step(False, 0)

    def press(self, button: int = ACT_BUTTON) -> None:
        self.state = self.state.press(button, False, 0)

    def cues(self) -> dict[str, int]:
        cues = bytearray(self.board.grid.cells + STATUS_LEDS)
        self.learning.compose(cues)
        assert cues[self.board.grid.cells + STATE_LED] == led_cues.LEARNING
        return {self.board.grid.name(cell): cues[cell] for cell in range(self.board.grid.cells) if cues[cell]}


def test_discs_come_off_first_then_zeros_and_spans_are_learned_and_it_ends_by_itself() -> None:
    run = Run()
    table, sense = run.board.twin.table, run.board.sense
    table.put("d4", "white")
    run.board.run(0.3)
    run.board.twin.faults.set("drift", 30.0)
    run.open()
    run.passes(200)
    assert run.stage == "clearing" and run.cues() == {"d4": led_cues.TAKE_THIS_OFF}
    zero = sense.zero[0]
    table.lift("d4")
    run.passes(108)
    assert run.stage == "zeros"
    run.passes(30)
    assert run.stage == "spans"
    assert sense.zero[0] == pytest.approx(zero + 30, abs=9), "part of it was followed as drift before"
    assert set(run.cues().values()) == {led_cues.MENU_CHOICE} and len(run.cues()) == 37
    for name in map(run.board.grid.name, range(run.board.grid.cells)):
        table.put(name, "black")
        run.passes(30)
        assert run.cues()[name] == led_cues.MENU_TOUCHED, "measured: it may go on to the next cell"
        table.lift(name)
        run.passes(6)
        assert run.ended or name not in run.cues()
    assert run.ended
    kept = stored(run.memory.read(CALIBRATION), run.board.grid.cells)
    assert kept is not None and kept.span == sense.span
    sensitivity = run.board.twin.sensors.sensitivity
    for cell, span in enumerate(sense.span):
        assert span == pytest.approx(NOMINAL_SPAN * sensitivity[cell], rel=0.03)


def test_act_goes_on_where_a_sensor_still_reads_as_if_a_disc_were_there_and_ends_it() -> None:
    run = Run()
    run.board.twin.faults.set("drift", "b2:700")
    run.open()
    run.passes(100)
    assert run.stage == "clearing" and list(run.cues()) == ["b2"]
    run.press()
    assert not run.ended and run.stage == "zeros"
    run.press()
    assert not run.ended, "zeros are learned to the end"
    run.passes(40)
    assert run.stage == "spans"
    run.press()
    assert run.ended


def test_any_other_button_ends_it_at_once() -> None:
    run = Run()
    run.open()
    run.press(BACK_BUTTON)
    assert run.ended


def test_every_cell_is_measured_and_those_that_feel_nothing_are_left_waiting() -> None:
    run = Run()
    board = run.board
    board.twin.sensors.sensitivity[board.grid.cell("c3")] = 0.7
    board.twin.faults.set("dead_sensor", "b2")
    run.open()
    run.press()
    run.passes(40)
    assert run.stage == "spans" and all(run.learning.waiting)
    for cell in range(board.grid.cells):
        name = board.grid.name(cell)
        board.twin.table.put(name, "black" if cell % 2 else "white")
        run.passes(50)
        if cell % 3:
            board.twin.table.lift(name)  # the others stay, and their crosstalk is allowed for
    assert [board.grid.name(cell) for cell in range(board.grid.cells) if run.learning.waiting[cell]] == ["b2"]
    calibration = run.learning._calibration
    for cell in range(board.grid.cells):
        if not run.learning.waiting[cell]:
            expected = NOMINAL_SPAN * board.twin.sensors.sensitivity[cell]
            assert calibration.span[cell] == board.sense.span[cell] == pytest.approx(expected, rel=0.03)

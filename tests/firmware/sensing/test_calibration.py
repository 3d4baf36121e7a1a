"""Calibration: what is learned, how it is packed, and that it moves the thresholds with the sensor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import WHITE, WHITE_LEADER
from hexlume.sensing.calibration import (
    _LEAST_SPAN,
    _LEAST_ZERO,
    _MOST_SPAN,
    _MOST_ZERO,
    Calibration,
    stored,
)
from hexlume.sensing.sense import _MIDDLE, NOMINAL_SPAN, PRESENT, STRONG
from tests.firmware.sensing.twin_sensing import TwinSensing

CELLS = st.sampled_from((1, 37, 121, 217))
ZERO = st.one_of(st.just(0), st.integers(_LEAST_ZERO, _MOST_ZERO))
SPAN = st.one_of(st.just(0), st.integers(_LEAST_SPAN, _MOST_SPAN))


def known_to(board: TwinSensing) -> Calibration:
    assert board.sense.calibration is not None
    return board.sense.calibration


@given(CELLS, st.data())
def test_what_is_packed_is_unpacked(cells: int, data: st.DataObject) -> None:
    calibration = Calibration(cells)
    learned = data.draw(st.dictionaries(st.integers(0, cells - 1), st.tuples(ZERO, SPAN)))
    for cell, (zero, span) in learned.items():
        if zero:
            calibration.learn_zero(cell, zero)
            assert calibration.zero[cell] == zero
        assert not span or calibration.learn_span(cell, span)
    packed = calibration.pack()
    assert len(packed) == 7 + 3 * cells <= 1024
    again = stored(packed, cells)
    assert again is not None
    assert (again.zero, again.span) == (calibration.zero, calibration.span)


@given(st.data())
def test_damaged_bytes_are_refused(data: st.DataObject) -> None:
    packed = bytearray(Calibration(37).pack())
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    assert stored(bytes(packed), 37) is None


def test_another_panels_calibration_and_impossible_values_are_refused() -> None:
    assert stored(Calibration(37).pack(), 61) is None
    calibration = Calibration(37)
    calibration.zero[5] = 900
    assert stored(calibration.pack(), 37) is None
    assert not calibration.learn_span(3, _MOST_SPAN + 1)
    calibration.learn_zero(3, _MOST_ZERO + 1)
    assert calibration.zero[3] == 0


def test_zeros_are_learned_at_the_first_start_and_only_then() -> None:
    board = TwinSensing()
    board.run(1)
    calibration = known_to(board)
    for cell in range(board.grid.cells):
        assert calibration.zero[cell] == pytest.approx(
            _MIDDLE + board.twin.sensors.offset_mv[cell] * 4096 / 3300, abs=3
        )
    board.start(stored(calibration.pack(), board.grid.cells))
    board.twin.faults.set("drift", 20)
    board.run(1)
    assert known_to(board).zero == calibration.zero


def test_a_start_with_discs_on_the_table_takes_the_stored_zeros() -> None:
    board = TwinSensing()
    board.twin.sensors.offset_mv[board.grid.cell("d4")] = 50.0
    board.run(1)
    calibration = known_to(board)
    known = list(calibration.zero)
    board.twin.table.put("d4", "black")
    for name in ("d5", "e4", "c4"):
        board.twin.table.put(name, "white leader")
    board.start(stored(calibration.pack(), board.grid.cells))
    board.run(1)
    for name in ("d4", "d5", "d3", "e3"):
        cell = board.grid.cell(name)
        assert board.sense.zero[cell] == known[cell], name


def test_thresholds_scale_with_the_span() -> None:
    """A leader on a sensor of 65 % reads as a pawn by nominal thresholds, and as a leader by its own."""
    for span, piece in ((0, WHITE), (round(0.65 * NOMINAL_SPAN), WHITE_LEADER)):
        board = TwinSensing()
        cell = board.grid.cell("d4")
        board.twin.sensors.sensitivity[cell] = 0.65
        board.run(1)
        if span:
            board.sense.set_span(cell, span)
        board.twin.table.put("d4", "white leader")
        board.run(0.5)
        assert board.sense.pieces[cell] == piece
    sense = TwinSensing().sense
    assert (sense.scaled(0, PRESENT), sense.scaled(0, STRONG)) == (PRESENT, STRONG)

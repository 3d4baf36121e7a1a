"""Sensing: classes by the bands of the magnets' physics, hysteresis, and only what is at rest."""

from array import array

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.sensing import sense
from hexlume.sensing.sense import _LEARNING_SCANS, _MIDDLE

GRID = HexGrid(4)
CELL = GRID.cell("d4")
STRENGTHS = {WHITE: (417, 1053), WHITE_LEADER: (1316, 2047), BLACK: (-1053, -417), BLACK_LEADER: (-2047, -1316)}
"""Counts from zero of each class: the bands of an 8 x 3 mm magnet at 9 mm (pawn) and 5 mm (leader)."""


def started(offset: int = 0) -> tuple[sense.Sense, "array[int]"]:
    """Return a sense that has learned an empty panel whose sensors all rest ``offset`` counts off the middle."""
    counts = array("H", [_MIDDLE + offset] * GRID.cells)
    sensing = sense.Sense(GRID, counts)
    updates = [sensing.update() for _ in range(_LEARNING_SCANS + sense._FINDING_SCANS)]
    assert updates == [False] * (len(updates) - 1) + [True]
    return sensing, counts


def scans_until_change(sensing: sense.Sense) -> int:
    for scan in range(1, 2 * sense._LONG_SCANS):
        if sensing.update():
            return scan
    return 0


@given(st.sampled_from(sorted(STRENGTHS)), st.data(), st.integers(-75, 75))
def test_a_disc_at_rest_is_told_apart_in_three_scans(piece: int, data: st.DataObject, offset: int) -> None:
    sensing, counts = started(offset)
    low, high = STRENGTHS[piece]
    counts[CELL] = max(0, min(4095, _MIDDLE + offset + data.draw(st.integers(low, high))))
    assert scans_until_change(sensing) == sense._SETTLED_SCANS
    assert sensing.pieces[CELL] == piece
    assert sum(1 for found in sensing.pieces if found) == 1


def test_a_disc_that_may_rest_is_settling_until_it_counts() -> None:
    sensing, counts = started()
    assert not sensing.settling
    counts[CELL] = _MIDDLE + 700
    seen = []
    while not sensing.update():
        seen.append(sensing.settling)
    assert seen == [True] * (sense._SETTLED_SCANS - 1)
    assert not sensing.settling


def test_a_disc_held_still_where_it_is_not_believed_is_not_settling_for_long() -> None:
    sensing, counts = started()
    counts[CELL] = _MIDDLE + sense._FAINT - 40
    settling = 0
    for _ in range(sense._LONG_SCANS - 1):
        assert not sensing.update()
        settling += sensing.settling
    assert settling < sense._SETTLED_SCANS


@given(st.lists(st.integers(-118, 118), min_size=1, max_size=40))
def test_crosstalk_of_neighbours_is_never_a_disc(readings: list[int]) -> None:
    sensing, counts = started()
    for reading in readings:
        counts[CELL] = _MIDDLE + reading
        assert not sensing.update()
    assert sensing.pieces[CELL] == EMPTY


def test_a_disc_on_its_way_down_is_not_believed_until_it_rests() -> None:
    """A leader reads as a pawn on its way down; only the class at rest counts."""
    sensing, counts = started()
    for reading in range(0, 1800, sense._STEADY + 20):
        counts[CELL] = _MIDDLE + reading
        assert not sensing.update()
    counts[CELL] = _MIDDLE + 1800
    assert 0 < scans_until_change(sensing) <= sense._LONG_SCANS
    assert sensing.pieces[CELL] == WHITE_LEADER


def test_a_resting_disc_stays_what_it_is_within_the_hysteresis() -> None:
    for sign, pawn, leader in ((1, WHITE, WHITE_LEADER), (-1, BLACK, BLACK_LEADER)):
        sensing, counts = started()
        for counted, piece in (
            (sense.STRONG + 200, leader),
            (sense.STRONG - sense.HYSTERESIS + 1, leader),
            (sense.STRONG - sense.HYSTERESIS - 1, pawn),
            (sense.STRONG + sense.HYSTERESIS - 1, pawn),
            (sense.PRESENT - sense.HYSTERESIS + 1, pawn),
            (sense.PRESENT - sense.HYSTERESIS - 1, EMPTY),
            (sense.STRONG + sense.HYSTERESIS + 1, leader),
        ):
            counts[CELL] = _MIDDLE + sign * counted
            scans_until_change(sensing)
            assert sensing.pieces[CELL] == piece, counted


def test_discs_that_stand_at_the_start_are_found_before_the_first_report() -> None:
    counts = array("H", [_MIDDLE] * GRID.cells)
    counts[CELL] = _MIDDLE - 600
    sensing = sense.Sense(GRID, counts)
    scans_until_change(sensing)
    assert sensing.pieces[CELL] == BLACK


def test_the_zero_follows_slow_drift_of_an_empty_cell_and_no_further_than_its_limit() -> None:
    sensing, counts = started()
    for drift in range(200):
        for cell in range(GRID.cells):
            counts[cell] = _MIDDLE + min(drift, 100)
        for _ in range(GRID.cells):
            assert not sensing.update()
    assert sensing.zero[CELL] == _MIDDLE + sense._DRIFT_LIMIT
    neighbour = GRID.neighbours[CELL][0]
    counts[neighbour] = _MIDDLE + 700
    scans_until_change(sensing)
    zero = sensing.zero[CELL]
    counts[CELL] = _MIDDLE
    for _ in range(4 * GRID.cells):
        sensing.update()
    assert sensing.zero[CELL] == zero, "a cell beside a disc reads crosstalk and must not follow it"


@given(st.floats(-3, 3), st.floats(2, 200), st.sampled_from((417, 700, 1053, 1300)), st.sampled_from((1, -1)))
def test_a_disc_that_passes_right_above_a_sensor_is_not_believed(
    phase: float, bend: float, peak: int, sign: int
) -> None:
    """Its readings form a parabola, ``bend`` counts a scan squared."""
    sensing, counts = started()
    for scan in range(-40, 41):
        off = max(0, round(peak - bend * (scan + phase) ** 2))
        counts[CELL] = _MIDDLE + sign * off
        assert not sensing.update()


@given(st.floats(3.5, 400), st.sampled_from((1, -1)))
def test_a_steady_ramp_through_the_pawns_band_is_not_believed(slope: float, sign: int) -> None:
    sensing, counts = started()
    for scan in range(int(1150 / slope)):
        counts[CELL] = _MIDDLE + sign * round(slope * scan)
        assert not sensing.update()


def test_a_faint_reading_is_believed_late() -> None:
    sensing, counts = started()
    counts[CELL] = _MIDDLE + sense._FAINT - 1
    assert scans_until_change(sensing) == sense._LONG_SCANS
    assert sensing.pieces[CELL] == WHITE


def test_a_leader_that_slides_to_a_sensors_end_is_waited_for_and_one_put_there_is_not() -> None:
    sensing, counts = started()
    for reading in (-60, 35, 340, 1090):
        counts[CELL] = _MIDDLE + reading
        assert not sensing.update()
    counts[CELL] = _MIDDLE + 1638
    assert scans_until_change(sensing) > sense._SETTLED_SCANS
    assert sensing.pieces[CELL] == WHITE_LEADER


def test_zeros_that_were_kept_are_replaced_when_they_are_learned_again() -> None:
    sensing, counts = started()
    kept = sensing.calibration
    assert kept is not None
    again = sense.Sense(GRID, counts, kept)
    counts[:] = array("H", [_MIDDLE + 60] * GRID.cells)
    counts[CELL] = _MIDDLE + 760
    again.learn_zeros(kept, True)
    assert not again.known
    scans_until_change(again)
    before = kept.zero[CELL]
    assert set(again.zero) - {again.zero[CELL]} == set(kept.zero) - {before} == {_MIDDLE + 60}
    assert before == _MIDDLE and again.pieces[CELL] == WHITE, "only on empty cells"

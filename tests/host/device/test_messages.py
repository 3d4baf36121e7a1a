"""What a board tells of its table and its clock, checked (docs/protocol.md)."""

import pytest

from hexlume.link.wire import WireError
from hexlume.match.game_clock import GameClock, TimeControl
from hexlume_host.device.messages import Dropped, Incident, Table, read_message
from hexlume_record.table.clock import ClockReport

CLOCK = {
    "control": "byoyomi 600+3x30",
    "white": 272400,
    "black": 30000,
    "white_periods": 3,
    "black_periods": 2,
    "running": "white",
    "flagged": None,
}


def read(clock: object) -> Table:
    return read_message(Table, {"game": "g", "differs": {}, "chosen": None, "clock": clock})


def test_a_table_tells_its_clock() -> None:
    expected = ClockReport(
        "byoyomi 600+3x30", {"white": 272400, "black": 30000}, {"white": 3, "black": 2}, "white", None
    )
    assert read(CLOCK) == Table("g", {}, "", expected)


def test_a_table_tells_what_the_board_asks_an_engine_for() -> None:
    def asked(asks: object) -> dict[str, int]:
        return read_message(Table, {"game": "g", "differs": {}, "asks": asks}).asks

    assert asked({"play": 17}) == {"play": 17}
    assert asked({"suggest": 0}) == {"suggest": 0}
    assert asked(None) == {}
    for wrong in ("play", {}, {"play": -1}, {"play": True}, {"play": 1, "suggest": 1}, {"\n": 1}, [17]):
        with pytest.raises(WireError):
            asked(wrong)


@pytest.mark.parametrize("control", ["fischer 300+5", "delay 300+3", "byoyomi 0+99x600", "fischer 86400+600"])
def test_what_the_firmwares_clock_reports_is_read(control: str) -> None:
    clock = GameClock(TimeControl(control))
    for turn, mover in enumerate((1, 2, 1, 2)):
        report = read(clock.report()).clock
        assert report is not None
        assert (report.control, report.running) == (control, None if turn == 0 else ("white", "black")[turn % 2])
        clock.tick(2000 * turn)
        clock.play(mover, 3 - mover)
    clock.tick(2 * 10**8)
    report = read(clock.report()).clock
    assert report is not None
    assert (report.running, report.flagged, report.ms["white"]) == (None, "white", 0)


def test_table_without_a_clock_has_none() -> None:
    assert read(None).clock is None
    assert read_message(Table, {"game": "g", "differs": {}}).clock is None


@pytest.mark.parametrize(
    "wrong",
    [
        *(
            {**CLOCK, **wrong}
            for wrong in (
                {"control": "sundial"},
                {"white": -1},
                {"white": 1.5},
                {"white": True},
                {"black": 1 << 29},
                {"white_periods": 100},
                {"black_periods": None},
                {"running": "red"},
                {"running": ["white"]},
                {"flagged": 1},
            )
        ),
        [],
        "5:00",
        300,
        True,
    ],
)
def test_a_clock_that_cannot_be_is_refused(wrong: object) -> None:
    with pytest.raises(WireError):
        read(wrong)


INCIDENT = {
    "place": 1,
    "of": 3,
    "in_a_row": 2,
    "what": "crash",
    "boot": 17,
    "seconds": 127,
    "firmware": "0.1.0",
    "gave_up": False,
    "text": "hexlume/app.py:117 run\nRuntimeError: boom",
}


def test_an_incident_is_read_and_a_board_without_any_says_so() -> None:
    assert read_message(Incident, INCIDENT) == Incident(
        1, 3, 2, "crash", 17, 127, "0.1.0", False, "hexlume/app.py:117 run\nRuntimeError: boom"
    )
    assert read_message(Incident, {**INCIDENT, "seconds": None}).seconds is None
    assert read_message(Incident, {"place": 0, "of": 0, "in_a_row": 0}) == Incident(0, 0, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": 3},
        {"place": -1},
        {"of": 256},
        {"in_a_row": "2"},
        {"what": 3},
        {"what": "crash\x1b[31m"},
        {"boot": 1.5},
        {"seconds": -1},
        {"firmware": "v" * 41},
        {"gave_up": 1},
        {"text": "x" * 401},
        {"text": "a\x1b[2Jb"},
        {"text": "a\rb"},
        {"text": ["a"]},
    ],
)
def test_an_improper_incident_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(WireError):
        read_message(Incident, {**INCIDENT, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"before": "b1-3-9"},
        {"from": "b1-3-2"},
        {"before": "b0-x-3"},
        {"before": "b0-x-3-65536"},
        {"before": "b0-x-2147483648-1"},
        {"before": None},
        {"from": 3},
        {"games": -1},
        {"games": "512"},
    ],
)
def test_dropped_games_that_are_not_the_boards_own_are_refused(wrong: dict[str, object]) -> None:
    told = {"from": "b0-x-3-2", "before": "b0-x-3-9"}
    assert read_message(Dropped, told).check("b0-x") is None
    with pytest.raises(WireError):
        read_message(Dropped, {**told, **wrong}).check("b0-x")

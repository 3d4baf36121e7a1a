"""What went wrong on a board, as its host puts it together and words it."""

from hexlume_host.device.incidents import BoardIncidents
from hexlume_host.device.messages import Incident

CRASH = Incident(0, 2, 3, "crash", 18, 9, "0.1.0", True, "app.py:117 run\nRuntimeError: boom")
HANG = Incident(1, 2, 3, "hang", 17, None, "0.1.0", False, "")


def test_a_board_without_any_has_nothing_to_tell() -> None:
    board = BoardIncidents()
    assert not board.complete
    board.take(Incident(0, 0, 0))
    assert board.complete and board.lines() == []
    assert board.as_json() == {"incidents": [], "in_a_row": 0}


def test_incidents_are_shown_newest_first_once_all_are_known() -> None:
    board = BoardIncidents()
    board.take(HANG)
    assert not board.complete
    board.take(CRASH)
    assert board.complete
    assert board.lines() == [
        "In the board's start 18 after 9 s: crash, its program failed; the running game was given up (0.1.0).",
        "    app.py:117 run",
        "    RuntimeError: boom",
        "In the board's start 17: hang, its program stood for 8 seconds, and the watchdog reset it (0.1.0).",
        "3 in a row, without a minute of play since: please report it, with these lines.",
    ]
    assert [one["what"] for one in board.as_json()["incidents"]] == ["crash", "hang"]


def test_a_kind_of_a_later_firmware_is_no_reason_to_fail() -> None:
    board = BoardIncidents()
    board.take(Incident(0, 1, 0, "meltdown", 3, 1, "9.0", False, ""))
    assert "update it" in board.lines()[0]

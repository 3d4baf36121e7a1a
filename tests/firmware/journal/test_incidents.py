"""Incidents in the board's memory: bounded, in order, counted in a row, and safe against power cuts."""

import json

from hypothesis import given
from hypothesis import strategies as st

from hexlume import VERSION
from hexlume.journal import incidents
from hexlume.journal.flash_log import (
    _SETTLED_MS,
    CALIBRATION,
    IN_A_ROW,
    MOST_PAYLOAD,
    PREFERENCES,
    FlashLog,
    count_boot,
)
from hexlume.journal.incidents import (
    _GAVE_UP,
    _MOST,
    _MOST_OLD_TEXT,
    CRASH,
    FALLBACK,
    GIVE_UP,
    HANG,
    MOST_TEXT,
    STAND_STILL,
    UNKNOWN,
)
from hexlume.link import wire
from hexlume.match.game_clock import UNTIMED
from hexlume_host.device.incidents import BoardIncidents
from hexlume_host.device.messages import Incident, read_message
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from tests.firmware.journal.journal_board import JournalBoard, without_archive

TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="[]{}") | st.just("\n"))
NOTES = st.lists(st.tuples(st.sampled_from([CRASH, HANG, 3]), st.integers(0, 70000), TEXT), min_size=1, max_size=9)


def fresh() -> FlashLog:
    memory = without_archive(ByteArray(Clock(), Flash(Clock())))
    count_boot(memory, bytes)
    return memory


@given(NOTES)
def test_the_last_ones_are_kept_newest_first_and_a_host_reads_each(notes: list[tuple[int, int, str]]) -> None:
    memory = fresh()
    expected: list[tuple[int, int, bytes]] = []
    for kind, seconds, text in notes:
        memory.settle(_SETTLED_MS)
        memory = without_archive(memory.nvm)
        assert incidents.keep(memory, kind, seconds, text.encode()) == 1
        expected = [(kind, min(seconds, UNKNOWN), text.encode()[-MOST_TEXT:]), *expected][:_MOST]
    kept = incidents.kept(without_archive(memory.nvm))
    assert [(one[0], one[2]) for one in kept] == [one[:2] for one in expected]
    assert kept[0][4] == expected[0][2]
    assert all(one[4] == there[2][-_MOST_OLD_TEXT:] for one, there in zip(kept[1:], expected[1:], strict=True))
    host = BoardIncidents()
    messages = list(incidents.messages(memory))
    assert len(messages) == len(kept)
    for told in messages:
        line = wire.encode(told)
        assert len(line) <= wire.MAX_LINE
        host.take(read_message(Incident, wire.decode(line)))
    assert host.complete
    assert [one.text.encode() for one in host.incidents] == [one[4] for one in kept]


def test_the_longest_leave_room_for_what_else_a_board_keeps() -> None:
    memory = fresh()
    assert memory.write(CALIBRATION, b"\x01" * 658), "the largest panel's"
    assert memory.write(PREFERENCES, b"p" * 300)
    for number in range(2 * _MOST):
        assert incidents.keep(memory, CRASH, 7, bytes((65 + number,)) * MOST_TEXT)
    value = memory.read(4)
    assert value is not None and len(value) <= MOST_PAYLOAD
    assert len(incidents.kept(memory)) == _MOST


def test_one_that_comes_back_is_counted_and_costs_a_few_bytes() -> None:
    memory = fresh()
    rows, costs = [], []
    for _ in range(STAND_STILL + 3):
        before = memory.end
        rows.append(incidents.keep(memory, CRASH, 5, b"x" * MOST_TEXT))
        costs.append(memory.end - before)
    assert rows == [1, 2, 3, 4, 5, 6, 6, 6, 6]
    assert costs[0] > MOST_TEXT and costs[GIVE_UP - 1] > MOST_TEXT
    assert max(costs[1], *costs[GIVE_UP:]) <= 5
    assert sum(costs[STAND_STILL:]) == 0, "a board that stands still wears nothing"
    ((kind, boot, seconds, version, _),) = incidents.kept(memory)
    assert (kind, boot, seconds, version) == (CRASH | _GAVE_UP, memory.mark.boot, 5, VERSION.encode())


def test_a_minute_of_play_ends_the_row() -> None:
    memory = fresh()
    incidents.keep(memory, HANG, UNKNOWN, b"")
    memory = without_archive(memory.nvm)
    memory.settle(_SETTLED_MS - 1)
    assert incidents.in_a_row(memory) == 1
    end = memory.end
    memory.settle(_SETTLED_MS)
    memory.settle(_SETTLED_MS + 20)
    assert incidents.in_a_row(without_archive(memory.nvm)) == 0
    assert memory.end - end == 5, "once"
    assert incidents.keep(memory, HANG, UNKNOWN, b"") == 1


def test_a_fallback_is_kept_once_and_in_no_row_of_incidents() -> None:
    memory = fresh()
    assert incidents.keep(memory, FALLBACK, UNKNOWN, "[sibling] cannot be played: caf\u00e9".encode()) == 0
    end = memory.end
    for _ in range(STAND_STILL):
        memory = without_archive(memory.nvm)
        assert incidents.keep(memory, FALLBACK, UNKNOWN, "[sibling] cannot be played: caf\u00e9".encode()) == 0
    assert (memory.end, incidents.in_a_row(memory)) == (end, 0)
    ((kind, _, seconds, _, text),) = incidents.kept(memory)
    assert (incidents._WORDS[kind], seconds, text) == ("fallback", UNKNOWN, b"(sibling) cannot be played: caf??")
    incidents.keep(memory, CRASH, 5, b"boom")
    assert incidents.keep(memory, FALLBACK, UNKNOWN, "[sibling] cannot be played: caf\u00e9".encode()) == 0
    assert [one[0] for one in incidents.kept(memory)] == [CRASH, kind], "an older one that is still kept is known"
    incidents.keep(memory, FALLBACK, UNKNOWN, b"orochi cannot be played")
    assert len(incidents.kept(memory)) == 3


def test_a_full_memory_says_that_it_keeps_nothing() -> None:
    board = JournalBoard(drive=False).start()
    board.journal.begin(1, 0, "orochi", "hex4", "", "none")
    while not board.journal.full:
        board.journal.add(("undo", 0, 0, UNTIMED), 5)
    held = bytes(board.flash.cells)
    assert incidents.keep(board.memory, CRASH, 5, b"boom" * 20) == 0
    assert bytes(board.flash.cells) == held


@given(st.binary(max_size=900))
def test_whatever_is_kept_is_read_without_failing(value: bytes) -> None:
    memory = fresh()
    memory.write(4, value)
    memory.write(IN_A_ROW, value[:1])
    found = incidents.kept(memory)
    assert len(found) <= len(value) // 10 and incidents.in_a_row(memory) <= 255
    assert json.dumps(list(incidents.messages(memory)))

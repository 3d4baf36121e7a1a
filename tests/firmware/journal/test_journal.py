"""The journal: games come back as they were played, from the memory and from the archive."""

import random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.notation import code
from hexlume.games.outcome import RESULTS
from hexlume.journal.archive import _SLOTS, COPIES
from hexlume.journal.flash_log import PREFERENCES
from hexlume.journal.journal import _EARLY
from hexlume.journal.log_format import AREA_START, SECTOR
from hexlume.match.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO
from hexlume.match.game_clock import MOST_MS, UNTIMED
from tests.firmware.journal.journal_board import KEPT, Event, JournalBoard, random_game

DEFAULT_SIZES = [("orochi", 4), ("sibling", 5), ("orcoon", 9), ("organica", 5), ("droched", 7)]
LONGEST = {"orochi": 45, "sibling": 61, "orcoon": 82, "organica": 139, "droched": 232}
"""No fewer actions than the longest of 200 random games has: ``test_the_longest_random_games_are_as_told``."""

ACTIONS = st.builds(code, st.integers(1, 16), st.integers(0, 1023), st.one_of(st.just(0), st.integers(0, 1023)))
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just(ACTION), ACTIONS, st.sampled_from([1, 2])),
        st.tuples(st.just(UNDO), st.just(0), st.just(0)),
        st.tuples(st.sampled_from([RESULT, CONCLUDE]), st.sampled_from(RESULTS), st.text("ab z,-é0", max_size=60)),
        st.tuples(st.just(ABANDON), st.just(0), st.just(0)),
    ),
    max_size=30,
)


@given(
    st.lists(EVENTS, max_size=5),
    st.lists(st.integers(0, 3_000_000), min_size=1, max_size=9),
    st.integers(0, 4),
    st.sampled_from(["none", "delay 60+2"]),
)
def test_games_come_back_as_they_were_played_also_after_the_power_was_off(
    plays: list[list[tuple[str, int | str, int | str]]], waits: list[int], restarts: int, clock: str
) -> None:
    """Also where a game goes on in a later start, whose time begins anew."""
    board, ms, count, expected = JournalBoard().start(), 5, 0, []
    for number, play in enumerate(plays, 1):
        events: list[Event] = [(START, board.boot, ms, ("orochi", "hex4", "pie=on", clock), 0, UNTIMED)]
        assert board.do(number, events[0])
        for kind, first, second in play:
            ms += waits[count % len(waits)]
            count += 1
            if restarts and count % 7 == 0:
                board, ms = board.copy().start(), 3
            left = UNTIMED if clock == "none" or kind not in (ACTION, CONCLUDE) else ms % MOST_MS
            events.append((kind, board.boot, ms, first, second, left))
            assert board.do(number, events[-1])
        expected.append(events)
    assert board.everything() == expected
    again = board.copy().start()
    assert again.everything() == expected
    for game, events in zip(again.kept(), expected, strict=True):
        assert game.over == (events[-1][0] in (RESULT, CONCLUDE, ABANDON))
        assert game.count == len(events)
    last = again.journal.last_unfinished()
    assert ([] if last is None else [last.game]) == [game.game for game in again.kept()[-1:] if not game.over]


def test_many_games_move_to_the_archive_in_small_steps_and_the_oldest_go_last() -> None:
    board = JournalBoard().start()
    for kind, value in KEPT.items():
        board.memory.write(kind, value)
    expected, ms, longest = [], 0, 0
    for number in range(1, 60):
        events = random_game("orochi", 4, board.boot, ms, number)
        for event in events:
            before = board.clock.now
            assert board.do(number, event)
            assert board.clock.now - before < 1000, "an event takes less than 1 ms"
            for _ in range(50):
                before = board.clock.now
                board.journal.step(True)
                longest = max(longest, board.clock.now - before)
        ms = events[-1][2]
        expected.append(events)
    most = 51_400 + board.clock.costs.cold_cache
    assert 51_000 < longest < most, "the longest step is one erase, and a flash cache that it leaves empty"
    assert board.flash.erases == board.memory.mark.serial - 1 > 5
    assert board.archive.log_numbers() == list(range(1, board.memory.mark.serial))
    for switched in (board, board.copy().start()):
        assert switched.everything() == expected
        assert all(switched.memory.read(kind) == value for kind, value in KEPT.items())


def test_no_step_is_taken_before_its_time_nor_while_something_moves() -> None:
    board = JournalBoard().start()
    board.do(1, (START, board.boot, 1, ("orochi", "hex4", "", "none"), 0, UNTIMED))
    ms = 1
    while board.memory.end < _EARLY:
        board.journal.step(True)
        ms += 1000
        board.do(1, (ACTION, board.boot, ms, code(1, 7), 1, UNTIMED))
    assert board.drive.flash.erases == 0
    for _ in range(100):
        board.journal.step(False)
    assert board.drive.flash.erases == 0
    for _ in range(100):
        board.journal.step(True)
    assert board.drive.flash.erases == 4 and board.flash.erases == 1 and board.memory.end < 200
    assert board.drive.table_writes == 0, "neither folder nor file allocation table is ever written"


@pytest.mark.integration
def test_twenty_of_the_longest_games_at_default_sizes_are_kept_with_no_host() -> None:
    """With a time of up to a minute for every action, and a ring that has come round."""
    for name, size in DEFAULT_SIZES:
        board, noise = JournalBoard().start(), random.Random(size)
        for kind, value in KEPT.items():
            board.memory.write(kind, value)
        ms, number = 0, 0
        while len(board.archive.log_numbers()) < _SLOTS or number < 40:
            number += 1
            board.journal.begin(number, ms, name, f"hex{size}", "", "byoyomi 600+3x30")
            for _ in range(LONGEST[name]):
                ms += noise.randrange(500, 60000)
                second = noise.randrange(1, 127) if name == "organica" else 0
                board.journal.add((ACTION, code(7, 100, second), 1, UNTIMED), ms)
            board.journal.add((RESULT, "W+", "larger-second-group", UNTIMED), ms)
        kept = board.kept()
        assert all(game.whole and game.over for game in kept)
        assert [game.game[1] for game in kept] == list(range(number - len(kept) + 1, number + 1))
        assert len(kept) >= 20
        print(name, "longest", LONGEST[name], "kept", len(kept))


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_the_longest_random_games_are_as_told() -> None:
    for name, size in DEFAULT_SIZES:
        longest = max(len(random_game(name, size, 1, 0, seed, False)) - 1 for seed in range(200))
        print(name, longest)
        assert longest <= LONGEST[name]


def test_without_a_drive_it_says_when_it_is_full_and_goes_on_when_a_host_has_all() -> None:
    board = JournalBoard(drive=False).start()
    board.memory.write(PREFERENCES, b"kept")
    board.journal.begin(1, 0, "orochi", "hex4", "", "none")
    seq = 0
    while board.journal.add((ACTION, code(1, 5), 1, UNTIMED), 1000 * seq):
        seq += 1
    assert board.journal.full and board.flash.erases == 0
    assert not board.journal.add((ACTION, code(1, 5), 1, UNTIMED), 10**6)
    assert not board.memory.write(PREFERENCES, b"kept later") and board.memory.read(PREFERENCES) == b"kept later"
    # Starts still fit in, and count.
    assert [board.copy().start().boot, board.copy().start().copy().start().boot] == [board.boot + 1, board.boot + 2]
    board.journal.acknowledge(board.boot, 1, seq)
    board.journal.step(True)
    assert board.journal.full, "one event is on no host yet"
    board.journal.acknowledge(board.boot, 1, seq + 2)
    board.journal.step(True)
    assert not board.journal.full and board.flash.erases == 1
    assert board.journal.add((RESULT, "W+", "more", UNTIMED), 10**6 + 1)
    again = board.copy().start()
    assert again.memory.read(PREFERENCES) == b"kept later"
    assert again.kept() == [] and again.journal.last_unfinished() is None, "its beginning is only on the host"


@pytest.mark.parametrize("drive", [False, True])
def test_a_game_whose_beginning_only_a_host_has_is_not_gone_on_with(drive: bool) -> None:
    board = JournalBoard(drive)
    board.writable = False
    board.start()
    board.journal.begin(1, 0, "orochi", "hex4", "", "none")
    while board.journal.add((ACTION, code(1, 5), 1, UNTIMED), 0):
        pass
    assert not board.journal.begin(2, 0, "orochi", "hex4", "", "none")
    board.journal.acknowledge(board.boot, 2, 0)
    board.journal.step(True)
    assert board.journal.add((ACTION, code(1, 5), 1, UNTIMED), 1000), "the host has all: there is room"
    again = board.copy().start()
    assert again.memory.mark.begun == (1, 0), "the log that is gone, and no place in it"
    assert again.journal.last_unfinished() is None
    assert again.archive.read(1, 0, SECTOR) == b""


def test_a_log_begun_without_the_drive_moves_to_it_later() -> None:
    board = JournalBoard().start()
    board.writable = False
    board = board.copy().start()
    expected = []
    for number in range(1, 6):
        expected.append(random_game("orochi", 3, board.boot, number, number))
        assert all(board.do(number, event) for event in expected[-1])
    assert board.archive.log_numbers() == []
    board.writable = True
    board = board.copy().start()
    assert board.memory.make_room() and board.archive.log_numbers() == [1]
    assert board.copy().start().everything() == expected


@given(st.integers(0, 40), st.sampled_from([0x01, 0x80, 0xFF]), st.booleans())
def test_times_are_those_of_the_record_where_a_byte_of_the_memory_is_worn(place: int, bits: int, full: bool) -> None:
    board = JournalBoard().start()
    while full and board.memory.end < SECTOR - 128 - 100 - 30:
        board.memory.write(PREFERENCES, bytes((board.memory.end & 0x7F,)) * 90)
    times = [700, 100_300, 201_000, 201_020, 300_000]
    board.journal.begin(1, times[0], "orochi", "hex4", "", "none")
    board.journal.add((UNDO, 0, 0, UNTIMED), times[1])
    worn = board.memory.end + place
    program = board.flash.program

    def programmed(start: int, values: bytes) -> None:
        program(start, values)
        board.flash.cells[worn] |= bits

    board.flash.program = programmed  # type: ignore[method-assign]
    for ms in times[2:]:
        assert board.journal.add((UNDO, 0, 0, UNTIMED), ms)
    (kept,) = board.copy().start().kept()
    assert [kept.time(seq)[1] for seq in range(kept.count)] == times


def test_a_drive_that_fails_leaves_everything_in_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    board = JournalBoard().start()
    events = random_game("orochi", 4, board.boot, 1, 1)
    assert all(board.do(1, event) for event in events)
    monkeypatch.setattr(board.drive, "write", Mock(side_effect=OSError(5, "Input/output error")))
    assert not board.memory.make_room() and not board.archive.may_write
    assert board.everything() == board.copy().start().everything() == [events]


def test_a_worn_slot_is_passed_over() -> None:
    board = JournalBoard().start()
    events = random_game("orochi", 4, board.boot, 1, 1)
    assert all(board.do(1, event) for event in events)
    first = board.drive.files[COPIES[1]][0] + SECTOR + 300
    erase = board.drive.flash.erase

    def worn(sector: int = 0) -> None:
        erase(sector)
        board.drive.flash.cells[first] = 0

    board.drive.flash.erase = worn  # type: ignore[method-assign]
    assert board.memory.make_room()
    assert board.everything() == [events]
    assert [list(copy[:2]) for copy in board.archive.held] == [[1, 1], [0, 1]], "slot 0 of copy b is worn"


def test_another_boards_archive_is_not_ours() -> None:
    board = JournalBoard().start()
    assert all(board.do(1, event) for event in random_game("orochi", 3, board.boot, 1, 1))
    assert board.memory.make_room()
    for place, size in board.drive.files.values():
        for slot in range(size // SECTOR):
            board.drive.flash.cells[place + slot * SECTOR + 4] ^= 1
    other = board.copy()
    other.flash.cells[:] = b"\xff" * SECTOR
    other.start()
    assert other.kept() == [] and other.boot != board.boot + 1


def test_games_are_read_while_they_move_to_the_archive() -> None:
    board, expected = JournalBoard().start(), []
    for number in range(1, 8):
        expected.append(random_game("orochi", 4, board.boot, number, number))
        assert all(board.do(number, event) for event in expected[-1])
    moved = 0
    found = []
    for game in board.journal.games():
        moved += board.memory.make_room() if moved < 6 else 0
        if game is not None:
            found.append(board.events(game))
    assert found == expected


def test_any_bytes_may_be_in_the_archive() -> None:
    noise = random.Random(1)
    board = JournalBoard()
    for place, size in board.drive.files.values():
        board.drive.flash.cells[place : place + size] = noise.randbytes(size)
    board.start()
    assert board.kept() == [] and board.memory.make_room() and board.archive.log_numbers() == [1]
    assert board.memory.end < AREA_START + 100

"""When events were played: ticks of a board's clock to wall time (docs/protocol.md, docs/logging.md)."""

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.store import commit
from hexlume_host.store.clock_sync import DRIFT, MAX_UPTIME, BootClock, ClockReading
from hexlume_host.store.models import BootRow
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ABANDON, ACTION, START, BoardEvent
from tests.host.new_store import new_store

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
"""When the board of these tests was switched on, as nobody knows exactly."""


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


@given(
    drift=st.floats(-DRIFT, DRIFT),
    heard=st.lists(st.tuples(st.floats(0, 86400), st.floats(0, 5), st.booleans()), min_size=1, max_size=30),
)
def test_the_estimate_is_never_early_and_as_good_as_the_quickest_message(
    drift: float, heard: list[tuple[float, float, bool]]
) -> None:
    """Whatever messages were late, and however the crystal drifts within its tolerance.

    ``heard`` are messages: seconds after the boot at which they were written, their delay, and whether it is a hello.
    """
    clock = None
    for written, delay, is_hello in sorted(heard, key=lambda one: one[0] + one[1]):
        ticks, now = int(written * 1000 * (1 + drift)), NOON + seconds(written + delay)
        # What the boot seems to have begun at, told by this board's clock, when there is no delay.
        true = NOON - seconds(written * drift)
        if clock is None:
            clock = BootClock(now - timedelta(milliseconds=ticks), now)
        else:
            clock = clock.updated(ticks, now, is_hello=is_hello)
        assert true - seconds(0.001) <= clock.began_at <= true + seconds(delay + 0.002)


def test_a_clock_that_was_set_is_noticed_at_the_next_hello() -> None:
    """A computer without a clock of its own learns the time from the network some time after it has started."""
    wrong = BootClock(datetime(1970, 1, 1, tzinfo=UTC), datetime(1970, 1, 1, 1, tzinfo=UTC))
    assert wrong.updated(1000, NOON + seconds(1), is_hello=True).began_at == NOON
    late = BootClock(NOON + timedelta(days=1), NOON + timedelta(days=2))
    assert late.updated(1000, NOON + seconds(1), is_hello=True).began_at == NOON


def test_a_clock_no_board_can_have_is_not_believed() -> None:
    clock, too_long = BootClock(NOON, NOON), int(MAX_UPTIME / timedelta(milliseconds=1)) + 1
    assert clock.updated(too_long, NOON, is_hello=True) == clock.updated(2**53 - 1, NOON, is_hello=False) == clock
    assert clock.time_of(too_long) is None


def about(one: datetime | None, other: datetime) -> bool:
    """Whether times are the same, but for what the crystals may have drifted in the hours of these tests."""
    return one is not None and abs(one - other) < seconds(0.2)


def board(boot: int, ticks: int | None, heard_at: datetime) -> Board:
    return Board("b", "hex4", "0.1", ClockReading(boot, ticks, heard_at))


def start(game: str, ticks: int, boot: int | None) -> BoardEvent:
    return BoardEvent(game, 0, START, ticks, {"rules": "orochi", "on": "hex4", "options": {}}, boot)


def action(game: str, seq: int, ticks: int, boot: int | None) -> BoardEvent:
    return BoardEvent(game, seq, ACTION, ticks, {"action": "Wd4", "colour": "white"}, boot)


def test_a_game_played_offline_has_its_own_times(store: Store) -> None:
    """The board was on for an hour before a host came; the game began in the tenth minute."""
    now = datetime.now(UTC)
    began = now - timedelta(hours=1)
    store.commit(board(3, 3_600_000, now), [start("g", 600_000, 3), action("g", 1, 660_000, 3)])
    store.commit(board(3, 3_600_000, now), [BoardEvent("g", 2, ABANDON, 720_000, {}, 3)])
    record = store.record("g")
    played = [event.played_at for event in record.events]
    assert all(map(about, played, [began + seconds(600), began + seconds(660), began + seconds(720)]))
    assert (record.started_at, record.ended_at) == (played[0], played[2])
    assert record.start_known and store.games()[0].start_known
    assert all(event.at >= now for event in record.events)


def test_an_earlier_boot_that_was_heard_keeps_its_times(store: Store) -> None:
    now = datetime.now(UTC)
    store.update_board(board(3, 1000, now - timedelta(days=2)))
    store.commit(board(4, 1000, now), [start("g", 61_000, 3)])
    assert about(store.record("g").started_at, now - timedelta(days=2) + seconds(60))


def test_an_earlier_boot_that_was_never_heard_ended_before_the_next_known_one(store: Store) -> None:
    now = datetime.now(UTC)
    fourth, sixth = now - timedelta(days=2), now - timedelta(hours=1)
    store.update_board(board(4, 1000, fourth + seconds(1)))
    store.commit(
        board(6, 1000, sixth + seconds(1)), [start("a", 5, 1), action("a", 1, 9, 1), start("b", 5, 5), start("c", 0, 6)]
    )
    records = [store.record(game) for game in "abc"]
    assert all(about(record.started_at, at) for record, at in zip(records, (fourth, sixth, sixth), strict=True))
    assert [record.start_known for record in records] == [False, False, True]
    assert {event.played_at for record in records[:2] for event in record.events} == {None}
    assert [game.start_known for game in store.games()] == [False, False, True]


def test_a_time_after_the_end_of_its_boot_is_cut(store: Store) -> None:
    """Ticks that were corrupted on their way do not make a game of the future, or of the next boot."""
    now = datetime.now(UTC)
    store.update_board(board(3, 0, now - timedelta(days=2)))
    store.commit(board(4, 0, now), [start("g", 10**9, 3), start("h", 10**9, 4)])
    early, late = store.record("g").events[0], store.record("h").events[0]
    assert early.played_at == store.record("g").started_at <= now
    assert late.played_at is not None and late.played_at <= late.at


def test_without_the_boards_clock_nothing_is_made_up(store: Store) -> None:
    """A firmware that does not tell its clock, and events whose boot is not known."""
    store.commit(board(3, None, datetime.now(UTC)), [start("g", 5, 3), start("h", 5, None)])
    store.commit(Board("b", "hex4", "0.1"), [start("i", 2**53 - 1, None), start("j", 2**53 - 1, 2**53 - 1)])
    records = [store.record(game) for game in "ghij"]
    assert [record.events[0].played_at for record in records] == [None] * 4
    assert [record.start_known for record in records] == [False, True, True, False]
    assert all(record.started_at == record.events[0].at for record in records)


@pytest.mark.integration
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 2**53 - 1), st.integers(0, 3), st.integers(0, 2**53 - 1)), max_size=12))
def test_any_clock_does_no_harm(store: Store, told: list[tuple[int, int, int]]) -> None:
    first = len(store.games())
    for number, (hello, boot, ticks) in enumerate(told, first):
        one = board(boot, hello, datetime.now(UTC))
        store.commit(one, [start(f"g{number}", ticks, 3 - boot), start(f"h{number}", ticks, boot)])
    for game in store.games()[first:]:
        (event,) = store.record(game.game).events
        assert event.played_at is None or event.played_at <= event.at
        assert game.started_at <= event.at


def test_the_estimate_is_kept_for_the_next_host(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    for second, delay, best in ((1, 0.5, 0.5), (2, 0.1, 0.1), (3, 0.3, 0.1)):
        with Store(tmp_path / "s.sqlite") as store:
            store.update_board(board(3, 1000 * second, now + seconds(second + delay)))
            with store.reading() as session:
                assert about(session.get_one(BootRow, ("b", 3)).began_at, now + seconds(best))


@pytest.mark.integration
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(jumps=st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=5))
def test_no_game_ends_before_it_starts_however_the_computers_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jumps: list[int]
) -> None:
    """The game takes a minute a jump; the clock is set by so many seconds, and the board says hello again."""

    class Clock(datetime):
        shown = NOON

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return cls.shown

    monkeypatch.setattr(commit, "datetime", Clock)
    with TemporaryDirectory(dir=tmp_path) as folder, Store(new_store(Path(folder) / "s")) as store:
        store.commit(board(3, 0, Clock.shown), [start("g", 0, 3)])
        for minutes, jump in enumerate(jumps, 1):
            Clock.shown += seconds(60 + jump)
            store.commit(board(3, 60_000 * minutes, Clock.shown), [action("g", minutes, 60_000 * minutes, 3)])
        end = BoardEvent("g", len(jumps) + 1, ABANDON, 60_000 * len(jumps), {}, 3)
        store.commit(board(3, 60_000 * len(jumps), Clock.shown), [end])
        (game,) = store.games()
    assert game.ended_at is not None
    assert game.started_at <= game.ended_at

"""When events were played: ticks of a board's clock to wall time (docs/protocol.md, docs/logging.md)."""

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.store import commit
from hexlume_host.store.clock_sync import MAX_UPTIME, ClockReading
from hexlume_host.store.models import BootRow
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ABANDON, ACTION, START, BoardEvent
from tests.host.new_store import new_store

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
"""When the board of these tests was switched on, as nobody knows exactly."""


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def about(one: datetime | None, other: datetime) -> bool:
    """Whether times are the same, but for how long the test took."""
    return one is not None and abs(one - other) < seconds(0.2)


def board(boot: int, ticks: int | None, heard_at: datetime) -> Board:
    return Board("b", "hex4", "0.1", ClockReading(boot, ticks, heard_at))


def start(game: str, ticks: int, boot: int | None) -> BoardEvent:
    return BoardEvent(game, 0, START, ticks, {"rules": "orochi", "board": "hex4", "options": {}}, boot)


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


def test_an_earlier_boot_keeps_its_times_and_one_without_a_hello_has_none_after_the_next_boot(store: Store) -> None:
    now = datetime.now(UTC)
    fourth, sixth = now - timedelta(days=2), now - timedelta(hours=1)
    store.update_board(board(4, 1000, fourth + seconds(1)))
    events = [start("a", 5, 1), action("a", 1, 9, 1), start("b", 5, 5), start("c", 0, 6), start("d", 61_000, 4)]
    store.commit(board(6, 1000, sixth + seconds(1)), events)
    records = [store.record(game) for game in "abcd"]
    times = (fourth, sixth, sixth, fourth + seconds(61))
    assert all(about(record.started_at, at) for record, at in zip(records, times, strict=True))
    assert [record.start_known for record in records] == [False, False, True, True]
    assert {event.played_at for record in records[:2] for event in record.events} == {None}
    assert [game.start_known for game in store.games()] == [False, False, True, True]


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
            assert began(store) == now + seconds(best)


def began(store: Store) -> datetime:
    with store.reading() as session:
        return session.get_one(BootRow, ("b", 3)).began_at


def test_a_clock_that_was_set_is_noticed_at_the_next_hello(store: Store) -> None:
    """A computer without a clock of its own learns the time from the network some time after it has started."""
    for shown in (datetime(1970, 1, 1, tzinfo=UTC), NOON, NOON - timedelta(days=1)):
        store.update_board(board(3, 1000, shown + seconds(1)))
        assert began(store) == shown


def test_a_clock_no_board_can_have_is_not_believed(store: Store) -> None:
    store.update_board(board(3, 0, NOON))
    for ticks in (int(MAX_UPTIME / timedelta(milliseconds=1)) + 1, 2**53 - 1):
        store.commit(board(3, ticks, NOON), [start(f"g{ticks}", ticks, 3)])
        assert began(store) == NOON
        assert store.record(f"g{ticks}").events[0].played_at is None


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

"""The time between two stored events."""

from datetime import UTC, datetime

import pytest

from hexlume_record.game.events import StoredEvent

NOON, LATER = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 12, 0, 1, 500_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "second", "ms"),
    [
        ((10, 1, None), (250, 1, None), 240),
        ((10, 1, None), (10, 1, LATER), 0),
        ((10, 1, NOON), (250, 2, LATER), 1500),
        ((10, None, NOON), (250, None, NOON), 0),
        ((250, 1, NOON), (10, 1, LATER), 1500),
        ((10, 1, LATER), (250, 2, NOON), None),
        ((10, 1, None), (250, 2, LATER), None),
        ((10, None, NOON), (250, None, None), None),
    ],
)
def test_time_is_counted_by_the_boards_clock_and_across_a_restart_by_the_calendar(
    first: tuple[int, int | None, datetime | None], second: tuple[int, int | None, datetime | None], ms: int | None
) -> None:
    one, two = (
        StoredEvent(1, "action", ticks, {}, NOON, boot, played_at) for ticks, boot, played_at in (first, second)
    )
    assert two.ms_since(one) == ms

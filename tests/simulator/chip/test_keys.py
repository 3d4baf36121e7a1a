"""``keypad``: the background scanner of the three buttons."""

from hexlume_sim.chip.keys import Event, KeyScanner
from hexlume_sim.twin import Twin


def scanner(twin: Twin, max_events: int = 64, threshold: int = 1) -> KeyScanner:
    pins = [twin.chip.pin(name) for name in ("GP17", "GP18", "GP19")]
    return KeyScanner(twin.chip.time.ticks_now, pins, False, True, 0.020, max_events, threshold)


def drained(keys: KeyScanner) -> list[tuple[int, bool]]:
    return [(event.key_number, event.pressed) for event in iter(keys.events.get, None)]


def test_key_presses_and_releases_arrive_in_order(twin: Twin) -> None:
    keys = scanner(twin)
    for button in ("act", "menu"):
        twin.press(button)
        twin.clock.advance(25_000)
        twin.release(button)
        twin.clock.advance(25_000)
    assert drained(keys) == [(0, True), (0, False), (2, True), (2, False)]
    assert keys.events.get() is None


def test_key_press_shorter_than_the_scan_interval_is_missed(twin: Twin) -> None:
    keys = scanner(twin)
    twin.clock.advance(61_000)
    twin.press("act")
    twin.clock.advance(10_000)
    twin.release("act")
    twin.clock.advance(100_000)
    assert drained(keys) == []


def test_a_key_held_at_power_on_is_reported(twin: Twin) -> None:
    twin.press("back")
    keys = scanner(twin)
    assert drained(keys) == []
    twin.clock.advance(21_000)
    assert drained(keys) == [(1, True)]


def test_key_debounce_threshold_is_a_number_of_scans(twin: Twin) -> None:
    keys = scanner(twin, threshold=2)
    twin.clock.advance(100_000)
    twin.press("act")
    twin.clock.advance(20_000)
    assert drained(keys) == []
    twin.clock.advance(20_000)
    assert drained(keys) == [(0, True)]


def test_full_key_queue_drops_the_new_event_and_sets_overflowed(twin: Twin) -> None:
    keys = scanner(twin, max_events=1)
    twin.press("act")
    twin.clock.advance(25_000)
    twin.release("act")
    twin.clock.advance(25_000)
    assert keys.events.overflowed
    event = Event()
    assert keys.events.get_into(event)
    assert event == Event(0, True)
    keys.events.clear()
    assert not keys.events.overflowed


def test_key_event_timestamps_are_ticks(twin: Twin) -> None:
    keys = scanner(twin)
    twin.clock.advance(50_000)
    twin.press("act")
    twin.clock.advance(50_000)
    event = keys.events.get()
    assert event is not None
    assert event.timestamp == (60 + 0x1FFF0000) % 2**29

"""``keypad``: the background scanner of the three buttons."""

from hexlume_sim.chip.keys import Keys
from hexlume_sim.twin import Twin


def scanner(twin: Twin) -> Keys:
    return Keys([twin.chip.pin(name) for name in ("GP17", "GP18", "GP19")], value_when_pressed=False)


def drained(keys: Keys) -> list[tuple[int, bool]]:
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


def test_a_key_held_at_power_on_is_reported(twin: Twin) -> None:
    twin.press("back")
    keys = scanner(twin)
    assert drained(keys) == []
    twin.clock.advance(21_000)
    assert drained(keys) == [(1, True)]

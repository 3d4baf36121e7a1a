"""``pwmio`` and the buzzer."""

import pytest

from hexlume.hardware.panel import BUZZER_PIN
from hexlume_sim.chip.sound import PWMOut
from hexlume_sim.twin import Twin


def test_the_buzzer_sounds_while_the_pin_is_neither_always_low_nor_always_high(twin: Twin) -> None:
    pin = twin.chip.pin(BUZZER_PIN)
    heard: list[tuple[int, int]] = []
    twin.buzzer.listeners.append(lambda us, hz: heard.append((us, hz)))
    out, begun = PWMOut(pin, variable_frequency=True), twin.clock.now
    for duty, hz in ((1, 500), (32768, 880), (65534, 880), (65535, 880), (0, 880)):
        out.duty_cycle, out.frequency = duty, hz
        assert (out.duty_cycle, out.frequency) == (duty, hz)
    assert [hz for _, hz in heard] == [500, 880, 0]
    assert heard[0][0] > begun and twin.clock.now == begun + 10 * twin.clock.costs.call
    for duty in (-1, 65536):
        with pytest.raises(ValueError, match="duty_cycle must be 0-65535"):
            out.duty_cycle = duty
    # Of 150 MHz.
    for hz in (0, 8, 75_000_001):
        with pytest.raises(ValueError, match="Invalid PWM frequency"):
            out.frequency = hz
    for hz in (9, 75_000_000):
        out.frequency = hz
    with pytest.raises(ValueError, match="GP20 in use"):
        PWMOut(pin)


def test_only_a_variable_frequency_can_be_set(twin: Twin) -> None:
    out = PWMOut(twin.chip.pin(BUZZER_PIN))
    assert (out.duty_cycle, out.frequency) == (0, 500)
    with pytest.raises(AttributeError, match="not writable when variable_frequency is False"):
        out.frequency = 500

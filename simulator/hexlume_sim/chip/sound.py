"""``pwmio`` and the piezo buzzer on its pin."""

from collections.abc import Callable

from .clock import Clock
from .pins import Pin, claim

MAX_CYCLE_TICKS = 255 * 65536
"""Max length of a PWM cycle, in ticks of the chip's clock."""


class Buzzer:
    """A piezo buzzer. ``hz`` is its tone, 0 for silence.

    ``listeners`` are called with the time in us and the tone.
    """

    def __init__(self, clock: Clock) -> None:
        self.hz = 0
        self.listeners: list[Callable[[int, int], None]] = []
        self._clock = clock

    def sound(self, hz: int) -> None:
        """Set the tone in Hz, 0 for silence."""
        if hz != self.hz:
            self.hz = hz
            for listener in self.listeners:
                listener(self._clock.now, hz)


class PWMOut:
    """``pwmio.PWMOut``: a pulse-width modulated output."""

    def __init__(self, pin: Pin, *, variable_frequency: bool = False) -> None:
        claim(pin)
        self._pin = pin
        self._clock = pin.clock
        self._duty = 0
        self._frequency = 500
        self._variable = variable_frequency

    @property
    def duty_cycle(self) -> int:
        """The high part of a cycle, out of 65,535."""
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty_cycle: int) -> None:
        if not 0 <= duty_cycle <= 65535:
            raise ValueError("duty_cycle must be 0-65535")
        self._clock.advance(self._clock.costs.call)
        self._duty = duty_cycle
        self._sound()

    @property
    def frequency(self) -> int:
        """The frequency in Hz, writable only with ``variable_frequency``."""
        return self._frequency

    @frequency.setter
    def frequency(self, frequency: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False on construction.")
        clock_hz = self._clock.costs.clock_hz
        if not clock_hz / MAX_CYCLE_TICKS <= frequency <= clock_hz / 2:
            raise ValueError("Invalid PWM frequency")
        self._clock.advance(self._clock.costs.call)
        self._frequency = frequency
        self._sound()

    def _sound(self) -> None:
        if isinstance(self._pin.sounder, Buzzer):
            # Always high is as silent as always low.
            self._pin.sounder.sound(self._frequency if 0 < self._duty < 65535 else 0)

"""The buzzer: short tones that end by themselves."""

from ..const import const, elapsed

if False:  # for type checkers only
    from typing import Any

    import pwmio

ACCEPTED = const((176, 4))
DISPUTED = const((22, 12))
MUST_ANSWER = const((118, 6, 157, 6))
TAKEN_BACK = const((88, 6, 66, 9))
TIME_IS_LOW = const((209, 3))
FINISHED = const((105, 11, 132, 11, 157, 22))
TURNED_OVER = const((196, 3, 147, 5))
CAPTURED = const((131, 5, 98, 5, 131, 8))
"""The tunes: each one's tones in tens of Hz, followed by their lengths in tens of ms."""
_DUTY = const((0, 0x0800, 0x8000))
"""The PWM's duty cycle by the loudness that is preferred: a narrower pulse is softer."""


class Buzzer:
    """Plays tunes on a piezo driven by a PWM output with variable frequency."""

    def __init__(self, pwm: "pwmio.PWMOut", preferences: "Any") -> None:
        """Take the PWM output, which stays silent until a tune, and the preferences: ``sounds`` is the loudness."""
        self._pwm = pwm
        self._preferences = preferences
        # What is left of the tune that sounds.
        self._tune: "tuple[int, ...] | None" = None
        self._sent_ms = self._tone_ms = 0

    def play(self, tune: "tuple[int, ...]") -> None:
        """Start a tune, ending any other; do nothing while sounds are switched off."""
        if self._preferences.sounds:
            self._tune = tune
            self._tone_ms = 0

    def tick(self, ms: int) -> None:
        """Go on with the tune at time ``ms``."""
        if self._tune is None or elapsed(self._sent_ms, ms) < self._tone_ms:
            return
        if not self._tune:
            self._pwm.duty_cycle = 0
            self._tune = None
            return
        self._pwm.frequency = 10 * self._tune[0]
        self._pwm.duty_cycle = _DUTY[self._preferences.sounds]
        self._sent_ms, self._tone_ms = ms, 10 * self._tune[1]
        self._tune = self._tune[2:]

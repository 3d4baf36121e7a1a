"""The buzzer: short tones that end by themselves."""

from ..const import const, elapsed

if False:  # for type checkers only
    from typing import Any

    import pwmio

ACCEPTED = 0
DISPUTED = 3
MUST_ANSWER = 6
TAKEN_BACK = 11
TIME_IS_LOW = 16
FINISHED = 19
TURNED_OVER = 26
CAPTURED = 31
"""The tunes, each by its first index in ``_TUNES``."""
_TUNES = bytes(
    [176, 4, 0]  # ACCEPTED
    + [22, 12, 0]  # DISPUTED
    + [118, 6, 157, 6, 0]  # MUST_ANSWER
    + [88, 6, 66, 9, 0]  # TAKEN_BACK
    + [209, 3, 0]  # TIME_IS_LOW
    + [105, 11, 132, 11, 157, 22, 0]  # FINISHED
    + [196, 3, 147, 5, 0]  # TURNED_OVER
    + [131, 5, 98, 5, 131, 8, 0]  # CAPTURED
)
"""Each tune's tones in tens of Hz, followed by their lengths in tens of ms; 0 ends it."""
_SILENT = const(-1)
"""No tune."""
_DUTY = const((0, 0x0800, 0x8000))
"""The PWM's duty cycle by the loudness that is preferred: a narrower pulse is softer."""


class Buzzer:
    """Plays tunes on a piezo driven by a PWM output with variable frequency."""

    def __init__(self, pwm: "pwmio.PWMOut", preferences: "Any") -> None:
        """Take the PWM output, which stays silent until a tune, and the preferences: ``sounds`` is the loudness."""
        self._pwm = pwm
        self._preferences = preferences
        self._next = _SILENT
        self._sent_ms = self._tone_ms = 0

    def play(self, tune: int) -> None:
        """Start a tune, ending any other; do nothing while sounds are switched off."""
        if self._preferences.sounds:
            self._next = tune
            self._tone_ms = 0

    def tick(self, ms: int) -> None:
        """Go on with the tune at time ``ms``."""
        if self._next == _SILENT or elapsed(self._sent_ms, ms) < self._tone_ms:
            return
        tone = _TUNES[self._next]
        if not tone:
            self._pwm.duty_cycle = 0
            self._next = _SILENT
            return
        self._pwm.frequency = 10 * tone
        self._pwm.duty_cycle = _DUTY[self._preferences.sounds]
        self._sent_ms, self._tone_ms = ms, 10 * _TUNES[self._next + 1]
        self._next += 2

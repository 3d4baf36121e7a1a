"""The buzzer: short tones that end by themselves."""

from .constant import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    import pwmio

ACCEPTED = ((1760, 40),)
DISPUTED = ((220, 120),)
MUST_ANSWER = ((1175, 60), (1568, 60))
TAKEN_BACK = ((880, 60), (659, 90))
TIME_IS_LOW = ((2093, 30),)
FINISHED = ((1047, 110), (1319, 110), (1568, 220))
"""Tunes: pairs (tone in Hz, length in ms)."""


class Buzzer:
    """Plays tunes on a piezo driven by a PWM output with variable frequency."""

    def __init__(self, pwm: "pwmio.PWMOut") -> None:
        """Take the PWM output; it stays silent until a tune is played."""
        self._pwm = pwm
        self.on = True
        self._tune: tuple[tuple[int, int], ...] = ()
        self._until_ms = 0
        self._sounding = False

    def play(self, tune: tuple[tuple[int, int], ...]) -> None:
        """Play a tune from its beginning, in place of any other; none while sounds are switched off."""
        if not self.on:
            return
        self._tune = tune
        self._until_ms = 0

    def tick(self, ms: int) -> None:
        """Go on with the tune at time ``ms``."""
        if ms < self._until_ms:
            return
        if self._tune:
            tone, length = self._tune[0]
            self._tune = self._tune[1:]
            self._pwm.frequency = tone
            self._pwm.duty_cycle = 0x8000
            self._until_ms = ms + length
            self._sounding = True
        elif self._sounding:
            self._pwm.duty_cycle = 0
            self._sounding = False

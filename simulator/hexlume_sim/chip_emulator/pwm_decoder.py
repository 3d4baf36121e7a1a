"""PWM decoder: derives the buzzer's tone from the PWM registers instead of from edges."""

from typing import Any

from rp2040py.peripherals.pwm import RPPWM

from ..chip.sound import Buzzer

_ENABLE = 1
_PWM_FUNCTION = 4


class TonePwm(RPPWM):
    """The PWM block with a buzzer on one pin. ``clk_sys`` is 125 MHz.

    Its counters do not run: their edges would take most of the emulator's time, and nothing uses
    them.
    """

    def __init__(self, rp2040: Any, pin: int, buzzer: Buzzer) -> None:
        super().__init__(rp2040, "PWM_BASE")
        self._pin = rp2040.gpio[pin]
        self._channel = self.channels[pin // 2 % 8]
        self._upper = pin % 2 == 1
        self._buzzer = buzzer
        for channel in self.channels:
            channel.alarm_a.enable = channel.alarm_b.enable = channel.alarm_bottom.enable = False

    def write_uint32(self, offset: int, value: int) -> None:
        """Write a register and update the tone."""
        super().write_uint32(offset, value)
        channel = self._channel
        level = channel.cc >> 16 if self._upper else channel.cc & 0xFFFF
        # Always high is as silent as always low.
        sounds = channel.csr & _ENABLE and 0 < level <= channel.top and self._pin.ctrl & 0x1F == _PWM_FUNCTION
        divider = (channel.div >> 4 or 256) + (channel.div & 15) / 16
        self._buzzer.sound(round(self.clock_freq / divider / (channel.top + 1)) if sounds else 0)

"""NeoPixel decoder: turns edges of the data line into frames."""

from typing import Any

from ..chip.leds import LATCH_US, LedChain

ONE_NS = 500.0
"""Min length of a high pulse that is a one, in ns.

CircuitPython sends 310 ns for a zero and 690 ns for a one.
"""


class NeoPixelDecoder:
    """Decodes the signal at a pin of the emulated chip and latches frames into an LED chain."""

    def __init__(self, rp2040: Any, pin: int, chain: LedChain) -> None:
        self._clock = rp2040.clock
        self._chain = chain
        self._rise_ns = 0.0
        self._high = False
        self._bits = 0
        self._value = 0
        self._frame = bytearray()
        self._latch_alarm = rp2040.clock.create_alarm(self._latch)
        rp2040.gpio[pin].add_listener(self._level_changed)

    def _level_changed(self, level: int, _before: int) -> None:
        now = self._clock.nanos
        if level == 1:
            self._rise_ns = now
            self._high = True
        elif self._high:
            self._high = False
            self._value = self._value << 1 | (now - self._rise_ns > ONE_NS)
            self._bits += 1
            if self._bits == 8:
                self._frame.append(self._value)
                self._bits = self._value = 0
            self._latch_alarm.schedule(LATCH_US * 1000.0)

    def _latch(self) -> None:
        frame = bytes(self._frame[: len(self._frame) // 3 * 3])
        self._frame.clear()
        self._bits = self._value = 0
        if frame:
            self._chain.latch(frame[: 3 * self._chain.length])

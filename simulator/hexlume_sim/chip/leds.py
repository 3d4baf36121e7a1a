"""``neopixel_write`` and the chain of WS2812B LEDs on its pin."""

from collections.abc import Callable

from .clock import Clock
from .digital import DigitalInOut

BYTE_US = 10
"""Time of eight bits at 800 kHz, in us: 30 us for an LED of three bytes, on every chip."""

LATCH_US = 280
"""Silence after which the LEDs show the data they were sent, in us (WS2812B datasheet)."""


class LedChain:
    """A chain of LEDs that take green, red and blue, in this order.

    ``rgb`` is what they show: three bytes an LED, red first. ``listeners`` are called with the time
    in us and ``rgb`` after each change.
    """

    def __init__(self, clock: Clock, length: int) -> None:
        self.length = length
        self.rgb = bytes(3 * length)
        self.listeners: list[Callable[[int, bytes], None]] = []
        self.frames = 0
        self._clock = clock
        self._sent = b""

    def latch(self, sent: bytes) -> None:
        """Show the data that was sent. LEDs beyond its end keep their colours."""
        self.frames += 1
        if sent == self._sent:
            return
        self._sent = sent
        rgb = bytearray(self.rgb)
        for green in range(0, len(sent), 3):
            rgb[green] = sent[green + 1]
            rgb[green + 1] = sent[green]
            rgb[green + 2] = sent[green + 2]
        if rgb != self.rgb:
            self.rgb = bytes(rgb)
            for listener in self.listeners:
                listener(self._clock.now, self.rgb)


def neopixel_write(digitalinout: DigitalInOut, buf: bytes | bytearray | memoryview) -> None:
    """Send bytes to the LEDs on an output's pin and wait until they are sent.

    Raises ``ValueError`` for an input, for a pin without LEDs, and for a frame that is longer than
    the chain or ends within an LED. A board would not report these errors.
    """
    pin = digitalinout.driven_pin()
    chain = pin.chain
    if not isinstance(chain, LedChain):
        raise ValueError(f"{pin.name} has no LEDs")
    if len(buf) > 3 * chain.length:
        raise ValueError(f"a frame of {(len(buf) + 2) // 3} LEDs is longer than the chain of {chain.length}")
    if len(buf) % 3:
        raise ValueError(f"a frame of {len(buf)} bytes ends within an LED of three bytes")
    pin.clock.advance(len(buf) * BYTE_US + pin.clock.costs.frame)
    chain.latch(bytes(buf))

"""The board's console: Python at CircuitPython's raw prompt drives lights and channels while the firmware stands still.

Leaving it restarts the firmware. A board that is unplugged meanwhile raises ``PortGoneError``.
"""

import os
from contextlib import suppress
from typing import Final

from adafruit_board_toolkit.circuitpython_serial import data_comports, repl_comports

from hexlume.hardware.panel import ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN
from hexlume_host.device.serial_port import Port
from hexlume_host.errors import LinkError

_RAW, _FRIENDLY, _INTERRUPT, _END = b"\x01", b"\x02", b"\x03", b"\x04"
"""Ctrl-A, Ctrl-B, Ctrl-C and Ctrl-D."""
_PROMPT: Final = b"raw REPL; CTRL-B to exit\r\n>"
_TAKEN, _DONE = b"OK", _END + b">"
_TRIES: Final = 5
_SILENCE: Final = 20
"""Reads without a byte, of 0.1 s each, after which no answer is expected any more."""
_NO_ANSWER: Final = "The board's console does not answer: unplug the board, and plug it in again."
_LEVEL: Final = 9
"""Brightness of a light of 255: seen in daylight, and all of a panel's draw less than a charger gives."""
_SETUP: Final = f"""
import board, digitalio, neopixel_write
def output(name):
    pin = digitalio.DigitalInOut(getattr(board, name))
    pin.switch_to_output(False)
    return pin
leds = output({LED_PIN!r})
lines = [output(name) for name in {(*ADDRESS_PINS, BUZZER_PIN)!r}]
banks = [output(name) for name in {ENABLE_PINS!r}]
for bank in banks[1:]: bank.value = True
"""
_SELECT: Final = "for line in lines: line.value = {high}\n"
_FRAMES: Final = "while True: neopixel_write.neopixel_write(leds, bytes({colour}) * {leds})\n"
_ORDER: Final = ("green", "red", "blue")
"""Of an LED's bytes."""


def console_of(port: str) -> str:
    """Return the console's port of the board on a data port; empty for a simulated board, which has none."""
    here = os.path.realpath(port)
    boards = {found.serial_number for found in data_comports() if os.path.realpath(found.device) == here}
    return next((found.device for found in repl_comports() if found.serial_number in boards), "")


class Console:
    """Drives a board with ``leds`` LEDs; raises ``LinkError`` if its prompt does not answer."""

    def __init__(self, port: Port, leds: int) -> None:
        """Stop the firmware, make its pins outputs, and show nothing."""
        self._port = port
        self._leds = leds
        # What comes with the interrupt, or while the firmware ends, is lost.
        self._answer(_INTERRUPT, b"REPL")
        if not any(_PROMPT in self._answer(b"\r" + _RAW, _PROMPT) for _ in range(_TRIES)):
            raise LinkError(_NO_ANSWER)
        self._start(_SETUP)

    def show(self, colour: str, high: bool = False) -> None:
        """Send all lights red, green, blue or nothing, without end, while the first channel is selected.

        With ``high`` the address lines and the buzzer's are high instead.
        """
        self._end()
        self._start(_SELECT.format(high=high), tuple(_LEVEL * (name == colour) for name in _ORDER))

    def close(self) -> None:
        """Start the firmware again, unless the board has gone."""
        with suppress(LinkError):
            self._end()
            self._port.write(_FRIENDLY + _END)
        self._port.close()

    def _start(self, code: str, colour: tuple[int, ...] = (0, 0, 0)) -> None:
        """Run code, then send frames of a colour until the next interrupt."""
        code += _FRAMES.format(colour=colour, leds=self._leds)
        if _TAKEN not in self._answer(code.encode() + _END, _TAKEN):
            raise LinkError(_NO_ANSWER)

    def _end(self) -> None:
        """End what runs; raises ``LinkError`` if it has failed."""
        if b"KeyboardInterrupt" not in self._answer(_INTERRUPT, _DONE):
            raise LinkError(_NO_ANSWER)

    def _answer(self, sent: bytes, until: bytes) -> bytes:
        """Send bytes; return what the board answers, up to an ending or silence."""
        self._port.write(sent)
        heard = b""
        silent = 0
        while until not in heard and silent < _SILENCE:
            more = self._port.read()
            silent = 0 if more else silent + 1
            heard += more
        return heard

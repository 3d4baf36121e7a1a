"""A serial port for pyserial, ``hostile://NAME``, whose other end is the test's.

pyserial finds it as the handler of that scheme once ``tests.fuzz`` is among its ``protocol_handler_packages``.
"""

import threading
from collections.abc import Callable

import serial
from serial.serialutil import SerialBase

SCHEME = "hostile://"


class Cable:
    """The other end of a port. ``heard`` is called with whatever is written to the port, on the writer's thread."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self._changed = threading.Condition()
        self._waiting = bytearray()
        self._hungry = False
        self._ended = False

    def feed(self, data: bytes) -> bool:
        """Give the reader bytes, and wait until it has taken in all of them; returns whether it is still there."""
        with self._changed:
            self._waiting += data
            # A reader that waits wakes up for bytes only.
            self._hungry = self._hungry and not data
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._ended or (self._hungry and not self._waiting))
            return not self._ended

    def take(self, count: int) -> bytes:
        """Return what has come, at most so many bytes; waits until something has, and for nothing once it is ended."""
        with self._changed:
            if not self._waiting:
                self._hungry = True
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._ended or self._waiting)
            taken = bytes(self._waiting[:count])
            del self._waiting[:count]
            return taken

    def there(self) -> int:
        """Return how many bytes have come and were not taken."""
        return len(self._waiting)

    def end(self) -> None:
        """Let nobody wait any more."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


CABLES: dict[str, Cable] = {}
"""The other ends by the port's name."""

if "tests.fuzz" not in serial.protocol_handler_packages:
    serial.protocol_handler_packages.append("tests.fuzz")


class Serial(SerialBase):  # type: ignore[misc]
    """The port as pyserial opens it."""

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._cable.end()

    @property
    def in_waiting(self) -> int:
        return self._cable.there()

    def read(self, size: int = 1) -> bytes:
        return self._cable.take(size) if size else b""

    def write(self, data: bytes) -> int:
        self._cable.heard(bytes(data))
        return len(data)

    def cancel_read(self) -> None:
        self._cable.end()

    def cancel_write(self) -> None:
        pass

    @property
    def _cable(self) -> Cable:
        return CABLES[self.portstr]

    def _reconfigure_port(self, *args: object, **arguments: object) -> None:
        pass

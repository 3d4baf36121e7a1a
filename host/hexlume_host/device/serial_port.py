"""The serial port of a board, opened with pyserial."""

import contextlib
import errno
import re

import serial

from ..errors import LinkError

_READ_SECONDS = 0.1
"""How long a read waits for the first byte; so soon the link also sees what else is to be done."""
_WRITE_SECONDS = 0.2
_MOST_BYTES = 4096
"""Bytes read at a time at most."""


_WINDOWS = re.compile(r"\w+\([0-9]+, .*, None, ([0-9]+)\)", re.DOTALL)
"""Windows's error as pyserial writes it into its own; the words are in the user's language, the last number is not."""
_WINDOWS_ERRORS = {2: errno.ENOENT, 3: errno.ENOENT, 5: errno.EBUSY, 32: errno.EBUSY}
"""What Windows's numbers mean here: nobody else may open a port that a program has open, so access is denied (5)."""


class PortGoneError(LinkError):
    """A port that was open has gone: the board was unplugged or its simulator ended."""


class PortMissingError(LinkError):
    """There is no such port: the board is not plugged in."""


class PortBusyError(LinkError):
    """Another program has the port open."""


class Port:
    """An open serial port. Reading and writing raise ``PortGoneError`` once it has gone."""

    def __init__(self, name: str) -> None:
        """Open a port by its path (``/dev/ttyACM1``, ``COM4``) or pyserial URL, for this program alone.

        Raises ``LinkError`` with one sentence when that cannot be done.
        """
        self.name = name
        self._partial = False
        try:
            self._serial = serial.serial_for_url(
                name, baudrate=115200, timeout=_READ_SECONDS, write_timeout=_WRITE_SECONDS, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise _refusal(name, error) from error

    def read(self) -> bytes:
        """Return what has come, waiting a moment for it; empty when nothing has or ``wake`` was called."""
        try:
            first = self._serial.read(1)
            if not first:
                return b""
            return bytes(first + self._serial.read(min(self._serial.in_waiting, _MOST_BYTES)))
        except OSError as error:
            raise PortGoneError(f"The board on {self.name} has gone.") from error

    def write(self, out: bytes) -> None:
        """Send bytes; those the board does not take in time are dropped, which the protocol makes good."""
        if not out:
            return
        try:
            # A line that was cut short must not swallow the next one.
            self._serial.write(b"\n" + out if self._partial else out)
            self._partial = False
        except serial.SerialTimeoutException:
            self._partial = True
        except OSError as error:
            raise PortGoneError(f"The board on {self.name} has gone.") from error

    def wake(self) -> None:
        """End a waiting ``read`` or ``write`` on another thread."""
        with contextlib.suppress(OSError, TypeError, AttributeError):
            self._serial.cancel_read()
            self._serial.cancel_write()

    def close(self) -> None:
        """Close the port."""
        with contextlib.suppress(OSError):
            self._serial.close()


def missing(name: str) -> PortMissingError:
    """Return the error that says that there is no such port."""
    return PortMissingError(f"There is no serial port {name}: leave the port out, and hexlume finds the board.")


def _refusal(name: str, error: Exception) -> LinkError:
    code = getattr(error, "errno", None)
    windows = _WINDOWS.search(str(error)) if code is None else None
    if windows is not None:
        code = _WINDOWS_ERRORS.get(int(windows[1]))
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return missing(name)
    if code in (errno.EACCES, errno.EPERM):
        return LinkError(
            f"You may not open {name}: on Linux, join the group that owns it (often dialout) and log in again."
        )
    if code in (errno.EBUSY, errno.EAGAIN):
        return PortBusyError(f"The serial port {name} is in use by another program: end it first.")
    return LinkError(f"The serial port {name} cannot be used: {str(error).rstrip('.')}.")

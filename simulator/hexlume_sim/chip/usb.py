"""``usb_cdc``: serial channels over USB, with TinyUSB's buffers.

Each direction has a buffer of 256 bytes. The host's bytes come in packets of 64, which wait at the
host while there is no room. While no host has the port open, writes succeed and the buffer holds
the latest 256 bytes, which the next host receives first.
"""

from .clock import Clock
from .power import HardwareLawBroken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BUFFER = 256
PACKET = 64

POLL_US = 1000
"""Poll interval of a read or write with a timeout, in us."""


class Link:
    """The host's end of the cable, without a host. The pseudo-terminal overrides it."""

    def is_open(self) -> bool:
        """Return whether a host has the port open."""
        return False

    def receive(self, limit: int) -> bytes:
        """Return at most ``limit`` bytes from the host."""
        return b""

    def send(self, data: bytes) -> int:
        """Send bytes to the host and return how many it accepted."""
        return 0


class Cable:
    """The USB cable. The host enumerates the board ``Costs.usb_ready`` after power-on.

    ``listeners`` are called with ``plugged`` after the cable was pulled or put back.
    """

    def __init__(self, clock: Clock) -> None:
        self.plugged = True
        self.listeners: list[Callable[[bool], None]] = []
        self.ready_us = clock.costs.usb_ready
        self._clock = clock

    @property
    def connected(self) -> bool:
        """Whether the host has enumerated the board."""
        return self.plugged and self._clock.now >= self.ready_us

    def plug(self, plugged: bool) -> None:
        """Plug the cable in or pull it, if that changes anything."""
        if plugged != self.plugged:
            self.plugged = plugged
            for listener in self.listeners:
                listener(plugged)


class Serial:
    """One serial channel, ``usb_cdc.data`` or ``usb_cdc.console``.

    ``timeout`` and ``write_timeout`` are in seconds, None for no limit. A call that would wait
    forever raises ``HardwareLawBroken``: a board would hang.
    """

    def __init__(self, clock: Clock, cable: Cable, link: Link, name: str) -> None:
        self.link = link
        self._clock = clock
        self._cable = cable
        self._name = name
        self._timeout: float | None = None
        self._write_timeout: float | None = None
        self._received = b""
        self._unsent = b""

    # For the firmware

    @property
    def connected(self) -> bool:
        """Whether a host has the port open."""
        self._clock.advance(self._clock.costs.call)
        return self._is_open()

    @property
    def in_waiting(self) -> int:
        """The number of received bytes to read."""
        self._clock.advance(self._clock.costs.call)
        return len(self._received)

    @property
    def out_waiting(self) -> int:
        """The number of written bytes that the host has not accepted."""
        self._clock.advance(self._clock.costs.call)
        return len(self._unsent)

    @property
    def timeout(self) -> "float | None":
        """The timeout of reads, in seconds."""
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: "float | None") -> None:
        self._timeout = _checked_timeout(timeout)

    @property
    def write_timeout(self) -> "float | None":
        """The timeout of writes, in seconds."""
        return self._write_timeout

    @write_timeout.setter
    def write_timeout(self, timeout: "float | None") -> None:
        self._write_timeout = _checked_timeout(timeout)

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes; -1 reads all that arrive before the timeout."""
        self._clock.advance(self._clock.costs.serial_read)
        return self._read(1 << 30 if size < 0 else size)

    def readinto(self, buf: "bytearray | memoryview") -> int:
        """Read into a buffer and return the number of bytes."""
        self._clock.advance(self._clock.costs.serial_read)
        found = self._read(len(buf))
        buf[: len(found)] = found
        return len(found)

    def readline(self, size: int = -1) -> bytes:
        """Read up to and including the next newline, or less if the timeout ends first."""
        line = b""
        while not line.endswith(b"\n") and (size < 0 or len(line) < size):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, buf: "bytes | bytearray | memoryview") -> int:
        """Write bytes and return how many were accepted: at most 256 without waiting."""
        self._clock.advance(self._clock.costs.serial_write)
        data = bytes(buf)
        if not self._is_open():
            self._unsent = (self._unsent + data)[-BUFFER:]
            return len(data)
        written = self._buffer(data)
        deadline = self._clock.now + int((self._write_timeout or 0) * 1000000)
        while written < len(data):
            if self._write_timeout is not None and self._clock.now >= deadline:
                break
            if not self._is_open():
                return len(data)
            more = self._buffer(data[written:])
            written += more
            if more == 0 and self._write_timeout is None:
                raise HardwareLawBroken(
                    f"{self._name}.write would wait for ever, for the host does not read: set write_timeout to 0."
                )
            if more == 0:
                self._clock.advance(POLL_US)
        return written

    def flush(self) -> None:
        """Send written bytes to the host, as far as it accepts them now."""
        self._clock.advance(self._clock.costs.call)
        self.exchange()

    def reset_input_buffer(self) -> None:
        """Discard received bytes."""
        self._clock.advance(self._clock.costs.call)
        self._received = b""

    def reset_output_buffer(self) -> None:
        """Discard bytes that the host has not accepted."""
        self._clock.advance(self._clock.costs.call)
        self._unsent = b""

    # For the twin

    def exchange(self) -> None:
        """Transfer bytes both ways over the cable, as far as there is room."""
        if not self._cable.connected:
            return
        while len(self._received) + PACKET <= BUFFER:
            packet = self.link.receive(PACKET)
            if not packet:
                break
            self._received += packet
        if self._unsent and self.link.is_open():
            self._unsent = self._unsent[self.link.send(self._unsent) :]

    def bus_reset(self) -> None:
        """Empty both buffers, as when a host enumerates the board."""
        self._received = b""
        self._unsent = b""

    def _is_open(self) -> bool:
        return self._cable.connected and self.link.is_open()

    def _buffer(self, data: bytes) -> int:
        taken = data[: BUFFER - len(self._unsent)]
        self._unsent += taken
        self.exchange()
        return len(taken)

    def _read(self, size: int) -> bytes:
        found = b""
        deadline = self._clock.now + int((self._timeout or 0) * 1000000)
        while True:
            # Bytes left over from an unplugged host are counted but cannot be read.
            if self._cable.connected:
                part = self._received[: size - len(found)]
                self._received = self._received[len(part) :]
                found += part
                self.exchange()  # there may be room for the host's next packet
            if len(found) >= size:
                return found
            if self._timeout is None:
                raise HardwareLawBroken(
                    f"{self._name}.read would wait for ever for bytes that may never come: set its timeout to 0."
                )
            if self._clock.now >= deadline:
                return found
            self._clock.advance(POLL_US)


def _checked_timeout(timeout: "float | None") -> "float | None":
    if timeout is not None and timeout < 0:
        raise ValueError("timeout must be >= 0.0")
    return timeout

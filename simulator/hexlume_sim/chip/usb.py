"""``usb_cdc``: serial channels over USB, with TinyUSB's buffers.

Each direction has a buffer of 256 bytes. The host's bytes come in packets of 64, which wait at the
host while there is no room. While no host has the port open, writes succeed and the buffer holds
the latest 256 bytes, which the next host receives first.
"""

from collections.abc import Callable

from .clock import Clock
from .power import HardwareLawBroken

BUFFER = 256
PACKET = 64


class Link:
    """The host's end of the cable, without a host. The pseudo-terminal overrides it.

    ``path`` is what hosts open, empty for nothing.
    """

    path = ""

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
    """The serial channel ``usb_cdc.data``.

    ``timeout`` and ``write_timeout`` are in seconds, None for no limit. A call that would wait raises
    ``HardwareLawBroken``, whatever the limit: a board's lights would stand still.
    """

    def __init__(self, clock: Clock, cable: Cable, link: Link) -> None:
        self.link = link
        self._clock = clock
        self._cable = cable
        self.timeout: float | None = None
        self.write_timeout: float | None = None
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

    def read(self, size: int = -1) -> bytes:
        """Read at most ``size`` bytes of those that have arrived; -1 reads all."""
        self._clock.advance(self._clock.costs.serial_read)
        # Bytes left over from an unplugged host are counted but cannot be read.
        count = 0 if not self._cable.connected else BUFFER if size < 0 else size
        found, self._received = self._received[:count], self._received[count:]
        self.exchange()  # there may be room for the host's next packet
        if not 0 <= size <= len(found) and self.timeout != 0:
            raise HardwareLawBroken("usb_cdc.data.read would wait for bytes that may never come: set its timeout to 0.")
        return found

    def write(self, buf: bytes | bytearray | memoryview) -> int:
        """Write bytes and return how many were accepted: at most 256 without waiting."""
        self._clock.advance(self._clock.costs.serial_write)
        data = bytes(buf)
        if not self._is_open():
            self._unsent = (self._unsent + data)[-BUFFER:]
            return len(data)
        taken = data[: BUFFER - len(self._unsent)]
        self._unsent += taken
        self.exchange()
        if len(taken) < len(data) and self.write_timeout != 0:
            raise HardwareLawBroken(
                "usb_cdc.data.write would wait, for ever if the host does not read: set write_timeout to 0."
            )
        return len(taken)

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

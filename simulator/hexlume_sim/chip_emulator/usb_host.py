"""USB host for the emulated board: enumerates it and serves its CDC serial ports.

It ignores the board's other functions: the drive is not mounted, and keyboard and MIDI are not
read.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from ..chip.usb import PACKET, Cable, Link
from .usb_controller import UsbController

_GET_DESCRIPTOR, _SET_ADDRESS, _SET_CONFIGURATION = 6, 5, 9
_DEVICE, _CONFIGURATION, _INTERFACE, _ENDPOINT = 1, 2, 4, 5
_TO_HOST, _CLASS_REQUEST = 0x80, 0x21
_SET_CONTROL_LINE_STATE = 0x22
_DTR_RTS = 3
_COMMUNICATIONS, _DATA = 2, 10
_BULK = 2
_BETWEEN_REQUESTS_NS = 100_000.0


@dataclass
class _Request:
    """A control transfer. ``answer`` collects the board's data."""

    setup: bytes
    answer: bytearray

    @property
    def reads(self) -> bool:
        return bool(self.setup[0] & _TO_HOST)


class SerialPort:
    """One CDC function.

    ``link`` is the program that has the port open. Opening and closing it sets DTR and RTS.
    """

    def __init__(self) -> None:
        self.link = Link()
        self.interface = self.in_endpoint = self.out_endpoint = -1
        self._host: UsbHost | None = None
        self._open = False
        self._free_bytes = 0
        self._received = b""

    def exchange(self) -> None:
        """Transfer bytes both ways, as far as there is room."""
        host = self._host
        if host is None:
            return
        if self.link.is_open() != self._open:
            self._open = not self._open
            host.request(_CLASS_REQUEST, _SET_CONTROL_LINE_STATE, _DTR_RTS if self._open else 0, self.interface)
        if self._received and self._open:
            self._received = self._received[self.link.send(self._received) :]
        # A host reads from a port only while a program has it open and accepts its data.
        if self._received or not self._open:
            host.controller.not_polled.add(self.in_endpoint)
        else:
            host.controller.poll(self.in_endpoint)
        if self._free_bytes:
            packet = self.link.receive(min(self._free_bytes, PACKET))
            if packet:
                self._free_bytes = 0
                host.controller.endpoint_read_done(self.out_endpoint, packet)

    # For the host

    def connect(self, host: "UsbHost") -> None:
        """Connect to the host; the port is closed at first."""
        self._host = host
        self._open = False
        self._received = b""
        host.controller.not_polled.add(self.in_endpoint)

    def disconnect(self) -> None:
        """Disconnect. Data in transit is lost."""
        self._host = None
        self._open = False
        self._free_bytes = 0
        self._received = b""

    def receive_packet(self, packet: bytes) -> None:
        """Receive a packet from the board."""
        self._received += packet
        self.exchange()

    def buffer_freed(self, size: int) -> None:
        """Note that the board has a free buffer of ``size`` bytes."""
        self._free_bytes = size
        self.exchange()


class UsbHost:
    """The host's end of the cable. ``console`` and ``data`` are the board's two serial ports.

    ``connected`` is whether the board is enumerated.
    """

    def __init__(self, controller: UsbController, cable: Cable) -> None:
        self.controller = controller
        self.console = SerialPort()
        self.data = SerialPort()
        self.connected = False
        self._cable = cable
        self._requests: deque[_Request] = deque()
        self._in_flight: _Request | None = None
        self._enumeration: Iterator[None] | None = None
        self._finished = controller.rp2040.clock.create_alarm(self._next_step)
        controller.on_usb_enabled = self._attached
        controller.on_reset = self._detached
        controller.on_reset_received = self._enumerate
        controller.on_endpoint_write = self._packet_sent
        controller.on_endpoint_read = self._buffer_freed
        cable.listeners.append(self._cable_moved)

    @property
    def ports(self) -> tuple[SerialPort, SerialPort]:
        """The console and the data port."""
        return self.console, self.data

    def exchange(self) -> None:
        """Transfer bytes on every port."""
        for port in self.ports:
            port.exchange()

    def request(self, kind: int, request: int, value: int, index: int = 0, length: int = 0) -> bytearray:
        """Queue a control transfer without data from the host.

        Return the buffer that its answer will be in.
        """
        setup = bytes((kind, request)) + b"".join(each.to_bytes(2, "little") for each in (value, index, length))
        queued = _Request(setup, bytearray())
        self._requests.append(queued)
        self._next_request()
        return queued.answer

    def _next_request(self) -> None:
        if self._in_flight is None and self._requests:
            self._in_flight = self._requests.popleft()
            self.controller.send_setup_packet(self._in_flight.setup)

    def _next_step(self) -> None:
        self._in_flight = None
        if self._enumeration is not None and not self._requests:
            next(self._enumeration, None)
        self._next_request()

    # Enumeration

    def _attached(self) -> None:
        if self._cable.plugged:
            self.controller.reset_device()

    def _enumerate(self) -> None:
        self._detached()
        self._enumeration = self._steps()
        next(self._enumeration)

    def _steps(self) -> Iterator[None]:
        """Enumerate the board, one step after the answer to each request."""
        self.request(_TO_HOST, _GET_DESCRIPTOR, _DEVICE << 8, length=18)
        yield
        self.request(0, _SET_ADDRESS, 1)
        yield
        head = self.request(_TO_HOST, _GET_DESCRIPTOR, _CONFIGURATION << 8, length=9)
        yield
        size = int.from_bytes(head[2:4], "little")
        descriptors = self.request(_TO_HOST, _GET_DESCRIPTOR, _CONFIGURATION << 8, length=size)
        yield
        # Needed before the configuration is set: from then on the board has free buffers.
        found = _serial_functions(bytes(descriptors))
        for port, (interface, in_endpoint, out_endpoint) in zip(self.ports, found, strict=False):
            port.interface, port.in_endpoint, port.out_endpoint = interface, in_endpoint, out_endpoint
        self.request(0, _SET_CONFIGURATION, 1)
        yield
        self._enumeration = None
        for port in self.ports[: len(found)]:
            port.connect(self)
        self.connected = True
        self.exchange()

    def _detached(self) -> None:
        self.connected = False
        self._requests.clear()
        self._in_flight = None
        self._finished.cancel()
        self._enumeration = None
        self.controller.not_polled.clear()
        for port in self.ports:
            port.disconnect()

    def _cable_moved(self, plugged: bool) -> None:
        if plugged:
            self.controller.reset_device()
        else:
            self._detached()
            self.controller.suspend()

    # The controller's callbacks

    def _packet_sent(self, endpoint: int, packet: bytes | bytearray) -> None:
        if endpoint:
            for port in self.ports:
                if port.in_endpoint == endpoint and self.connected:
                    port.receive_packet(bytes(packet))
            return
        request = self._in_flight
        if request is None:
            return
        if request.reads:
            request.answer += packet
        else:
            self._finished.schedule(_BETWEEN_REQUESTS_NS)

    def _buffer_freed(self, endpoint: int, size: int) -> None:
        if endpoint:
            for port in self.ports:
                if port.out_endpoint == endpoint:
                    port.buffer_freed(size)
        elif self._in_flight is not None and self._in_flight.reads:
            self.controller.endpoint_read_done(0, b"")
            self._finished.schedule(_BETWEEN_REQUESTS_NS)


def _serial_functions(descriptors: bytes) -> list[tuple[int, int, int]]:
    """Return each CDC function's control interface and its bulk IN and OUT endpoints."""
    found: list[tuple[int, int, int]] = []
    control = kind_of_interface = -1
    bulk: dict[int, int] = {}
    at = 0
    while at < len(descriptors):
        length, kind = descriptors[at : at + 2]
        if kind == _INTERFACE:
            kind_of_interface = descriptors[at + 5]
            bulk = {}
            if kind_of_interface == _COMMUNICATIONS:
                control = descriptors[at + 2]
        elif kind == _ENDPOINT and kind_of_interface == _DATA and descriptors[at + 3] & 3 == _BULK:
            address = descriptors[at + 2]
            bulk[address & _TO_HOST] = address & 15
            if len(bulk) == 2:
                found.append((control, bulk[_TO_HOST], bulk[0]))
        at += length
    return found

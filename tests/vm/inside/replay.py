"""Replay of a trace to the firmware; runs in the virtual machine, in MicroPython's subset."""

import binascii
import json

from tests.vm.inside.calls import FRAME, SERIAL_WRITE, TICKS, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

BUFFER = 4096
LONGEST_SHORT = 8
"""Bytes that the shorter calls have at most."""
SHOWN = 60
"""How much of what was told a difference quotes, in bytes."""


class TraceEnd(BaseException):
    """All of the trace was replayed: the firmware did what it does on CPython."""


class Differs(BaseException):
    """The firmware did something else than on CPython, told in one sentence."""


class Replay:
    """A trace and the place in it.

    ``buffer[at]`` is the number of the next call: hot paths read the shorter calls themselves and call ``refill``
    whenever ``at`` reaches ``limit``. ``frames`` counts the frames, ``crc`` is the CRC-32 of all their bytes. Each line
    to the host is given to ``on_line`` when it is whole.
    """

    def __init__(self, name: str, on_line: "Callable[[bytes], object]") -> None:
        self._file = open(name, "rb")  # noqa: SIM115
        self._read = 0
        self.buffer = bytearray(BUFFER)
        self.at = self.filled = 0
        self.limit = 0
        self.frames = 0
        self.crc = 0
        self.ticks = 0
        self.on_line = on_line
        self._here = b""
        self._there = b""
        self.refill()

    def refill(self) -> None:
        """Bring the rest of the buffer to its front and read on."""
        rest = self.filled - self.at
        self.buffer[:rest] = self.buffer[self.at : self.filled]
        read = self._file.readinto(memoryview(self.buffer)[rest:])
        self._read += read or 0
        self.at, self.filled = 0, rest + (read or 0)
        # At the trace's end the last calls are read to the end.
        self.limit = self.filled - LONGEST_SHORT if read else self.filled

    @property
    def place(self) -> int:
        """How many bytes of the trace have been replayed."""
        return self._read - self.filled + self.at

    def expect(self, call: int) -> int:
        """Go on to the next call, which must be this one; return where it begins in the buffer."""
        if self.at >= self.limit:
            self.refill()
            if self.at >= self.filled:
                raise TraceEnd()
        if self.buffer[self.at] != call:
            self.differs(f"{name_of(call)}, where it {name_of(self.buffer[self.at])}")
        return self.at

    def number(self, call: int, size: int) -> int:
        """Return the number of a shorter call of so many bytes."""
        at = self.expect(call)
        value = 0
        for place in range(at + size, at, -1):
            value = value << 8 | self.buffer[place]
        self.at = at + size + 1
        if call == TICKS:
            self.ticks = value
        return value

    def tell(self, call: int, size: int, value: int) -> None:
        """Make a shorter call that tells a number."""
        there = self.number(call, size)
        if there != value:
            self.differs(f"{name_of(call)} {value}, where it was {there}")

    def call(self, call: int, told: "bytes | bytearray | memoryview" = b"") -> bytes:
        """Make a call and return its answer; raises the ``OSError`` that it raised."""
        self.expect(call)
        self.at += 1
        there = self._field()
        if call == SERIAL_WRITE:
            if len(told) != len(there):
                self._differs_in(call, told, there)
        elif there != told:
            self._differs_in(call, told, there)
        if call == FRAME:
            self.frames += 1
            self.crc = binascii.crc32(told, self.crc) & 0xFFFFFFFF
        error = self._take(1)[0]
        answer = self._field()
        if error:
            raise OSError(error)
        if call == SERIAL_WRITE:
            count = int(answer)
            self._wrote(bytes(told[:count]), there[:count])
        return answer

    def differs(self, what: str) -> "NoReturn":
        """Say what the firmware does otherwise here."""
        raise Differs(f"After frame {self.frames}, at tick {self.ticks}, the firmware {what} on CPython.")

    def _differs_in(self, call: int, here: "bytes | bytearray | memoryview", there: bytes) -> None:
        first = 0
        while first < len(here) and first < len(there) and here[first] == there[first]:
            first += 1
        start = max(0, first - SHOWN // 2)
        told, other = repr(bytes(here[start : start + SHOWN])), repr(there[start : start + SHOWN])
        self.differs(
            f"{name_of(call)} {told}, where it was {other} (from byte {start} on; byte {first} is the first other)"
        )

    def _wrote(self, here: bytes, there: bytes) -> None:
        """Take what was written here and there; whole lines must say the same, their members in any order."""
        self._here += here
        self._there += there
        while True:
            end = self._here.find(b"\n")
            if end != self._there.find(b"\n"):
                self._differs_in(SERIAL_WRITE, self._here, self._there)
            if end < 0:
                return
            line, other = self._here[: end + 1], self._there[: end + 1]
            self._here, self._there = self._here[end + 1 :], self._there[end + 1 :]
            if line != other and _message(line) != _message(other):
                self._differs_in(SERIAL_WRITE, line, other)
            self.on_line(line)

    def _field(self) -> bytes:
        size = self._take(2)
        return self._take(size[0] | size[1] << 8)

    def _take(self, count: int) -> bytes:
        some = b""
        while len(some) < count:
            if self.at >= self.filled:
                self.refill()
                if self.at >= self.filled:
                    raise TraceEnd()
            part = bytes(self.buffer[self.at : min(self.filled, self.at + count - len(some))])
            self.at += len(part)
            some += part
        return some


def _message(line: bytes) -> "dict[str, Any]":
    message: dict[str, Any] = json.loads(line)
    # The checksum is of the bytes, and the members' order is the virtual machine's.
    message.pop("crc")
    return message

"""The cable between board and host: bytes with faults on their way, and plugs that are pulled."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from hexlume_sim.chip.power import PowerCut

FLIP, DROP, DOUBLE, DELAY = "flipped", "dropped", "doubled", "delayed"
FAULTS = (FLIP, DROP, DOUBLE, DELAY)
LONGEST_DELAY = 40
"""In passes of the board: also longer than what either side waits before it repeats something."""
ROOM = 256
"""Bytes that one write of the board takes at most."""


@dataclass(frozen=True)
class Noise:
    """A fault that hits lines, or a byte of them, at a rate."""

    fault: str
    rate: float


class Wire:
    """One direction. ``passed`` counts the bytes that came out of the noise, ``ends`` where lines ended among them.

    ``limit`` is the count at which ``on_limit`` is called; what is put behind it is lost.
    """

    def __init__(self, seed: int) -> None:
        self.noise: list[Noise] = []
        self.passed = 0
        self.ends: list[int] = []
        self.limit: int | None = None
        self.on_limit: Callable[[], None] = lambda: None
        self._chance = random.Random(seed)
        self._queue = bytearray()
        self._late: list[tuple[int, bytes]] = []
        self._line = b""

    def put(self, some: bytes, now: int) -> None:
        """Send bytes in pass number ``now``."""
        for noise in self.noise:
            some = self._hit(some, noise, now)
        if not self.noise and self._line:
            some, self._line = self._line + some, b""
        if self.limit is not None and self.passed + len(some) >= self.limit:
            some = some[: self.limit - self.passed]
            self._pass(some)
            self.limit = None
            self.on_limit()
        else:
            self._pass(some)

    def take(self, now: int) -> bytes:
        """Return what has come by pass number ``now``."""
        for due, some in [late for late in self._late if late[0] <= now]:
            self._late.remove((due, some))
            self._queue += some
        some = bytes(self._queue)
        self._queue.clear()
        return some

    def clear(self) -> None:
        """Lose what is on its way."""
        self._queue.clear()
        self._late.clear()
        self._line = b""

    def _pass(self, some: bytes) -> None:
        for at, byte in enumerate(some):
            if byte == 10:
                self.ends.append(self.passed + at + 1)
        self.passed += len(some)
        self._queue += some

    def _hit(self, some: bytes, noise: Noise, now: int) -> bytes:
        *lines, self._line = (self._line + some).split(b"\n")
        out = b""
        for line in lines:
            whole = line + b"\n"
            if self._chance.random() >= noise.rate:
                out += whole
                continue
            if noise.fault == FLIP or self._chance.random() < 0.5:
                at = self._chance.randrange(len(whole))
                out += whole[:at] + self._strike(whole[at : at + 1], noise.fault, now) + whole[at + 1 :]
            else:
                out += self._strike(whole, noise.fault, now)
        return out

    def _strike(self, some: bytes, fault: str, now: int) -> bytes:
        if fault == FLIP:
            return bytes((some[0] ^ 1 << self._chance.randrange(8),)) + some[1:]
        if fault == DOUBLE:
            return some + some
        if fault == DELAY:
            self._late.append((now + self._chance.randint(1, LONGEST_DELAY), some))
        return b""


class Cable:
    """Both directions. ``plugged`` is whether it is plugged in, ``open`` whether a host has the port open."""

    def __init__(self, seed: int) -> None:
        self.plugged = True
        self.open = False
        self.to_host = Wire(seed)
        self.to_board = Wire(seed + 1)
        self.now = 0
        self.replug_at = 0
        self.power_cut = False
        """Whether the power went with the plug, and the board does not know it yet."""

    def unplug(self, passes: int, with_power: bool) -> None:
        """Pull the plug for so many passes; a board that draws its power from it goes off."""
        self.plugged = self.open = False
        self.to_board.clear()
        self.replug_at = self.now + passes
        self.power_cut = with_power

    def tick(self) -> None:
        """Let a pass go by; plug it in again when it is time."""
        self.now += 1
        if not self.plugged and self.now >= self.replug_at:
            self.to_host.clear()
            self.plugged = True

    def open_port(self) -> None:
        """Open the port at the host's end; what came before anyone listened is lost."""
        self.open = True
        self.to_host.clear()

    def close_port(self) -> None:
        """Close the port at the host's end."""
        self.open = False


class BoardEnd:
    """The board's serial channel with CircuitPython's surface (``usb_cdc.data``)."""

    def __init__(self, cable: Cable) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._cable = cable
        self._received = b""

    @property
    def connected(self) -> bool:
        if not self._cable.plugged:
            self._received = b""
        return self._cable.plugged and self._cable.open

    @property
    def in_waiting(self) -> int:
        self._received += self._cable.to_board.take(self._cable.now)
        return len(self._received)

    def read(self, count: int) -> bytes:
        some, self._received = self._received[:count], self._received[count:]
        return some

    def write(self, some: bytes) -> int:
        if not self.connected:
            return 0
        taken = some[:ROOM]
        self._cable.to_host.put(taken, self._cable.now)
        if self._cable.power_cut:
            raise PowerCut("The plug was pulled, and the power with it.")
        return len(taken)

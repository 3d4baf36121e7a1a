"""Demo games in this process: hands on the twin, the real host's end of the link, a trace."""

import binascii
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from hexlume.link import wire
from hexlume_host.device.messages import Hello, Table
from hexlume_host.device.protocol import HostProtocol
from hexlume_record.game.events import ACTION, BoardEvent
from hexlume_sim.chip.usb import Link
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.careful import play_games
from hexlume_sim.twin import Board, Twin
from tests.vm.recorder import recorded

HEAR_US = 5000


class HostLink(Link):
    """A host that acknowledges every event it hears, and keeps what it heard.

    ``events`` are each game's, ``differs`` how the table differs from the game, by panel cell.
    """

    def __init__(self, twin: Board) -> None:
        self.received = b""
        self.events: dict[str, list[BoardEvent]] = defaultdict(list)
        self.differs: dict[str, str] = {}
        self._twin = twin
        self._protocol = HostProtocol(1)
        self._protocol.connect({}, 0.0)
        self._out = b""
        twin.data.link = self
        twin.clock.after(0, self._hear)

    def is_open(self) -> bool:
        return True

    def receive(self, limit: int) -> bytes:
        self._out += self._protocol.outgoing(self._now)
        some, self._out = self._out[:limit], self._out[limit:]
        return some

    def send(self, data: bytes) -> int:
        self.received += data
        for one in self._protocol.receive(data, self._now):
            if isinstance(one, Hello):
                self._protocol.greet({}, self._now)
            elif isinstance(one, BoardEvent):
                known = self.events[one.game]
                if one.seq == len(known):
                    known.append(one)
                self._protocol.acknowledge({one.game: len(known) - 1})
            elif isinstance(one, Table):
                self.differs = dict(one.differs)
        return len(data)

    def command(self, do: str, **arguments: Any) -> None:
        """Tell the board to do something."""
        assert self._protocol.command(do, arguments, self._now) is not None

    def actions(self) -> list[str]:
        """Return the actions of the game that began last."""
        found = list(self.events.values())
        return [one.data["action"] for one in found[-1] if one.kind == ACTION] if found else []

    @property
    def _now(self) -> float:
        return self._twin.clock.now / 1e6

    def _hear(self) -> None:
        if self._twin.data.link is not self:
            return
        self._twin.data.exchange()
        self._twin.clock.after(HEAR_US, self._hear)


class Demo:
    """A demo game as CPython played it.

    ``intended`` are the hands' actions, ``logged`` those that the host acknowledged; ``told`` is every whole message to
    the host, ``frames`` how many frames the lights were sent, ``crc`` the CRC-32 of all their bytes. ``pass_count``
    counts the passes, with a trace only.
    """

    def __init__(self) -> None:
        self.intended: list[str] = []
        self.result: str | None = None
        self.logged: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.frames = 0
        self.crc = 0
        self.pass_count = 0


def session(
    twin: Twin,
    script: Callable[[HostLink], Generator[float, None, None]],
    settings: dict[str, str],
    trace: Path | None = None,
) -> Demo:
    """Switch a board on, have a script be done at it and switch it off; ``trace`` as in ``play``."""
    demo = Demo()
    host = HostLink(twin)
    latch = twin.leds.latch

    def latched(sent: bytes) -> None:
        demo.frames += 1
        demo.crc = binascii.crc32(sent, demo.crc)
        latch(sent)

    def whole() -> Generator[float, None, None]:
        yield from script(host)
        yield 500_000.0
        twin.stop()

    twin.leds.latch = latched  # type: ignore[method-assign]
    twin.clock.run_script(whole())
    overrides = {"HEXLUME_PANEL": twin.panel, **settings}
    try:
        with nullcontext() if trace is None else recorded(trace, twin.chip.cpu.uid) as recorder:
            ending = run_firmware(twin, default_drive(), overrides)
    finally:
        twin.leds.latch = latch  # type: ignore[method-assign]
    assert not ending.failed, ending.message
    demo.pass_count = 0 if recorder is None else recorder.pass_count
    lines = host.received.split(b"\n")[:-1]
    demo.told = [wire.decode(line) for line in lines]
    demo.logged = host.actions()
    return demo


def play(
    rules: str,
    size: int,
    panel: str,
    seed: int,
    trace: Path | None = None,
    hands: Callable[..., Generator[float, None, None]] = play_games,
    settings: dict[str, str] | None = None,
    count: int = 1,
) -> Demo:
    """Play demo games to their end; with ``trace`` write what crosses the vendor API to that file.

    ``intended``, ``result`` and ``logged`` are the first game's.
    """
    twin = Twin(panel, seed)
    told: list[dict[str, Any]] = []
    first: list[list[BoardEvent]] = []

    def script(host: HostLink) -> Generator[float, None, None]:
        yield from hands(twin, game=rules, size=size, options={}, count=count, seed=seed, wait_for_host=True)
        first.append(next(iter(host.events.values())))

    twin.listeners.append(told.append)
    demo = session(twin, script, {"HEXLUME_GAME": rules, "HEXLUME_SIZE": str(size), **(settings or {})}, trace)
    demo.intended, demo.result = told[0]["intended"], told[0]["result"]
    demo.logged = [event.data["action"] for event in first[0] if event.kind == ACTION]
    return demo

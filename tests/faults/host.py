"""A host: the real logger's own loop on the real store, in virtual time, killed at any step of its work.

The loop gives the rest of the world a turn whenever it reads from its port: ``Port`` here stands for the serial port.
"""

import contextlib
import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import event

from hexlume_host.device import logger as logger_module
from hexlume_host.device.listener import LinkListener
from hexlume_host.device.logger import Logger
from hexlume_host.device.serial_port import PortGoneError
from hexlume_host.store.repository import Board, CommitResult, Players, Store
from hexlume_record.game.events import BoardEvent
from tests.faults.board import PASS_MS
from tests.faults.cable import Cable


class HostKilled(BaseException):
    """The host's process is gone: nothing of it runs any more, and nothing it held in memory is there."""


class Steps:
    """The steps of a host's work. ``kill_at`` is the step at which it is killed; ``made`` counts them."""

    def __init__(self) -> None:
        self.kill_at: int | None = None
        self.made = 0

    def step(self, *_: object) -> None:
        self.made += 1
        if self.made == self.kill_at:
            raise HostKilled


class Disk:
    """The host's disk. ``room`` is how many bytes a file of the store may have, ``None`` for any number."""

    def __init__(self) -> None:
        self.room: int | None = None
        self.refused = 0

    @contextlib.contextmanager
    def written(self) -> Iterator[None]:
        if self.room is None:
            yield
            return
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.room, before[1]))
        try:
            yield
        except Exception:
            self.refused += 1
            raise
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


class WatchedStore(Store):
    """The real store; the host may be killed before a transaction is committed and after it."""

    def __init__(self, where: Path, steps: Steps, disk: Disk) -> None:
        super().__init__(where)
        self._steps = steps
        self._disk = disk
        event.listen(self._writing, "commit", steps.step)

    def commit(self, board: Board, events: Sequence[BoardEvent], players: Players = Players()) -> CommitResult:  # noqa: B008
        with self._disk.written():
            committed = super().commit(board, events, players)
        self._steps.step()
        return committed


class Way:
    """What a host's port leads to: the cable, and the rest of the world that goes on meanwhile (``tick``)."""

    def __init__(self, cable: Cable, steps: Steps, tick: Callable[[], None]) -> None:
        self.cable = cable
        self.steps = steps
        self.tick = tick
        self.ended = False
        """Whether the program is to end, as when somebody stops it."""


class Port:
    """The host's end of the cable, with the surface of ``hexlume_host.device.serial_port.Port``."""

    def __init__(self, way: Way) -> None:
        self.name = "port"
        self._way = way
        while not way.cable.plugged and not way.ended:
            way.tick()
        way.cable.open_port()

    def read(self) -> bytes:
        way = self._way
        way.tick()
        some = way.cable.to_host.take(way.cable.now)
        if some:
            way.steps.step()
        elif not way.cable.plugged:
            raise PortGoneError("The board has gone.")
        return some

    def write(self, out: bytes) -> None:
        cable, steps = self._way.cable, self._way.steps
        if not out:
            return
        steps.step()
        for part in (out[: len(out) // 2], out[len(out) // 2 :]):
            if not cable.plugged:
                raise PortGoneError("The board has gone.")
            cable.to_board.put(part, cable.now)
            steps.step()

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self._way.cable.close_port()


class VirtualTime:
    """What the logger takes for the module ``time``."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def monotonic(self) -> float:
        return self._cable.now * PASS_MS / 1000

    time = monotonic


class Host:
    """``hexlume log`` with its store."""

    def __init__(self, where: Path, way: Way, disk: Disk) -> None:
        self.store = WatchedStore(where, way.steps, disk)
        self.listener = LinkListener()
        self._way = way
        self.logger = Logger(lambda: way, self.store, self.listener)  # type: ignore[arg-type, return-value]

    @staticmethod
    def open(where: Path) -> Store:
        """Return what is stored."""
        return Store(where)

    def run(self) -> None:
        """Log until it is killed (``HostKilled``) or ended."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logger_module, "Port", Port)
            patch.setattr(logger_module, "time", VirtualTime(self._way.cable))
            try:
                self.logger.run()
            finally:
                self.store.close()

    def end(self) -> None:
        """Have it end of itself."""
        self._way.ended = True
        self.logger.stop()


class Lock:
    """Another program that holds a store for itself."""

    def __init__(self, where: Path) -> None:
        self._connection = sqlite3.connect(where, timeout=0, isolation_level=None)
        self._connection.execute("BEGIN IMMEDIATE")

    def release(self) -> None:
        self._connection.execute("ROLLBACK")
        self._connection.close()

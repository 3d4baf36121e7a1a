"""A browser whose page is the host of a board: the playground's port and store, in virtual time, closed at any step."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from hexlume_host.device.serial_port import PortGoneError
from hexlume_plugins.playground.port import BoardPort
from hexlume_plugins.playground.store import PageStore
from hexlume_record.game.record import GameRecord
from tests.faults.board import PASS_MS
from tests.faults.host import Disk, Port, Way

MOST_BYTES = 1 << 16
DATABASES: dict[Path, dict[str, str]] = defaultdict(dict)
"""The IndexedDB of each browser: what is in it outlives the page."""


class Kept:
    """The games in a browser as they are now."""

    def __init__(self, where: Path) -> None:
        self._where = where

    def games(self) -> Sequence[GameRecord]:
        return self._store().games()

    def record(self, game: str) -> GameRecord:
        return self._store().record(game)

    def _store(self) -> PageStore:
        return PageStore(lambda game, text, count: None, DATABASES[self._where].values())


class Browser:
    """A page that has a board connected. To close its tab is to kill it."""

    def __init__(self, where: Path, way: Way, disk: Disk) -> None:
        self._database, self._way, self._disk = DATABASES[where], way, disk
        self._answers: list[tuple[str, int]] = []

    @staticmethod
    def open(where: Path) -> AbstractContextManager[Kept]:
        """Return what is kept in a browser."""
        return nullcontext(Kept(where))

    def run(self) -> None:
        """Be the host until the tab is closed (``HostKilled``) or the board is disconnected."""
        store = PageStore(self._keep, list(self._database.values()))
        while not self._way.ended:
            serial = Port(self._way)
            host = BoardPort(lambda: self._way.cable.now * PASS_MS / 1000, store)
            try:
                while not self._way.ended:
                    host.send(serial.read())
                    answers, self._answers = self._answers, []
                    for game, count in answers:
                        store.kept(game, count)
                    host.look()
                    serial.write(host.receive(MOST_BYTES))
            except PortGoneError as error:
                host.close(str(error))
            finally:
                serial.close()

    def end(self) -> None:
        """Disconnect the board."""
        self._way.ended = True

    def _keep(self, game: str, text: str, count: int) -> None:
        """Put a game into the database, as long as there is room; the page hears that later."""
        self._way.steps.step()
        if self._disk.room is not None:
            self._disk.refused += 1
            return
        self._database[game] = text
        self._way.steps.step()
        self._answers.append((game, count))

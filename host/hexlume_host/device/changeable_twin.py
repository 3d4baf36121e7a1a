"""The twin of a simulated board that may get another panel: its process is replaced, its id stays."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hexlume_sim.client import TwinProcess

from .simulated_board import REAL, SimulatedBoard, any_seed, boots_by_now, drive_of, start_twin


class ChangeableTwin:
    """The present twin of a board with one seed; made by ``changeable_twin``."""

    def __init__(self, board: SimulatedBoard, seed: int, drive: Path | None, chip: Path | None) -> None:
        """Start the first one; raises ``SimulatorError``."""
        self._seed, self._drive, self._chip = seed, drive, chip
        self._lock = threading.Lock()
        self._ended = False
        self.process = self._start(board)

    def change(self, board: SimulatedBoard) -> TwinProcess:
        """Start a twin with the panel and the game of ``board``, and return the one before, which still runs.

        That takes seconds. Raises ``SimulatorError`` if it cannot start: then nothing has changed.
        """
        with self._lock:
            started, before = self._start(board), self.process
            self.process = started
        if self._ended:
            started.stop()
        return before

    def end(self) -> None:
        """End the twin for good."""
        self._ended = True
        self.process.stop()

    def _start(self, board: SimulatedBoard) -> TwinProcess:
        return start_twin(board, REAL, self._seed, self._drive, boots=boots_by_now(), chip=self._chip)


@contextmanager
def changeable_twin(board: SimulatedBoard, seed: int | None, chip: Path | None) -> Iterator[ChangeableTwin]:
    """Run a board's twin while the context lasts; ``chip`` is the CircuitPython of an emulated chip.

    Raises ``SimulatorError`` when it cannot start.
    """
    with drive_of(chip) as drive:
        twin = ChangeableTwin(board, any_seed() if seed is None else seed, drive, chip)
        try:
            yield twin
        finally:
            twin.end()

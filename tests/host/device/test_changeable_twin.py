"""The twin whose panel changes: one id, later boots, and the old one goes on where the new one cannot start."""

from pathlib import Path
from typing import Any

import pytest

from hexlume import games
from hexlume_host.device import changeable_twin as module
from hexlume_host.device.changeable_twin import changeable_twin
from hexlume_host.device.home_board import HomeBoard
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.errors import SimulatorError


class Started:
    def __init__(self, panel: str, seed: int | None, boots: int | None) -> None:
        self.panel, self.seed, self.boots, self.running = panel, seed, boots, True

    def stop(self) -> None:
        self.running = False


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def start(board: SimulatedBoard, pace: str, home: HomeBoard, *rest: Any, **options: Any) -> Started:
        if board.panel == "hex9":
            raise SimulatorError("It is too large.")
        return Started(board.panel, home.seed, home.boots)

    monkeypatch.setattr(module, "start_twin", start)


def board(size: int) -> SimulatedBoard:
    return SimulatedBoard.of(games.start("orochi", size))


def test_another_panel_has_the_same_id_and_boots_that_nobody_counted() -> None:
    with changeable_twin(board(4), None, None) as twin:
        first: Any = twin.process
        assert twin.change(board(6)) is first and first.running
        second: Any = twin.process
        assert (second.panel, second.seed) == ("hex6", first.seed)
        assert second.boots >= first.boots + 1000
    assert not second.running
    with changeable_twin(board(4), None, None) as twin:
        later: Any = twin.process
        assert (later.seed, later.boots) == (first.seed, second.boots + 1000)


def test_a_panel_that_cannot_start_changes_nothing() -> None:
    with changeable_twin(board(4), None, None) as twin:
        first: Any = twin.process
        with pytest.raises(SimulatorError, match="too large"):
            twin.change(board(9))
        assert twin.process is first and first.running

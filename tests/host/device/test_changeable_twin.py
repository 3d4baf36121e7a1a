"""The twin whose panel changes: one id, later boots, and the old one goes on where the new one cannot start."""

from itertools import count
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume import games
from hexlume.journal.flash_log import MOST_BOOTS
from hexlume_host.device import changeable_twin as module
from hexlume_host.device import simulated_board
from hexlume_host.device.changeable_twin import changeable_twin
from hexlume_host.device.simulated_board import SimulatedBoard
from hexlume_host.errors import SimulatorError


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count each call for the time as a second."""
    seconds = count(1_800_000_000)
    monkeypatch.setattr(simulated_board.time, "time", lambda: next(seconds))

    def start(board: SimulatedBoard, pace: str, seed: int, *rest: Any, boots: int, **options: Any) -> Mock:
        if board.panel == "hex9":
            raise SimulatorError("It is too large.")
        return Mock(panel=board.panel, seed=seed, boots=boots)

    monkeypatch.setattr(module, "start_twin", start)


def board(size: int) -> SimulatedBoard:
    return SimulatedBoard.of(games.start("orochi", size))


@pytest.mark.parametrize("seed", [None, 7])
def test_another_panel_has_the_same_id_and_later_boots(seed: int | None) -> None:
    with changeable_twin(board(4), seed, None) as twin:
        first: Any = twin.process
        assert seed in (None, first.seed)
        assert twin.change(board(6)) is first and not first.stop.called
        second: Any = twin.process
        assert (second.panel, second.seed) == ("hex6", first.seed)
        assert first.boots < second.boots < MOST_BOOTS
    assert second.stop.called


def test_boards_without_a_seed_have_ids_of_their_own() -> None:
    with changeable_twin(board(4), None, None) as one, changeable_twin(board(4), None, None) as two:
        assert one.process.seed != two.process.seed


def test_a_panel_that_cannot_start_changes_nothing() -> None:
    with changeable_twin(board(4), None, None) as twin:
        first: Any = twin.process
        with pytest.raises(SimulatorError, match="too large"):
            twin.change(board(9))
        assert twin.process is first and not first.stop.called

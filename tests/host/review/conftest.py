"""What the tests of analyses share: an engine that answers the same every time."""

from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.review.reviewed_game import ReviewedGame
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import STRONGEST
from hexlume_host.store.repository import Store
from hexlume_record.game.replay import replay_of


@pytest.fixture
def make_engine() -> Callable[[], Engine]:
    return lambda: Engine(STRONGEST, 1, memory_mb=32)


@pytest.fixture
def subject_of(store: Store) -> Iterator[Callable[[int], ReviewedGame]]:
    yield lambda number: ReviewedGame.of(replay_of(store.record(number)))

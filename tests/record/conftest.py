"""A store for tests of games that come from one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlume_host.store.repository import Store
from tests.host.new_store import new_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(new_store(tmp_path / "games.sqlite")) as opened:
        yield opened

"""Stores for the two hosts of a game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.messages import GUEST, HOST
from tests.host.new_store import new_store


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[dict[str, Store]]:
    """A store for each side."""
    with Store(new_store(tmp_path / "host")) as host, Store(new_store(tmp_path / "guest")) as guest:
        yield {HOST: host, GUEST: guest}

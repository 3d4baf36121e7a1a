"""Quick stores for the fault tests, and a folder for them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hexlume_host.store import database
from tests.faults.shared_statements import create_sharing_engine

MEMORY = Path("/dev/shm")


@pytest.fixture(autouse=True, scope="module")
def quick_stores() -> Iterator[None]:
    """Have all stores share their compiled statements, and wait for no lock: time is virtual here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", create_sharing_engine)
        patch.setattr(database, "BUSY_SECONDS", 0)
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory if there is one: no test here takes the power from the host, and its commits are many."""
    if not MEMORY.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY, prefix="hexlume-") as name:
        yield Path(name)

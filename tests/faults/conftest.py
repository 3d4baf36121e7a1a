"""The fault tests' counters, and a folder for their stores."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hexlume_host.store import database
from tests.faults.counts import Counts
from tests.faults.shared_statements import create_sharing_engine
from tests.faults.summary import PROPERTY, pytest_runtest_logreport, pytest_terminal_summary

__all__ = ["pytest_runtest_logreport", "pytest_terminal_summary"]

MEMORY = Path("/dev/shm")


@pytest.fixture(autouse=True, scope="package")
def statements() -> Iterator[None]:
    """Have all stores share their compiled statements."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", create_sharing_engine)
        yield


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Iterator[Callable[[str, Counts], None]]:
    """Count what became of a run with a kind of fault; fails when anything is lost, doubled or corrupt."""
    counted: dict[str, Counts] = {}

    def add(kind: str, counts: Counts) -> None:
        counted.setdefault(kind, Counts()).add(counts)
        assert counts.faultless, f"{kind}: {counts}"

    yield add
    request.node.user_properties.append((PROPERTY, {kind: asdict(counts) for kind, counts in counted.items()}))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory if there is one: no test here takes the power from the host, and its commits are many."""
    if not MEMORY.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY, prefix="hexlume-") as name:
        yield Path(name)

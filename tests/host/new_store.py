"""New stores in less time than a host takes to make one: tests make hundreds."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlume_host.store.repository import Store


def new_store(where: Path) -> Path:
    """Make a new, empty store: a copy of one that the host itself made."""
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_bytes(_empty_store())
    return where


@cache
def _empty_store() -> bytes:
    with TemporaryDirectory() as folder:
        made = Path(folder) / "store"
        Store(made).close()
        return made.read_bytes()

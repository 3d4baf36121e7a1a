"""New stores in less time than a host takes to make one: tests make hundreds."""

import contextlib
import sqlite3
from pathlib import Path

from hexlume_host.store import Store


def new_store(template: Path, where: Path) -> Path:
    """Make a new, empty store; the first one is made by the host itself, and copied from then on."""
    if not template.exists():
        Store(template).close()
        with contextlib.closing(sqlite3.connect(template)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    where.write_bytes(template.read_bytes())
    return where

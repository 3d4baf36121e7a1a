"""Brings a store's tables to the newest version with Alembic. Imported only when that is needed: Alembic is slow."""

import re
import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FIRST = 1
"""The version whose stores know nothing of Alembic."""

_one_at_a_time = threading.Lock()
"""Alembic keeps what it works on in globals."""


def migrate(connection: Connection, version: int | None) -> None:
    """Bring the tables from a version (``None``: there are none) to the newest, in the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", re.sub("%", "%%", str(Path(__file__).parent)))
    config.attributes["connection"] = connection
    with _one_at_a_time:
        if version == FIRST:
            command.stamp(config, str(FIRST))
        command.upgrade(config, "head")

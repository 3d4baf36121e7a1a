"""Import of the files that stores of version 8 and older had beside them: variations and network games."""

import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, insert, select

from .location import default_store
from .models import GameRow, NetworkEntryRow, NetworkGameRow, VariationsRow


def import_old_files(connection: Connection, store: Path | None) -> None:
    """Copy what lies beside a store's file (``None``: a database server) into its tables, in one transaction."""
    for file in Path(f"{store}.variations").glob("*.json"):
        # They were checked each time that they were read, and left out when they were damaged.
        with suppress(ValueError, LookupError, TypeError):
            saved = json.loads(file.read_text(encoding="utf-8"))
            game = connection.scalar(select(GameRow.id).where(GameRow.game == saved["game"]))
            if game is not None:
                connection.execute(insert(VariationsRow).values(game_id=game, data=saved["variations"]))
    file = (store or Path(default_store())).with_name("netplay.sqlite")
    if not file.exists():
        return
    if store is not None:
        # Only the owner could read the games' codes.
        store.chmod(0o600)
    with closing(sqlite3.connect(file)) as old:
        for game, role, code, notes in old.execute("SELECT id, role, code, notes FROM game ORDER BY begun"):
            row = insert(NetworkGameRow).values(game=game, role=role, code=code, notes=json.loads(notes))
            number = connection.scalar(row.returning(NetworkGameRow.id))
            entries = old.execute("SELECT place, entry FROM entry WHERE id = ? AND role = ?", (game, role))
            for place, entry in entries:
                values = {"game_id": number, "place": place, "entry": json.loads(entry)}
                connection.execute(insert(NetworkEntryRow).values(values))

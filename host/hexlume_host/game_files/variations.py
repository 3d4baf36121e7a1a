"""Saved variations of imported games: one file a game, in a folder beside the store."""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from hexlume_record.errors import RecordError
from hexlume_record.game.record import GameRecord
from hexlume_record.setup.refusal import PositionError
from hexlume_record.variations.json import variations_json
from hexlume_record.variations.read_json import variations_of

_LARGEST = 5_000_000


def folder_of(store: str) -> Path | None:
    """Return the folder for a store's variations, ``None`` for a store on a database server."""
    return None if "://" in store else Path(f"{store}.variations")


def save_variations(store: str, game: str, variations: Mapping[str, Any]) -> bool:
    """Save a game's variations beside a store, by the game's id; return whether it has a place for them.

    Raises ``RecordError`` when they cannot be written.
    """
    folder = folder_of(store)
    if folder is None:
        return False
    path = _path(folder, game)
    part = path.with_suffix(".part")
    try:
        folder.mkdir(exist_ok=True)
        part.write_text(json.dumps({"game": game, "variations": variations}, ensure_ascii=False), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise RecordError(f"{folder} cannot be written: {error.strerror or error}.") from error
    return True


def saved_variations(store: str, record: GameRecord) -> dict[str, Any] | None:
    """Return the saved variations of a stored game, checked once more; ``None`` when there are none that fit it."""
    folder = folder_of(store)
    if folder is None:
        return None
    path = _path(folder, record.game)
    with suppress(OSError, ValueError, RecordError, PositionError, RecursionError):
        if path.stat().st_size <= _LARGEST:
            saved = json.loads(path.read_text(encoding="utf-8"))
            return variations_json(variations_of(record.rules, record.on, record.options, saved.get("variations")))
    return None


def _path(folder: Path, game: str) -> Path:
    # Ids may hold characters that a file's name cannot.
    return folder / f"{sha256(game.encode()).hexdigest()[:32]}.json"

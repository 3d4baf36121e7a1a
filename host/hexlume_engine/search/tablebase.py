"""Tablebases on disc: by game and size the results for each choice of options, and the proven positions.

Tablebases that come with Hexlume lie beside this file, in ``solved``; the user's own in the user's data folder.
Positions are the same for all options, so one file of them serves every result of a game and size.
"""

import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
from platformdirs import user_data_path

from hexlume.games.game import Game
from hexlume_record.errors import HexlumeError

from .solver import Proven

SHIPPED = Path(__file__).parent / "solved"
_VERSION = 1
"""Of the positions' keys: a file with another number is not read."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game's value for the player who acts first: ``win``, ``draw``, ``loss``, or ``None`` while it is not proven.

    ``best`` are the first actions with that value; ``positions`` and CPU ``seconds`` what the search took.
    """

    options: dict[str, Any]
    value: str | None
    best: list[str]
    positions: int
    seconds: float

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Result":
        """Return a result from a file, where its value is called ``worth``."""
        return cls(value=stored["worth"], **{name: found for name, found in stored.items() if name != "worth"})

    def to_json(self) -> dict[str, Any]:
        """Return the result as it stands in a file."""
        found = asdict(self)
        return {"worth": found.pop("value"), **found}


def own_folder() -> Path:
    """Return the folder of the user's own results."""
    return user_data_path("hexlume") / "solved"


def result_of(game: Game, folder: Path) -> Result | None:
    """Return what a folder has about a game's rules, size and options; raises ``HexlumeError``."""
    return next((found for found in _results(game, folder) if found.options == game.options), None)


def known_result(game: Game) -> Result | None:
    """Return the proven result of a game's rules, size and options, if there is one."""
    for folder in (SHIPPED, own_folder()):
        found = result_of(game, folder)
        if found is not None and found.value is not None:
            return found
    return None


def proven_positions(game: Game) -> list[Proven]:
    """Return the proven positions of all files for a game and size; raises ``HexlumeError``."""
    found = (_positions(_file(game, folder, "npz")) for folder in (SHIPPED, own_folder()))
    return [proven for proven in found if proven is not None]


def save(game: Game, folder: Path, result: Result, proven: Proven) -> Path:
    """Write a result and positions over what a folder has for the game; return the positions' file.

    Raises ``HexlumeError``.
    """
    results = [found for found in _results(game, folder) if found.options != game.options]
    results = sorted([*results, result], key=lambda found: json.dumps(found.options, sort_keys=True))
    text = json.dumps([found.to_json() for found in results], indent=1, sort_keys=True) + "\n"
    table = _file(game, folder, "npz")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _beside(table).open("wb") as file:
            np.savez_compressed(file, version=np.array(_VERSION), keys=proven.keys, known=proven.known)
        os.replace(_beside(table), table)
        page = _file(game, folder, "json")
        _beside(page).write_text(text, encoding="utf-8")
        os.replace(_beside(page), page)
    except OSError as error:
        raise HexlumeError(f"What was solved cannot be saved in {folder}: {error.strerror or error}.") from error
    return table


def _file(game: Game, folder: Path, ending: str) -> Path:
    return folder / f"{game.NAME}-{game.size}.{ending}"


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.{os.getpid()}")


def _results(game: Game, folder: Path) -> list[Result]:
    file = _file(game, folder, "json")
    try:
        return [Result.from_json(found) for found in json.loads(file.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise HexlumeError(f"{file} cannot be read ({error}): delete it to begin anew.") from error


def _positions(file: Path) -> Proven | None:
    try:
        with np.load(file, allow_pickle=False) as arrays:
            if int(arrays["version"]) != _VERSION:
                return None
            return Proven(cast(Any, arrays["keys"]), cast(Any, arrays["known"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise HexlumeError(f"{file} cannot be read ({error}): delete it to begin anew.") from error

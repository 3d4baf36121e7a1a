"""The image of a board that an older firmware has left (``make_image``), read for a test."""

import json
import zipfile
from pathlib import Path
from typing import Any

from tests.firmware.journal.journal_board import JournalBoard
from tests.older.make_image import RINGS

IMAGES = sorted((Path(__file__).parent / "images").glob("*.zip"))
Events = dict[str, list[dict[str, Any]]]


class BoardImage:
    """What a board's flash held: ``nvm``, and ``rings`` by their path on the drive.

    ``games`` are the events of every game as the older firmware said them, by the game's id, but for the names of
    members, which are today's. ``protocol`` is the version in which it did.
    """

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as image:
            told = json.loads(image.read("board.json"))
            self.nvm = image.read("nvm")
            self.rings = {ring: image.read(ring) for ring in RINGS}
        self.protocol: int = told["protocol"]
        self.games: Events = told["games"]
        if self.protocol < 5:
            for start, *_ in self.games.values():
                start["board"] = start.pop("on")

    def unpack(self, flash: Path) -> None:
        """Write it as a twin keeps its flash: a file, and a folder beside it for the drive."""
        flash.write_bytes(self.nvm)
        for ring, content in self.rings.items():
            path = Path(f"{flash}-drive") / ring
            path.parent.mkdir(parents=True)
            path.write_bytes(content)

    def board(self) -> JournalBoard:
        """Return a board with this flash, switched off."""
        identity = next(iter(self.games)).partition("-")[0]
        board = JournalBoard(False, self.nvm, identity)
        board.writable = True
        for ring, content in self.rings.items():
            board.drive.load("/" + ring, content)
        return board

"""Makes the image of a board: what its flash holds after some games, and what it was told to hold.

``python -m tests.older.make_image FILE.zip`` writes one with the firmware of the tree that it runs in. It is run once
for each version of the journal or the protocol, and the image is checked in beside this file: later versions must read
it. The board has played ``GAMES`` games with a host and ``ALONE`` without one, so that its log has moved to the
archive, and its power was cut in the middle of the next.

An image has ``nvm`` and ``journal/a/ring``, ``journal/b/ring`` as they lie in the chip and on the drive, and
``board.json``: its ``protocol`` and ``firmware``, and ``games``: every game's id with its events, as that firmware says
them to a host (docs/protocol.md).
"""

import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hexlume import VERSION
from hexlume.link import wire
from hexlume_sim.hands.careful import play_games
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

GAMES = 2
ALONE = 12
UNFINISHED = ("Wd4", "Bc4", "Wd5")
"""The actions of the game in the middle of which the power goes."""
RINGS = ("journal/a/ring", "journal/b/ring")


def play_with_host(board: VirtualBoard) -> Hands:
    """Play the first games, with a host that has every event of them."""
    host = VirtualHost(board)
    yield 1_000 * MS
    host.command("settings", brightness="dim", sounds="off")
    yield from play_games(board.twin, game="orochi", size=2, options={}, count=GAMES, seed=3)
    yield 1_000 * MS


def play_alone(board: VirtualBoard) -> Hands:
    """Play games that no host has, and leave one unfinished."""
    yield from play_games(board.twin, game="orochi", size=4, options={}, count=ALONE, seed=30)
    for action in UNFINISHED:
        yield from board.put(action[1:], "white" if action[0] == "W" else "black", 700)


def tell_host(board: VirtualBoard, games: dict[str, list[dict[str, Any]]]) -> Hands:
    """Let a host that remembers nothing hear every game."""
    host = VirtualHost(board)
    yield 60_000 * MS
    for message in host.messages("board"):
        if message["type"] == "event":
            del message["crc"]
            events = games.setdefault(message["game"], [])
            if message["seq"] == len(events):
                events.append(message)


def make_image(path: Path) -> None:
    """Play the games and write the image."""
    with tempfile.TemporaryDirectory() as name:
        first = VirtualBoard()
        first.twin.chip.drive.folder = name
        first.run(play_with_host, {"HEXLUME_SIZE": "2"})
        second = VirtualBoard(first)
        second.twin.chip.drive.folder = name
        second.run(play_alone)
        nvm = bytes(second.twin.chip.flash.cells)
        rings = {ring: (Path(name) / ring).read_bytes() for ring in RINGS}
        games: dict[str, list[dict[str, Any]]] = {}
        third = VirtualBoard(second)
        third.twin.chip.drive.folder = name
        third.run(lambda board: tell_host(board, games))
        told = {"protocol": wire.PROTOCOL, "firmware": VERSION, "games": games}
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as image:
            files = {"nvm": nvm, "board.json": json.dumps(told).encode()}
            for file, content in {**files, **rings}.items():
                image.writestr(zipfile.ZipInfo(file), content, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    make_image(Path(sys.argv[1]))

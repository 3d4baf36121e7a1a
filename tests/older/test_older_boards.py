"""A board that an older firmware has left, under today's firmware: nothing is lost (docs/journal.md)."""

import binascii
import zipfile
from pathlib import Path

import pytest

from hexlume.journal.archive import _SLOTS, _STRIDE
from hexlume.journal.flash_log import PREFERENCES
from hexlume.journal.journal import _LATE
from hexlume.journal.log_format import FORMAT, SECTOR
from hexlume.link import wire
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost
from tests.firmware.journal.journal_board import Event, JournalBoard, cut_within, random_game, steps_of
from tests.older.image import IMAGES, BoardImage, Events
from tests.older.make_image import UNFINISHED

pytestmark = pytest.mark.integration

every_image = pytest.mark.parametrize("path", IMAGES, ids=lambda path: path.stem)
FIRST = BoardImage(next(path for path in IMAGES if path.stem == "protocol-1"))


def running(games: Events) -> str:
    """Return the id of the game in the middle of which the power went."""
    (game,) = [game for game, events in games.items() if events[-1]["kind"] == "action"]
    return game


def events_at(host: VirtualHost) -> Events:
    """Return the events that a host has received, by game, as they were said."""
    games: Events = {}
    for message in host.messages("board"):
        if message["type"] == "event":
            events = games.setdefault(message["game"], [])
            if message["seq"] == len(events):
                events.append({name: value for name, value in message.items() if name != "crc"})
    return games


@pytest.mark.sample(1)
@every_image
def test_a_host_hears_every_game_of_an_older_board_and_its_last_game_goes_on(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = BoardImage(path)
    assert len(image.games) > 10 and "start" in {events[0]["kind"] for events in image.games.values()}
    image.unpack(tmp_path / "flash")
    board = VirtualBoard(memory=image.nvm)
    board.twin.chip.drive.folder = str(tmp_path / "flash-drive")
    for action in UNFINISHED:
        board.twin.table.put(action[1:], "white" if action[0] == "W" else "black")
    hosts: list[VirtualHost] = []

    def hands(board: VirtualBoard) -> Hands:
        hosts.append(VirtualHost(board))
        for _ in range(60):
            yield 1_000 * MS
            if events_at(hosts[0]) == image.games:
                break
        yield from board.put("a1", "white", 1_000)

    board.run(hands)
    games = events_at(hosts[0])
    last = games[running(image.games)].pop()
    assert games == image.games
    assert (last["kind"], last["action"], last["seq"]) == ("action", "Wa1", len(UNFINISHED) + 1)
    assert "journal:" not in capsys.readouterr().out


def more_games(board: JournalBoard, logs: int) -> list[list[Event]]:
    """Play on until a number of further logs have moved to the archive; return the games."""
    until, number, played = board.memory.mark.serial + logs, 0, []
    while board.memory.mark.serial < until:
        number += 1
        played.append(random_game("orochi", 4, board.boot, 1000 * number, number))
        for event in played[-1]:
            assert board.do(number, event)
            while board.memory.end >= _LATE:
                board.journal.step(True)
    return played


@every_image
def test_an_older_journal_goes_on_in_todays_format(path: Path) -> None:
    """Its logs stay as they are, those after it are of today's format, and all is read after a restart."""
    board = BoardImage(path).board().start()
    before = board.everything()
    assert sum(map(len, before)) == sum(map(len, BoardImage(path).games.values()))
    added = more_games(board, 3)
    board = board.copy().start()
    assert board.everything() == before + added
    slots = [(ring, SECTOR + slot * _STRIDE) for ring in board.drive.files for slot in range(_SLOTS)]
    assert b"HxJ%d" % FORMAT in [board.drive.read(*slot, 4) for slot in slots]
    chosen = board.memory.read(PREFERENCES)
    assert chosen is not None and b"brightness=dim" in chosen and b"sounds=off" in chosen, "as the players chose"


def test_a_power_cut_while_an_older_log_is_moved_loses_nothing() -> None:
    def move(board: JournalBoard) -> None:
        assert board.memory.make_room()

    board = FIRST.board()
    before = board.copy().start().everything()
    steps = steps_of(board, move)
    for cut in range(1, steps, max(1, steps // 30)):
        assert cut_within(board, move, cut).start().everything() == before, cut


def relabelled(ring: bytes, version: int) -> bytes:
    """Return a ring whose logs say that they are of another version."""
    changed = bytearray(ring)
    for slot in range(_SLOTS):
        at = SECTOR + slot * _STRIDE
        if ring[at : at + 3] == b"HxJ":
            changed[at + 3] = 48 + version
            changed[at + 20 : at + 24] = binascii.crc32(changed[at : at + 20]).to_bytes(4, "little")
    return bytes(changed)


def test_the_archive_of_a_newer_firmware_is_named_in_one_sentence_and_left_as_it_is() -> None:
    """And when that firmware comes back, every game is there: those of meanwhile, too."""
    image = BoardImage(IMAGES[-1])
    image.rings = {ring: relabelled(content, FORMAT + 1) for ring, content in image.rings.items()}
    board = image.board().start()
    assert board.archive.complaint == (
        f"its format on the drive is {FORMAT + 1}, of a newer firmware: it is left as it is, "
        "and games are kept in 4 kB only"
    )
    meanwhile = random_game("orochi", 2, board.boot, 1000, 1)
    for event in meanwhile:
        assert board.do(1, event)
    for _ in range(1000):
        board.journal.step(True)
    board.memory.make_room()
    for ring, content in image.rings.items():
        assert board.drive.read("/" + ring, 0, len(content)) == content
    for ring, content in image.rings.items():
        board.drive.load("/" + ring, relabelled(content, FORMAT))
    again = board.copy().start()
    assert again.everything()[-1] == meanwhile
    assert len(again.everything()) == len(image.games) + 1


def test_every_image_is_small_and_of_its_own_protocol() -> None:
    assert len(IMAGES) >= 2
    for path in IMAGES:
        assert path.stem == f"protocol-{BoardImage(path).protocol}"
        assert path.stat().st_size < 40_000
        assert zipfile.is_zipfile(path)
    assert IMAGES[-1].stem == f"protocol-{wire.PROTOCOL}", (
        "make the image of a new version: python -m tests.older.make_image"
    )

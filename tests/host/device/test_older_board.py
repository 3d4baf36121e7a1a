"""A host that meets a board of an older protocol: one sentence, and nothing is lost (docs/protocol.md)."""

import os
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from hexlume.link import wire
from hexlume_host.device.protocol import HostProtocol
from hexlume_host.store.repository import Store
from hexlume_record.game.record import ABANDONED, FINISHED, UNFINISHED
from hexlume_record.game.state import GameState
from hexlume_sim.client import TwinProcess
from tests.host.conftest import wait_until
from tests.host.device.recording_listener import RecordingListener
from tests.host.device.test_logger import logging
from tests.older.image import IMAGES, BoardImage

pytestmark = pytest.mark.integration

OLDER = [image for image in map(BoardImage, IMAGES) if image.protocol != wire.PROTOCOL]
every_older = pytest.mark.parametrize("image", OLDER, ids=lambda image: f"protocol-{image.protocol}")


@every_older
def test_a_host_refuses_an_older_board_in_one_sentence_and_acknowledges_nothing(image: BoardImage) -> None:
    talk = HostProtocol(first_command=1)
    talk.connect({}, 0.0)
    assert talk.outgoing(0.0).count(b"\n") == 1
    assert talk.receive(image.lines, 1.0) == []
    assert talk.refusal == (
        f"The board speaks version {image.protocol} of the protocol and this hexlume speaks version {wire.PROTOCOL}: "
        "install the firmware and the hexlume of one release."
    )
    assert [talk.outgoing(now) for now in (1.0, 2.0, 60.0)] == [b"", b"", b""]


@contextmanager
def older_board() -> Iterator[tuple[str, int]]:
    """Yield a port, and the end of it at which a test says what an older board says."""
    board, port = os.openpty()
    tty.setraw(port)
    os.set_blocking(board, False)
    try:
        yield os.ttyname(port), board
    finally:
        os.close(board)
        os.close(port)


@pytest.mark.soak
@every_older
def test_a_board_of_an_older_firmware_is_logged_whole_once_it_has_todays(tmp_path: Path, image: BoardImage) -> None:
    """First the older firmware is refused, with nothing stored; then its flash is brought up to date.

    Its reasons are sentences, and are shown as they are.
    """
    with Store(tmp_path / "store.sqlite") as store:
        recorder, end = RecordingListener(), time.monotonic() + 60
        with older_board() as (port, board), logging(port, store, recorder) as logger:
            while not logger.join(0.2):
                assert time.monotonic() < end
                with suppress(BlockingIOError):
                    os.write(board, image.lines[:3000])
            sent = os.read(board, 4096)
        assert f"version {image.protocol} of the protocol" in str(logger.error)
        assert recorder.events == [] and store.games() == []
        assert b'"hello"' in sent and b'"ack"' not in sent
        image.unpack(tmp_path / "flash")
        chosen = {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"}
        with (
            TwinProcess("hex4", flash=tmp_path / "flash", settings=chosen) as twin,
            logging(twin.port, store, RecordingListener()),
        ):
            wait_until(lambda: len(store.games()) == len(image.games))
            wait_until(
                lambda: all(len(store.record(game).events) == len(events) for game, events in image.games.items())
            )
        for game, events in image.games.items():
            record = store.record(game)
            kinds = [event["kind"] for event in events]
            assert [event.kind for event in record.events] == kinds
            assert [action.action for action in record.actions] == [
                event["action"] for event in events if event["kind"] == "action"
            ]
            status = {"result": FINISHED, "abandon": ABANDONED, "action": UNFINISHED}[kinds[-1]]
            assert (record.ending.status, record.ending.reason) == (status, events[-1].get("reason"))
            live = GameState.replay(record)
            why = live.result_words.partition(": ")[2]
            # Boards of protocol 3 and later say a code, for which the host has the words.
            assert live.legal and (why == (record.ending.reason or "") or (why and image.protocol >= 3))

"""``hexlume log``: boards in the foreground, and as a service."""

import errno
import json
import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import serial

from hexlume_host.cli import log as command
from hexlume_host.cli import output
from hexlume_host.device import boards_logger
from hexlume_host.device.discovery import announced
from hexlume_host.store.repository import Store
from hexlume_record.words.text import reason_words
from tests.host.conftest import ended_after, wait_until

pytestmark = pytest.mark.integration


def test_log_once_ends_with_the_game(hexlume: Any, make_board: Any, random_game: Any, tmp_path: Path) -> None:
    board = make_board()
    actions, result, reason = random_game(4)
    game = board.begin(board="hex3")
    board.play(actions, result, reason)
    ran = hexlume("log", board.port, "--once", "--white", "Ann", "--store", tmp_path / "s.sqlite")
    assert ran.code == 0
    assert f"{actions[0][1]} {actions[0][0]}\n" in ran.out
    assert f"{reason_words(result, reason)} (" in ran.out
    assert ran.out.endswith(f"The games are kept in {tmp_path / 's.sqlite'}.\n")
    with Store(tmp_path / "s.sqlite") as store:
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions


def test_log_does_not_say_that_events_are_kept_in_a_file_that_is_gone(
    make_board: Any, hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when it has more to keep, nor at the end."""
    path = tmp_path / "s.sqlite"
    said: list[str] = []

    def say(sentence: str) -> None:
        said.append(sentence)
        output.say(sentence)

    monkeypatch.setattr(command, "say", say)
    board = make_board()
    board.begin()

    def move() -> None:
        board.wait_acked()
        path.rename(tmp_path / "moved.sqlite")
        board.act("Wd4", "white")
        wait_until(lambda: any("keeps what it played" in sentence for sentence in said))

    with ended_after(move):
        ran = hexlume("log", board.port, "--store", path)
    gone = f"The store {path} was moved, deleted or replaced while in use: put a store there, or stop hexlume and "
    assert gone in " ".join(said) and ran.out.splitlines()[-1].startswith(f"Stopped. {gone}")
    assert (ran.code, board.acked()) == (130, 0)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("PermissionError(13, 'Access is denied.', None, 5)", "The serial port COM4 is in use by another program"),
        ("PermissionError(13, 'Zugriff verweigert', None, 5)", "The serial port COM4 is in use by another program"),
        ("PermissionError(13, 'it is being used (, None, 9).', None, 32)", "The serial port COM4 is in use by another"),
        ("FileNotFoundError(2, 'The system cannot', None, 2)", "There is no serial port COM4: leave the port out,"),
    ],
)
def test_a_port_that_cannot_be_opened_on_windows_is_one_sentence(
    hexlume: Any, monkeypatch: pytest.MonkeyPatch, said: str, sentence: str
) -> None:
    """pyserial gives no error number there, but Windows's error in words (serialwin32.py)."""
    refusal = serial.SerialException(f"could not open port 'COM4': {said}")
    monkeypatch.setattr(serial, "serial_for_url", Mock(side_effect=refusal))
    ran = hexlume("log", "COM4", "--once")
    assert ran.code == 1 and ran.err.startswith(sentence) and ran.err.count("\n") == 1


def test_a_named_port_that_is_busy_is_waited_for(
    hexlume: Any, make_board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = make_board()
    board.begin()
    really, refusals = serial.serial_for_url, iter([OSError(errno.EBUSY, "busy")] * 3)

    def opened(name: str, **arguments: Any) -> Any:
        if refusal := next(refusals, None):
            raise refusal
        return really(board.port, **arguments)

    monkeypatch.setattr(serial, "serial_for_url", opened)
    monkeypatch.setattr(boards_logger, "_AGAIN_SECONDS", 0.01)
    with ended_after(board.wait_acked):
        ran = hexlume("log", "COM4")
    busy = "The serial port COM4 is in use by another program: end it first."
    assert (ran.code, ran.out.splitlines()[:2]) == (130, [busy, "Listening on COM4."])


def test_without_a_port_every_board_is_logged(make_board: Any, hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that comes later; each line says whose it is."""
    first, second = make_board(device="one"), make_board(device="two")
    waits = threading.Event()

    def say(sentence: str) -> None:
        output.say(sentence)
        waits.set()

    monkeypatch.setattr(command, "say", say)

    def play() -> None:
        assert waits.wait(60)
        for board, action in ((first, "Wd4"), (second, "Wd5")):
            stack.enter_context(announced(board.port))
            board.begin()
            board.act(action, "white")
            board.wait_acked()

    with ExitStack() as stack, ended_after(play, signal.SIGTERM):
        ran = hexlume("log")
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (128 + signal.SIGTERM, "")
    assert lines[0] == "Waiting for boards: plug one in, or start one with hexlume sim."
    assert {f"Listening on {first.port}.", "one: white Wd4", "two: white Wd5"} <= set(lines)
    assert [game["actions"] for game in json.loads(hexlume("games", "--json").out)] == [1, 1]

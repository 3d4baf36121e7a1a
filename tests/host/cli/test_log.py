"""``hexlume log``: boards in the foreground, and as a service."""

import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import serial

from hexlume_host.cli.log_file import LOG, logging_to
from hexlume_host.device import boards_logger
from hexlume_host.device.discovery import announced
from hexlume_host.device.serial_port import Port
from hexlume_host.store.database import Database
from hexlume_host.store.models import VERSION
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError
from hexlume_record.words.text import reason_words
from tests.host.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.integration


def test_log_once_ends_with_the_game(hexlume: Any, make_board: Any, random_game: Any, tmp_path: Path) -> None:
    board = make_board()
    actions, result, reason = random_game(4)
    game = board.begin(on="hex3")
    board.play(actions, result, reason)
    ran = hexlume("log", board.port, "--once", "--white", "Ann", "--store", tmp_path / "s.sqlite")
    assert ran.code == 0
    assert f"{actions[0][1]} {actions[0][0]}\n" in ran.out
    assert f"{reason_words(result, reason)} (" in ran.out
    assert f"{len(actions) + 2} new events are kept" in ran.out
    with Store(tmp_path / "s.sqlite") as store:
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions


def test_log_once_ends_when_the_board_goes(hexlume: Any, make_board: Any, running: Any) -> None:
    board = make_board()
    board.begin()
    with running("log", board.port, "--once") as process:
        assert process.stdout.readline() == f"Listening on {board.port}.\n"
        board.wait_acked()
        board.unplug()
        assert process.wait(60) == 1
        assert process.stderr.read() == f"The board on {board.port} has gone.\n"


def test_ctrl_c_says_what_was_kept(make_board: Any, running: Any, hexlume: Any) -> None:
    board = make_board()
    board.begin()
    board.act("Wd4", "white")
    with running("log", board.port) as process:
        board.wait_acked()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stdout.read().splitlines()[-1].startswith("Stopped. 2 new events are kept in ")
        assert process.stderr.read() == ""
    assert [game["actions"] for game in json.loads(hexlume("games", "--json").out)] == [1]


@pytest.mark.parametrize(
    ("once", "told_more"),
    [
        (True, False),
        (False, True),
        pytest.param(True, True, marks=pytest.mark.soak),
        pytest.param(False, False, marks=pytest.mark.soak),
    ],
)
def test_log_does_not_say_that_events_are_kept_in_a_file_that_is_gone(
    make_board: Any, running: Any, tmp_path: Path, once: bool, told_more: bool
) -> None:
    """Neither at the end, nor when it has more to keep."""
    path = tmp_path / "s.sqlite"
    gone = (
        f"The store {path} was moved, deleted or replaced while in use: put a store there, or stop hexlume and start "
        "it again."
    )
    board = make_board()
    board.begin()
    with running("log", board.port, "--store", path, *(["--once"] if once else [])) as process:
        board.act("Wd4", "white")
        board.wait_acked()
        path.rename(tmp_path / "moved.sqlite")
        if told_more:
            board.act("Wd5", "black")
            notice = f"{gone} The board keeps what it played until that is over.\n"
            assert notice in iter(process.stdout.readline, "")
            assert board.acked() == 1
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stdout.read().splitlines()[-1] == f"Stopped. {gone}"
        assert process.stderr.read() == ""
    with Store(tmp_path / "moved.sqlite", create=False) as store:
        assert [game.action_count for game in store.games()] == [1]


WAITS = r"The store postgresql://\S+ cannot be used: .*\. Trying again until it works; Ctrl-C ends\.\n"


@pytest.mark.parametrize("command", ["log", pytest.param("serve", marks=pytest.mark.soak)])
def test_a_database_server_that_is_away_at_the_start_is_waited_for(
    make_board: Any, running: Any, postgresql: PostgresqlServer, tmp_path: Path, command: str
) -> None:
    url = postgresql.database()
    board = make_board()
    board.begin()
    arguments = ["--port", 0, "--no-browser"] if command == "serve" else []
    with ExitStack() as away, announced(board.port, "hex4"):
        away.enter_context(postgresql.away())
        with running(command, *arguments, "--store", url) as process:
            lines = iter(process.stdout.readline, "")
            assert re.fullmatch(WAITS, next(lines))
            away.close()
            board.wait_acked()
            # The server may have said something else while it started.
            over = next(line for line in lines if not re.fullmatch(WAITS, line))
            assert re.fullmatch(r"The store postgresql://\S+ can be used now\.\n", over)
    name = "log-serve.txt" if command == "serve" else "log.txt"
    log = (tmp_path / "XDG_STATE_HOME" / "hexlume" / "log" / name).read_text()
    assert "Trying again until it works" in log.splitlines()[0]


def test_a_store_that_is_locked_at_the_start_is_waited_for(make_board: Any, running: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    board = make_board()
    board.begin()
    with running("log", board.port, "--store", path) as process:
        with closing(Database(str(path), create=False)) as other, other.writing():
            assert process.stdout.readline() == (
                f"The store {path} is locked by another program. Trying again until it works; Ctrl-C ends.\n"
            )
        board.wait_acked()


def test_a_port_that_another_program_has_is_waited_for(make_board: Any, running: Any) -> None:
    board = make_board()
    board.begin()
    taken = Port(board.port)
    with running("log", board.port) as process:
        assert process.stdout.readline() == (
            f"The serial port {board.port} is in use by another program: end it first.\n"
        )
        taken.close()
        board.wait_acked()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        out, err = process.communicate()
    assert "in use" not in out + err


BUSY_ON_WINDOWS = [
    "PermissionError(13, 'Access is denied.', None, 5)",
    "PermissionError(13, 'Zugriff verweigert', None, 5)",
    "PermissionError(13, 'The process cannot access the file because it is being used (, None, 9).', None, 32)",
]


@pytest.mark.parametrize("said", BUSY_ON_WINDOWS)
def test_a_port_that_is_busy_on_windows_is_waited_for(
    hexlume: Any, make_board: Any, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """pyserial gives no error number there, but Windows's error in words (serialwin32.py)."""
    board = make_board()
    board.begin()
    attempts: list[str] = []
    really = serial.serial_for_url

    def opened(name: str, **arguments: Any) -> Any:
        attempts.append(name)
        if len(attempts) < 4:
            raise serial.SerialException(f"could not open port {name!r}: {said}")
        return really(board.port, **arguments)

    monkeypatch.setattr(serial, "serial_for_url", opened)
    monkeypatch.setattr(boards_logger, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(boards_logger, "_LOOK_SECONDS", 0.01)
    interrupt = threading.Thread(target=lambda: (board.wait_acked(), signal.raise_signal(signal.SIGINT)))
    interrupt.start()
    ran = hexlume("log", "COM4")
    interrupt.join()
    assert (ran.code, ran.err) == (130, "")
    assert ran.out.splitlines()[:2] == [
        "The serial port COM4 is in use by another program: end it first.",
        "Listening on COM4.",
    ]
    assert attempts == ["COM4"] * 4


def test_a_port_that_is_missing_on_windows_ends_it(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(name: str, **arguments: Any) -> Any:
        said = "FileNotFoundError(2, 'The system cannot find the file specified.', None, 2)"
        raise serial.SerialException(f"could not open port {name!r}: {said}")

    monkeypatch.setattr(serial, "serial_for_url", opened)
    ran = hexlume("log", "COM4")
    assert (ran.code, ran.out, ran.err) == (1, "", "There is no serial port COM4: see hexlume watch.\n")


def test_a_named_board_whose_game_is_another_one_does_not_end_it(make_board: Any, running: Any, tmp_path: Path) -> None:
    """The store holds another game under the board's game id: said once, and the board is left alone for a minute."""
    path = tmp_path / "s.sqlite"
    first, second = make_board(board="twin"), make_board(board="twin")
    for board, action in ((first, "Wd4"), (second, "Wd5")):
        board.begin()
        board.act(action, "white")
        board.abandon()
    with running("log", first.port, "--store", path):
        first.wait_acked()
    with running("log", second.port, "--store", path) as process:
        lines = iter(process.stdout.readline, "")
        assert any("is not the one of that name" in line for line in lines)
        # It goes on, and its port is free meanwhile.
        Port(second.port).close()
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == ""


def test_log_ends_when_another_program_has_upgraded_the_store(make_board: Any, running: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    board = make_board()
    board.begin()
    board.act("Wd4", "white")
    with running("log", board.port, "--store", path) as process:
        board.wait_acked()
        with closing(sqlite3.connect(path)) as other, other:
            other.execute(f"UPDATE hexlume_schema SET version = {VERSION + 1}")
        board.act("Wd5", "white")
        assert process.wait(60) == 1
        assert process.stderr.read() == (
            f"The store {path} has version {VERSION + 1} now and this hexlume reads version {VERSION}: "
            "stop it, and start the hexlume that changed the store.\n"
        )
    assert board.acked() == 1


@pytest.fixture
def read_only_file(tmp_path: Path) -> Iterator[Path]:
    """A store that can be read but not written, whoever asks: also by root."""
    path = tmp_path / "s.sqlite"
    Store(path).close()
    mounted = subprocess.run(["mount", "--bind", path, path], capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"nothing may be mounted here ({mounted.stderr.strip()}); PostgreSQL is tested all the same")
    subprocess.run(["mount", "-o", "remount,bind,ro", path], check=True)
    yield path
    subprocess.run(["umount", path], check=True)


@pytest.mark.parametrize("command", ["log", "serve"])
def test_a_read_only_file_is_noticed_at_the_start(hexlume: Any, read_only_file: Path, command: str) -> None:
    ran = hexlume(command, "--store", read_only_file)
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(
        rf"The store {read_only_file} is read-only \(.*\): allow hexlume to write it, or name another one\.\n", ran.err
    )


def test_a_read_only_database_is_noticed_at_the_start(hexlume: Any, postgresql: PostgresqlServer) -> None:
    """Both a server that takes nothing (a standby, say) and a user who may only read."""
    url = postgresql.database()
    Store(url).close()
    name = url.split("?")[0].rsplit("/")[-1]
    postgresql.execute(
        "postgres", "CREATE ROLE reader LOGIN", f"ALTER DATABASE {name} SET default_transaction_read_only = on"
    )
    ran = hexlume("log", "--store", url)
    assert ran.code == 1
    assert "is read-only (cannot execute INSERT in a read-only transaction): allow hexlume to write it" in ran.err
    postgresql.execute("postgres", f"ALTER DATABASE {name} RESET default_transaction_read_only")
    postgresql.execute(name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    ran = hexlume("log", "--store", url.replace("hexlume@", "reader@"))
    assert ran.code == 1
    assert re.search(r"is read-only \(permission denied for table \w+\): allow hexlume to write it", ran.err)


def test_without_a_port_every_board_is_logged(make_board: Any, running: Any, hexlume: Any, tmp_path: Path) -> None:
    """Also one that comes later; each line says whose it is."""
    first, second = make_board(board="one"), make_board(board="two")
    with running("log") as process:
        waiting = process.stdout.readline()
        assert waiting == "Waiting for boards: plug one in, or start one with hexlume sim.\n"
        with announced(first.port, "hex4"):
            first.begin()
            first.act("Wd4", "white")
            first.wait_acked()
            with announced(second.port, "hex4"):
                second.begin()
                second.act("Wd5", "white")
                second.wait_acked()
                second.unplug()
                # Its note is gone before it is plugged in again: nobody need look for it meanwhile.
            first.act("Bd5", "black")
            first.wait_acked()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 128 + signal.SIGTERM
            out, err = process.communicate()
    assert err == ""
    lines = [waiting.rstrip(), *out.splitlines()]
    for line in (f"Listening on {first.port}.", "one: white Wd4", "two: white Wd5", "one: black Bd5"):
        assert line in lines
    assert {game["board"]["id"]: game["actions"] for game in json.loads(hexlume("games", "--json").out)} == {
        "one": 2,
        "two": 1,
    }
    log = (tmp_path / "XDG_STATE_HOME" / "hexlume" / "log" / "log.txt").read_text().splitlines()
    assert [line.partition("Z ")[2] for line in log] == lines
    assert all(line[:2] == "20" and line[19] == "Z" for line in log)


def test_on_a_terminal_it_draws_the_game_and_then_the_boards(make_board: Any, wait_until: Any, tmp_path: Path) -> None:
    """Run in a pseudo-terminal by script(1), as a person sees it."""
    first, second = make_board(board="one"), make_board(board="two")
    program = [sys.executable, "-c", "from hexlume_host.cli.main import main; main()", "log"]
    typescript = tmp_path / "typescript"
    with announced(first.port, "hex4"), announced(second.port, "hex4"):
        first.begin()
        first.act("Wd4", "white")
        process = subprocess.Popen(
            ["script", "-qec", shlex.join(program), "--flush", str(typescript)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "110", "LINES": "40"},
        )
        try:
            first.wait_acked()
            wait_until(lambda: "1 actions, the last one Wd4." in typescript.read_text())
            second.begin()
            second.act("Wd5", "white")
            second.wait_acked()
            wait_until(lambda: "Wd5" in typescript.read_text() and "port" in typescript.read_text())
        finally:
            process.terminate()
            process.wait()


def test_the_log_file_never_grows_beyond_its_size(tmp_path: Path) -> None:
    path = tmp_path / "below" / "log.txt"
    with logging_to(path, megabytes=1, older=2):
        for number in range(4_000):
            LOG.info("%06d %s", number, "x" * 1000)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["log.txt", "log.txt.1", "log.txt.2"]
    assert all(file.stat().st_size <= 1_000_000 for file in files)
    assert path.read_text().splitlines()[-1].endswith("Z 003999 " + "x" * 1000)
    assert not LOG.handlers


def test_a_log_file_that_cannot_be_written(hexlume: Any, tmp_path: Path) -> None:
    with pytest.raises(HexlumeError, match="name another one with --log-file"), logging_to(tmp_path, 1, 1):
        pass
    ran = hexlume("log", "/nowhere/tty", "--log-file", tmp_path)
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert f"The log file {tmp_path} cannot be written" in ran.err


def test_a_full_disk_under_the_log_file_is_no_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    (tmp_path / "log.txt").symlink_to("/dev/full")
    with logging_to(tmp_path / "log.txt", 1, 1):
        for _ in range(3):
            LOG.info("not written")
        (tmp_path / "log.txt").unlink()
        LOG.info("written")
    assert (tmp_path / "log.txt").read_text().endswith("Z written\n")
    assert capfd.readouterr().err == ""


def service(hexlume: Any, *arguments: object) -> str:
    ran = hexlume("log", "--service", *arguments)
    assert (ran.code, ran.err) == (0, "")
    return str(ran.out)


def test_the_service_runs_this_command_on_this_store(hexlume: Any, tmp_path: Path) -> None:
    lines = service(hexlume, "--store", "club.sqlite", "--white", 'Ann "A" 50% $1').splitlines()
    assert lines[0].startswith("# Install: ")
    assert f"Environment=HEXLUME_STORE={Path.cwd() / 'club.sqlite'}" in lines
    assert "Restart=on-failure" in lines
    (command,) = (line.partition("=")[2] for line in lines if line.startswith("ExecStart="))
    words = [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(command)]
    assert words[1:4] == ["log", "--white", 'Ann "A" 50% $1']
    assert Path(words[0]).is_absolute()
    version = subprocess.run([words[0], "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith("hexlume ")


@pytest.mark.parametrize(
    "arguments",
    [(), ("/dev/ttyACM1", "--white", "Ann O'Hara \\ 100%"), ("--store", "postgresql://ann:50%25@host/a b")],
)
def test_systemd_takes_the_service(hexlume: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("this system has no systemd")
    unit = tmp_path / "hexlume-log.service"
    unit.write_text(service(hexlume, *arguments))
    checked = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_service_has_no_end(hexlume: Any) -> None:
    ran = hexlume("log", "--service", "--once")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert hexlume("log", "--service", "--white", "a\nb").code == 1

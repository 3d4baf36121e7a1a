"""A real mosquitto for tests, on a free loopback port; it can be killed and started again on the same port."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PROGRAMS = "/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/sbin"


class Mosquitto:
    """A broker of its own; ``lines`` are added to its configuration (mosquitto.conf(5)).

    ``files`` are put into its folder, which stands for ``{folder}`` in the lines.

    With ``user`` and ``password`` it lets only that user in. What is retained is gone when it is killed: every message
    that is there afterwards was published anew.
    """

    def __init__(self, *lines: str, files: dict[str, bytes] | None = None, user: str = "", password: str = "") -> None:
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path=_PROGRAMS)
        if program is None:
            pytest.fail("these tests need mosquitto: sudo apt-get install mosquitto")
        self._program = program
        self.folder = Path(tempfile.mkdtemp(prefix="hexlume-mqtt-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"mqtt://127.0.0.1:{self.port}"
        settings = [f"listener {self.port} 127.0.0.1", "max_queued_messages 0"]
        settings += [line.format(folder=self.folder) for line in lines]
        for name, data in (files or {}).items():
            (self.folder / name).write_bytes(data)
            (self.folder / name).chmod(0o644)
        if user:
            passwords = self.folder / "passwords"
            maker = str(shutil.which("mosquitto_passwd") or shutil.which("mosquitto_passwd", path=_PROGRAMS))
            subprocess.run([maker, "-c", "-b", passwords, user, password], check=True, capture_output=True)
            passwords.chmod(0o644)
            settings += ["allow_anonymous false", f"password_file {passwords}"]
        else:
            settings += ["allow_anonymous true"]
        (self.folder / "mosquitto.conf").write_text("\n".join(settings) + "\n")
        # Started by root, it goes on as another user.
        self.folder.chmod(0o777)
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and return when it listens."""
        log = self.folder / "log"
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                [self._program, "-c", self.folder / "mosquitto.conf"],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as connection:
                if connection.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self._process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.01)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Let it hang while the context lasts: its connections stay, and nobody answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

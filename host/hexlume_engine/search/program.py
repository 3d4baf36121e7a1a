"""A program that plays over the Go Text Protocol, in a process of its own."""

import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Sequence

from hexlume_record.errors import HexlumeError

from .level import level_called

_QUIT_S = 5.0
_RUN = "from hexlume_host.cli.main import main; main()"
_OWN = ("uct", "random")


class ProgramError(HexlumeError):
    """A program did not do what was asked of it; the text says what."""

    def __init__(self, program: "Program", text: str) -> None:
        super().__init__(text)
        self.program = program


def command_of(player: str, seed: int, cpu: bool = False) -> list[str]:
    """Return the command of a player: ``level:3``, ``uct``, ``random`` or any program with its arguments.

    ``cpu``: our own programs count the seconds of their own work and not the wall's. Raises ``HexlumeError``.
    """
    own = [sys.executable, "-c", _RUN, "gtp", "--seed", str(seed)] + (["--clock", "cpu"] if cpu else [])
    if player in _OWN:
        return [*own, "--engine", player]
    level = level_called(player)
    if level is not None:
        return [*own, "--level", str(level)]
    try:
        words = shlex.split(player)
    except ValueError as error:
        raise HexlumeError(f"'{player}' is no command: {error}.") from error
    if not words:
        raise HexlumeError("A player is level:1 to level:6, uct, random or a program's command.")
    return words


def is_engine(player: str) -> bool:
    """Return whether a player is a level of this engine or its ``uct``; raises ``HexlumeError`` as ``command_of``."""
    return player == "uct" or level_called(player) is not None


class Program:
    """A running program. Every answer is waited for with a limit; whatever goes wrong is a ``ProgramError``."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise ProgramError(self, f"{name} does not start: {error.strerror or error}") from error
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def ask(self, request: str, seconds: float) -> str:
        """Send a request and return its answer's text; raises ``ProgramError`` when it fails or comes too late."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{request}\n".encode("ascii"))
            self._process.stdin.flush()
        except OSError as error:
            raise ProgramError(self, f"{self.name} has ended") from error
        text: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                raise ProgramError(self, f"{self.name} gave no answer to '{request}' in {seconds:g} s") from None
            if not line:
                self._lines.put(line)  # Nothing follows it: the next request must not wait for an answer.
                raise ProgramError(self, f"{self.name} ended at '{request}'")
            words = line.decode("ascii", "replace").rstrip("\r\n")
            if words:
                text.append(words)
            elif text:
                break
        answer = "\n".join(text)
        if not answer.startswith("="):
            raise ProgramError(self, f"{self.name} answered '{request}' with '{answer[:80]}'")
        return answer[1:].strip()

    def close(self) -> None:
        """End the program: by ``quit``, or by force if it does not."""
        try:
            self.ask("quit", _QUIT_S)
            self._process.wait(_QUIT_S)
        except (ProgramError, subprocess.TimeoutExpired):
            pass
        self._process.kill()
        self._process.communicate()

"""Discovery of boards: serial ports on USB, and those of simulators that run on this computer."""

import contextlib
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adafruit_board_toolkit.circuitpython_serial import data_comports
from platformdirs import user_runtime_path

from ..errors import LinkError


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port with a board on it; ``serial`` is its USB serial number, "" for a simulator."""

    port: str
    serial: str = ""


def found_ports() -> list[FoundPort]:
    """Return the ports of all boards and simulators that can be found now."""
    boards = [FoundPort(port.device, port.serial_number or "") for port in data_comports()]
    return sorted(boards, key=lambda found: found.port) + _simulators()


def all_ports() -> list[str]:
    """Return the names of the ports of all boards and simulators that can be found now."""
    return [found.port for found in found_ports()]


class PortFinder:
    """Says which port to open, also when a board comes back under another name."""

    def __init__(self, port: str | None) -> None:
        """``port`` as the user named it; ``None`` takes the only board there is."""
        self._named = port
        self._serial = ""

    def __call__(self) -> str:
        """Return the port to open now; raises ``LinkError`` when none or more than one is found."""
        found = found_ports()
        chosen = [port for port in found if self._serial and port.serial == self._serial]
        if not chosen:
            chosen = found if self._named is None else [port for port in found if port.port == self._named]
        if len(chosen) > 1:
            ports = ", ".join(port.port for port in chosen)
            raise LinkError(f"There are {len(chosen)} boards: name the PORT of one of {ports}.")
        if not chosen and self._named is None:
            raise LinkError("No board is found: plug one in, name its PORT, or start one with hexlume sim.")
        if chosen:
            self._serial = chosen[0].serial
        return chosen[0].port if chosen else str(self._named)


@contextlib.contextmanager
def announced(port: str) -> Iterator[None]:
    """Let other programs of this user find a simulator's port while the context lasts.

    The note's name begins with this process, so that one left behind by a process that was killed is recognised.
    """
    note = _folder() / f"{os.getpid()}{port.replace('/', '-')}.txt"
    # Where it cannot be written, nobody finds the port by itself; its name is printed all the same.
    with contextlib.suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        note.write_text(port, encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)


def _folder() -> Path:
    with warnings.catch_warnings():
        # platformdirs warns when the system has no such folder and a temporary one is taken.
        warnings.simplefilter("ignore")
        return user_runtime_path("hexlume") / "simulators"


def _simulators() -> list[FoundPort]:
    """Return the announced ports whose simulators run. Windows has no pseudo-terminals, and so none."""
    found = []
    for note in sorted(_folder().glob("*.txt")) if os.name == "posix" else []:
        # Another program may be writing or removing it.
        with contextlib.suppress(OSError, ValueError):
            os.kill(int(note.name.partition("-")[0]), 0)
            if port := note.read_text(encoding="utf-8"):
                found.append(FoundPort(port))
    return found

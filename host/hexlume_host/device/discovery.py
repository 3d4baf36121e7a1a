"""Discovery of boards: serial ports on USB, and those of simulators that run on this computer."""

import contextlib
import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adafruit_board_toolkit.circuitpython_serial import data_comports
from platformdirs import user_runtime_path

from ..errors import LinkError

try:
    import fcntl
except ImportError:  # Windows: no pseudo-terminals, so no simulators to announce either.
    fcntl = None  # type: ignore[assignment]

BOARD = "board"
SIMULATOR = "simulator"


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port with a board on it; ``kind`` is ``board`` or ``simulator``, ``serial`` its USB serial number."""

    port: str
    kind: str
    description: str
    serial: str = ""


def found_ports() -> list[FoundPort]:
    """Return the ports of all boards and simulators that can be found now."""
    boards = [
        FoundPort(port.device, BOARD, port.product or port.description, port.serial_number or "")
        for port in data_comports()
    ]
    return sorted(boards, key=lambda found: found.port) + _simulators()


class PortFinder:
    """Says which port to open, also when a board comes back under another name."""

    def __init__(self, port: str | None) -> None:
        """``port`` as the user named it; ``None`` takes the only board there is."""
        self._named = port
        self._serial = ""

    def __call__(self) -> str:
        """Return the port to open now; raises ``LinkError`` when none or more than one is found."""
        found = found_ports()
        if self._serial:
            again = [port for port in found if port.serial == self._serial]
            if again:
                return again[0].port
        if self._named is not None:
            chosen = next((port for port in found if port.port == self._named), None)
        elif len(found) == 1:
            chosen = found[0]
        elif found:
            ports = ", ".join(port.port for port in found)
            raise LinkError(f"There are {len(found)} boards: name the PORT of one of {ports}.")
        else:
            raise LinkError("No board is found: plug one in, name its PORT, or start one with hexlume sim.")
        if chosen is not None:
            self._serial = chosen.serial
            return chosen.port
        return str(self._named)


@contextlib.contextmanager
def announced(port: str, panel: str) -> Iterator[None]:
    """Let other programs of this user find a simulator's port while the context lasts.

    The note is locked while its simulator runs, so a note left behind by one that was killed is recognised.
    """
    if fcntl is None:
        yield
        return
    try:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        note = folder / f"{os.getpid()}-{port.replace('/', '-')}.json"
        # Named so that it is found only once it is locked and complete.
        unfinished = note.with_suffix(".new")
        file = unfinished.open("w", encoding="utf-8")
    except OSError:
        # Nobody finds the port by itself then; its name is printed all the same.
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        json.dump({"port": port, "panel": panel}, file)
        file.flush()
        unfinished.rename(note)
        try:
            yield
        finally:
            note.unlink(missing_ok=True)


def _folder() -> Path:
    with warnings.catch_warnings():
        # platformdirs warns when the system has no such folder and a temporary one is taken.
        warnings.simplefilter("ignore")
        return user_runtime_path("hexlume") / "simulators"


def _simulators() -> list[FoundPort]:
    """Return the announced ports; notes of simulators that are gone are removed."""
    if fcntl is None:
        return []
    found = []
    try:
        notes = sorted(_folder().glob("*.json"))
    except OSError:
        return []
    for note in notes:
        try:
            with note.open(encoding="utf-8") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    note_json = json.load(file)
                    found.append(
                        FoundPort(str(note_json["port"]), SIMULATOR, f"simulated {str(note_json['panel'])[:20]} board")
                    )
                    continue
            note.unlink()
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found

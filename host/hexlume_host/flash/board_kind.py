"""Board and CircuitPython version, from the ``boot_out.txt`` that CircuitPython writes at every start."""

import re
from dataclasses import dataclass
from pathlib import Path

from .drive import Drive
from .errors import DeployError

OLDEST = 9
"""The first major version of CircuitPython that the firmware runs on."""
CRASHES = ("9.2.0", "rp2350")
"""A version that may crash on a chip when the journal writes to its memory (adafruit/circuitpython issue 9773)."""
CHIPS = ("rp2040", "rp2350")
BOOT_OUT = "boot_out.txt"
BOOTLOADER_INFO = "INFO_UF2.TXT"
"""A file that only the drive of the chip's own bootloader has."""
DOWNLOADS = {
    "raspberry_pi_pico": "Raspberry Pi Pico",
    "raspberry_pi_pico_w": "Raspberry Pi Pico W",
    "raspberry_pi_pico2": "Raspberry Pi Pico 2",
    "raspberry_pi_pico2_w": "Raspberry Pi Pico 2 W",
}
"""The boards whose pins are where the firmware expects them, by CircuitPython's ids."""
_MOST_BYTES = 4096

# Adafruit CircuitPython 9.2.8 on 2025-05-28; Raspberry Pi Pico with rp2040
_LINE = re.compile(r"Adafruit CircuitPython (\d+)\.(\S+) on [^;]{1,40}; (.{1,80}) with (\w{1,40})")
_ID = re.compile(r"^Board ID: ?(\w{1,60})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A board as ``boot_out.txt`` names it: ``identity`` is CircuitPython's id of it, such as raspberry_pi_pico."""

    name: str
    identity: str
    chip: str
    circuitpython: str

    @property
    def words(self) -> str:
        """The board in words."""
        return f"{self.name} ({self.chip}) with CircuitPython {self.circuitpython}"


def read_board_kind(drive: Path) -> BoardKind:
    """Return the board whose drive this is; raises ``DeployError`` for one that the firmware does not run on."""
    opened = Drive(drive)
    if opened.size(BOOTLOADER_INFO) >= 0:
        raise DeployError(f"{drive} is the bootloader's drive of a board without CircuitPython: {how_to_install()}")
    contents = opened.read(BOOT_OUT, _MOST_BYTES)
    if contents is None:
        raise DeployError(
            f"There is no {BOOT_OUT} in {drive}, as CircuitPython writes it at every start: name the drive CIRCUITPY "
            "of a board, or plug the board in again."
        )
    text = contents.decode("utf-8", "replace")
    line, identity = _LINE.search(text), _ID.search(text)
    if line is None:
        raise DeployError(f"{drive / BOOT_OUT} does not say which CircuitPython runs there: {how_to_install()}")
    kind = BoardKind(line[3], identity[1] if identity else "", line[4].lower(), f"{line[1]}.{line[2]}")
    if not kind.chip.startswith(CHIPS):
        raise DeployError(
            f"{kind.name} has the chip {kind.chip}, and hexlume runs on RP2040 and RP2350: take a Raspberry Pi Pico or "
            "Pico 2."
        )
    if int(line[1]) < OLDEST:
        raise DeployError(
            f"CircuitPython {kind.circuitpython} on {drive} is too old, hexlume needs {OLDEST} or later: "
            f"{how_to_install(kind.identity)}"
        )
    if kind.circuitpython.startswith(CRASHES[0]) and kind.chip.startswith(CRASHES[1]):
        raise DeployError(
            f"CircuitPython {kind.circuitpython} may crash on {kind.name} when the board keeps a game: "
            f"{how_to_install(kind.identity)}"
        )
    return kind


def how_to_install(identity: str = "") -> str:
    """Return what to do to get CircuitPython onto a board, by its id if it is known."""
    board = identity or "raspberry_pi_pico"
    which = "" if identity else " (Pico; on a Pico 2 raspberry_pi_pico2)"
    return (
        f"download adafruit-circuitpython-{board}-en_US-….uf2{which} from https://circuitpython.org/board/{board}/, "
        "hold BOOTSEL while you plug the board in, copy the file to the drive RPI-RP2 or RP2350 that appears, and run "
        "hexlume deploy again."
    )

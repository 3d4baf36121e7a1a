"""Flash chip at the emulated RP2040's SSI: the twin's ``Flash``, with times, wear and power cuts.

``rp2040py`` reads instructions and data from its own copy, which is updated at every change.
"""

from collections.abc import Callable
from typing import Any

from rp2040py.peripherals.ssi import CMD_PAGE_PROGRAM, CMD_SECTOR_ERASE, RPSSI

from ..chip.costs import RP2040
from ..chip.flash import SECTOR, Flash

CAPACITY = RP2040.flash.capacity
"""Size of a Pico's flash in bytes."""
NVM_START = (1 << 20) - SECTOR
"""Start of ``microcontroller.nvm`` in CircuitPython: the sector before the drive."""
DRIVE_START = 1 << 20
"""Start of the CIRCUITPY drive, which is the second half of the flash."""

_READ_UNIQUE_ID = 0x4B
_BLOCK_ERASE = 0xD8
_ID_FROM = 5
"""The unique id follows the command and four dummy bytes."""


def attach_flash(
    rp2040: Any, flash: Flash, unique_id: bytes, on_flash_change: Callable[[int, bytes], None] | None = None
) -> None:
    """Make ``flash`` the chip's flash.

    ``on_flash_change`` is called with the first byte's index and the bytes of each change.
    """

    def changed(start: int, values: bytes) -> None:
        rp2040.flash[start : start + len(values)] = values
        if on_flash_change is not None:
            on_flash_change(start, values)

    rp2040.flash[:CAPACITY] = bytes(flash.cells)
    flash.on_change = changed
    # A subclass would need a second listener on the chip-select pin: rp2040py adds the first in its constructor.
    ssi: RPSSI = rp2040.ssi
    shift, apply = ssi._shift_byte, ssi._apply_command

    def shift_byte(byte_out: int) -> int:
        answer: int = shift(byte_out)
        place = len(ssi._tx_buffer) - 1
        if ssi._tx_buffer[0] == _READ_UNIQUE_ID and _ID_FROM <= place < _ID_FROM + len(unique_id):
            return unique_id[place - _ID_FROM]
        return answer

    def apply_command() -> None:
        command = bytes(ssi._tx_buffer)
        opcode = command[0] if command else 0
        if opcode not in (CMD_SECTOR_ERASE, CMD_PAGE_PROGRAM, _BLOCK_ERASE):
            apply()
            return
        ssi._tx_buffer = bytearray()
        if not ssi._write_enabled or len(command) < 4:
            return
        ssi._write_enabled = False
        start = int.from_bytes(command[1:4], "big")
        if opcode == CMD_PAGE_PROGRAM:
            flash.program(start, command[4:])
        else:
            size = SECTOR if opcode == CMD_SECTOR_ERASE else 16 * SECTOR
            for sector in range(start // size * size, start // size * size + size, SECTOR):
                flash.erase(sector // SECTOR)

    ssi._shift_byte = shift_byte  # type: ignore[method-assign]
    ssi._apply_command = apply_command  # type: ignore[method-assign]

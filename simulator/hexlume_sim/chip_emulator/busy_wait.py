"""Busy-wait skipping for the Pico SDK.

The virtual time is the same, without the 1.2 s of instructions at every start.
"""

from typing import Any

from rp2040py.peripherals.timer import TIMERAWL, RPTimer

_LOOP = bytes.fromhex("516a994202d1916aa142f9d3")
"""The code of ``busy_wait_until``: ldr r1, [r2, #0x24]; cmp r1, r3; bne; ldr r1, [r2, #0x28]; cmp
r1, r4; blo. r2 is the timer and r5:r4 the time to wait for.
"""
_READ = 6
"""Offset in the loop of the read of the time's lower word."""


def skip_busy_waits(rp2040: Any) -> None:
    """Make reads of the time in the loop advance the clock to the wait's end or next alarm."""
    loop = bytes(rp2040.flash[: 1 << 20]).find(_LOOP)
    if loop < 0:
        return
    after_read = 0x10000000 + loop + _READ + 2
    timer: RPTimer = rp2040.timer
    clock, registers = rp2040.clock, rp2040.core.registers
    read = timer.read_uint32

    def read_uint32(offset: int) -> int:
        if offset == TIMERAWL and registers[15] == after_read:
            until = (registers[5] << 32 | registers[4]) * 1000.0 - (clock.nanos - timer._epoch_nanos)
            if until > 0:
                clock.tick(min(until, clock.nanos_to_next_alarm) if clock.has_scheduled_alarm else until)
        return read(offset)

    timer.read_uint32 = read_uint32  # type: ignore[method-assign]

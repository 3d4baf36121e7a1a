"""PIO scheduling: steps only the blocks that run.

Checking both blocks after every instruction takes a sixth of the emulator's time.
"""

from types import SimpleNamespace
from typing import Any

_CTRL = 0x000
_BASES = (0x50200, 0x50300)


class PioScheduler:
    """Maintains the list of running blocks that ``execute_batch`` iterates over."""

    def __init__(self, rp2040: Any) -> None:
        self._blocks = list(rp2040.pio)
        self._running: list[Any] = rp2040.pio
        view = SimpleNamespace(
            pwm=rp2040.pwm, sio=rp2040.sio, pio=self._blocks, update_io_interrupt=rp2040.update_io_interrupt
        )
        for pin in rp2040.gpio:
            pin.rp2040 = view  # a pin finds the blocks by their numbers
        for base, block in zip(_BASES, self._blocks, strict=True):
            rp2040.peripherals[base] = _Registers(block, self)
        self.update()

    def update(self) -> None:
        """Update the list of running blocks."""
        self._running[:] = [block for block in self._blocks if not block.stopped]

    def select_all(self) -> None:
        """List every block, for a reset of the chip."""
        self._running[:] = self._blocks


class _Registers:
    """A block's registers on the bus. A write to CTRL may start or stop the block."""

    def __init__(self, block: Any, scheduler: PioScheduler) -> None:
        self._block = block
        self._scheduler = scheduler
        self.read_uint32 = block.read_uint32
        self.reset = block.reset

    def write_uint32(self, offset: int, value: int) -> None:
        self._block.write_uint32(offset, value)
        if offset == _CTRL:
            self._scheduler.update()

    def write_uint32_atomic(self, offset: int, value: int, atomic_type: int) -> None:
        self._block.write_uint32_atomic(offset, value, atomic_type)
        if offset == _CTRL:
            self._scheduler.update()

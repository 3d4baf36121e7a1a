"""Random bit of the ring oscillator, from which CircuitPython derives ``os.urandom``."""

from typing import Any

from rp2040py.peripherals.peripheral import BasePeripheral

from ..chip.noise import Generator

_RANDOM_BIT = 0x1C
_STATUS = 0x18
_STABLE = 1 << 31


class RingOscillator(BasePeripheral):
    """ROSC whose random bits are determined by a seed."""

    def __init__(self, rp2040: Any, seed: int) -> None:
        super().__init__(rp2040, "ROSC_BASE")
        self._generator = Generator(seed ^ 0x205C)
        self._registers: dict[int, int] = {}

    def read_uint32(self, offset: int) -> int:
        """Return a register."""
        if offset == _RANDOM_BIT:
            return self._generator.bits() >> 16 & 1
        return _STABLE if offset == _STATUS else self._registers.get(offset, 0)

    def write_uint32(self, offset: int, value: int) -> None:
        """Store a register."""
        self._registers[offset] = value

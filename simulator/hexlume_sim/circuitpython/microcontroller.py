"""Stand-in for ``microcontroller``."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.pins import Pin
from hexlume_sim.chip.power import HardReset as _HardReset
from hexlume_sim.chip.supervisor import ResetReason

__all__ = ["Pin", "ResetReason", "cpu", "delay_us", "nvm", "reset", "watchdog"]

cpu = _powered().cpu
nvm = _powered().nvm
watchdog = _powered().watchdog
delay_us = _powered().time.delay_us


def reset() -> None:
    """Reset the chip: boot.py and code.py restart, and only the flash is preserved."""
    raise _HardReset("microcontroller.reset was called")

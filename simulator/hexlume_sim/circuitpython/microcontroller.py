"""Stand-in for ``microcontroller``."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.pins import Pin
from hexlume_sim.chip.power import HardReset as _HardReset
from hexlume_sim.chip.supervisor import Processor, ResetReason

__all__ = ["Pin", "Processor", "ResetReason", "cpu", "cpus", "delay_us", "nvm", "pin", "reset", "watchdog"]

cpu = _powered().cpu
cpus = (cpu,)
nvm = _powered().nvm
watchdog = _powered().watchdog
delay_us = _powered().time.delay_us


class _Pins:
    """``microcontroller.pin``: every pin by the chip's name, GPIO0 to GPIO29."""


pin = _Pins()
for _pin in _powered().pins:
    setattr(pin, "GPIO" + str(_pin.number), _pin)


def reset() -> None:
    """Reset the chip: boot.py and code.py restart, and only the flash is preserved."""
    raise _HardReset("microcontroller.reset was called")

"""Stand-in for ``supervisor``."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.power import SoftReload as _SoftReload
from hexlume_sim.chip.supervisor import RunReason, SafeModeReason

__all__ = ["RunReason", "SafeModeReason", "reload", "runtime", "set_usb_identification", "ticks_ms"]

runtime = _powered().runtime
ticks_ms = _powered().time.ticks_ms


def reload() -> None:
    """Restart code.py."""
    raise _SoftReload("supervisor.reload was called")


def set_usb_identification(manufacturer: str, product: str) -> None:
    """Check the names that USB hosts see. Only boot.py can set them."""
    if not _powered().drive.booting:
        raise RuntimeError("Cannot change USB devices now")
    if not all(0 < len(name) <= 126 for name in (manufacturer, product)):
        raise ValueError("USB names are 1 to 126 ASCII characters")

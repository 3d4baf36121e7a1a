"""Stand-in for ``supervisor``."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.power import SoftReload as _SoftReload
from hexlume_sim.chip.supervisor import RunReason, Runtime, SafeModeReason

__all__ = ["RunReason", "Runtime", "SafeModeReason", "reload", "runtime", "set_usb_identification", "ticks_ms"]

runtime = _powered().runtime
ticks_ms = _powered().time.ticks_ms


def reload() -> None:
    """Restart code.py."""
    raise _SoftReload("supervisor.reload was called")


def set_usb_identification(
    manufacturer: str | None = None, product: str | None = None, vid: int = -1, pid: int = -1
) -> None:
    """Set the names that USB hosts see. Only boot.py can."""
    chip = _powered()
    if not chip.drive.booting:
        raise RuntimeError("Cannot change USB devices now")
    for name in (manufacturer, product):
        if name is not None and not 0 < len(name) <= 126:
            raise ValueError("USB names are 1 to 126 ASCII characters")
    if manufacturer is not None:
        chip.usb_manufacturer = manufacturer
    if product is not None:
        chip.usb_product = product

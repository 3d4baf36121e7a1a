"""Stand-in for ``usb_cdc``. ``data`` is None unless boot.py enabled it."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.usb import Serial

__all__ = ["Serial", "console", "data", "disable", "enable", "serials"]

console = _powered().console if _powered().console_enabled else None
data = _powered().data if _powered().data_enabled else None
serials = tuple(channel for channel in (console, data) if channel is not None)


def enable(*, console: bool = True, data: bool = False) -> None:
    """Select the channels. Only boot.py can."""
    if not _powered().drive.booting:
        raise RuntimeError("Cannot change USB devices now")
    _powered().console_enabled = console
    _powered().data_enabled = data


def disable() -> None:
    """Disable both serial channels."""
    enable(console=False, data=False)

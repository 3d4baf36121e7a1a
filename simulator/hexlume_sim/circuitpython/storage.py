"""Stand-in for ``storage``: write access to the CIRCUITPY drive."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.supervisor import Drive


def remount(mount_path: str, readonly: bool = False, *, disable_concurrent_write_protection: bool = False) -> None:
    """Make the drive read-only or writable for the firmware."""
    _powered().drive.remount(mount_path, readonly)


def getmount(mount_path: str) -> Drive:
    """Return the drive. ``readonly`` is whether the firmware cannot write it."""
    if mount_path != "/":
        raise OSError(22, "Invalid argument")
    return _powered().drive


def disable_usb_drive() -> None:
    """Hide the drive from USB hosts, so that the firmware may write it."""
    _powered().drive.enable_usb_drive(False)


def enable_usb_drive() -> None:
    """Show the drive to USB hosts."""
    _powered().drive.enable_usb_drive(True)

"""Stand-in for ``storage``: write access to the CIRCUITPY drive."""

from hexlume_sim.chip.chip import powered as _powered
from hexlume_sim.chip.supervisor import Drive

remount = _powered().drive.remount


def getmount(mount_path: str) -> Drive:
    """Return the drive. ``readonly`` is whether the firmware cannot write it."""
    if mount_path != "/":
        raise OSError(22, "Invalid argument")
    return _powered().drive

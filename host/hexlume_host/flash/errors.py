"""Errors of a board's drive, each one sentence that a person can act on."""

import errno

from hexlume_record.errors import HexlumeError


class DeployError(HexlumeError):
    """The firmware cannot be put on the drive."""


def drive_error(error: OSError, drive: str, path: str) -> DeployError:
    """Return the error for what the system reports of a file on a drive."""
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return read_only(drive)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DeployError(f"The drive {drive} is full: delete what you put there and run hexlume deploy again.")
    why = error.strerror or type(error).__name__
    return DeployError(
        f"{path} on {drive} cannot be used ({why}): plug the board in again with act held, and run hexlume deploy "
        "again, which goes on where it stopped."
    )


def read_only(drive: str) -> DeployError:
    """Return the error for a drive that the computer may only read."""
    return DeployError(
        f"The drive {drive} is read-only, since the board keeps its games on it: unplug the board, hold act while you "
        "plug it in again, and run hexlume deploy again."
    )


def gone(drive: str) -> DeployError:
    """Return the error for a drive that is no longer where it was."""
    return DeployError(
        f"The drive {drive} has gone: plug the board in again with act held, and run hexlume deploy again, which goes "
        "on where it stopped."
    )


def leads_away(drive: str, path: str) -> DeployError:
    """Return the error for a link on a drive, or a folder at which another drive is mounted."""
    return DeployError(
        f"{path} on {drive} is a link or another drive, and a board's drive has neither: delete it, or name the "
        "board's drive, and run hexlume deploy again."
    )

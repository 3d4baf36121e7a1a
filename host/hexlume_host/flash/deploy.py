"""Execution of a plan on a drive."""

from collections.abc import Callable
from pathlib import PurePosixPath

from .drive import Drive
from .manifest import MANIFEST, Manifest, read_manifest
from .plan import REMOVE, WRITE, Plan, check_room


def carry_out(plan: Plan, drive: Drive, done: Callable[[int], None] = lambda size: None) -> None:
    """Do what a plan says; ``done`` is called with the bytes of each step.

    Raises ``DeployError``: before anything is written when the drive is read-only or too full, later when it fails.
    However it ends, the board starts, and another deploy completes it.
    """
    if plan.nothing:
        return
    drive.check_writable()
    check_room(plan, drive)
    if plan.steps:
        # Before the first file, so that whatever an interruption leaves is known as this program's own.
        _write_manifest(drive, plan.begun)
    for step in plan.steps:
        if step.do == REMOVE:
            drive.remove(step.path)
            _remove_empty_folders(drive, step.path)
        elif step.do == WRITE:
            drive.write(step.path, step.contents)
        else:
            drive.replace(step.path, step.contents)
        done(len(step.contents))
    _write_manifest(drive, plan.done)


def _write_manifest(drive: Drive, manifest: Manifest) -> None:
    if read_manifest(drive) != manifest:
        drive.replace(MANIFEST, manifest.as_bytes())


def _remove_empty_folders(drive: Drive, path: str) -> None:
    for folder in PurePosixPath(path).parents:
        if folder.name and folder.as_posix() != "lib":
            drive.remove_folder(folder.as_posix())

"""Execution of a plan on a drive."""

from collections.abc import Callable

from .drive import Drive
from .plan import PACKAGES, REMOVE, WRITE, Plan, check_room


def carry_out(plan: Plan, drive: Drive, done: Callable[[int], None] = lambda size: None) -> None:
    """Do what a plan says; ``done`` is called with the bytes of each step.

    Raises ``DeployError``: before anything is written when the drive is read-only or too full, later when it fails.
    However it ends, the board starts, and another deploy completes it.
    """
    if plan.nothing:
        return
    drive.check_writable()
    check_room(plan, drive)
    for step in plan.steps:
        if step.do == REMOVE:
            drive.remove(step.path)
        elif step.do == WRITE:
            drive.write(step.path, step.contents)
        else:
            drive.replace(step.path, step.contents)
        done(len(step.contents))
    for package in PACKAGES:
        drive.remove_empty_folders(package)

"""``hexlume deploy``: puts the firmware on a board's drive."""

from pathlib import Path
from typing import Annotated

import typer

from ..flash.board_kind import DOWNLOADS, BoardKind, read_board_kind
from ..flash.compile import compiled, find_compiler
from ..flash.deploy import carry_out
from ..flash.discovery import find_drive
from ..flash.drive import Drive
from ..flash.firmware_files import packaged_firmware
from ..flash.plan import REMOVE, Plan, archive_room, make_plan
from ..flash.settings import named_panel, panel_too_large
from .output import say
from .output.progress_bar import progress_bar


def deploy(
    drive: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DRIVE]", help="Where the board's drive CIRCUITPY is mounted; not needed when there is only one."
        ),
    ] = None,
    compiler: Annotated[
        Path | None,
        typer.Option(
            "--compiler",
            metavar="PROGRAM",
            help="CircuitPython's mpy-cross; not needed when it is on the path. The board then starts quicker.",
        ),
    ] = None,
) -> None:
    """Put the firmware on a board's drive.

    The libraries that it needs are copied, too. Files that are the same are left alone, and every file is read back.
    The board's settings, its calibration and its journal stay. If the copy is interrupted, the board starts with the
    old firmware or the new one, and another deploy goes on. Hold act while you plug the board in, or its drive is
    read-only.

    Examples:  hexlume deploy  ·  hexlume deploy /media/me/CIRCUITPY
    """
    root = find_drive(drive)
    opened = Drive(root)
    kind = read_board_kind(root)
    firmware = packaged_firmware()
    with_compiler = find_compiler(kind, compiler)
    if with_compiler is not None:
        firmware = compiled(firmware, with_compiler)
    plan = make_plan(firmware, opened)
    with progress_bar("Writing and reading back", sum(len(step.contents) for step in plan.steps)) as update:
        carry_out(plan, opened, lambda size: update(advance=size))
    say(f"{root}: {kind.words}.")
    for line in (_plan_line(plan, firmware.version), *plan.notes, *_more_notes(plan, kind, opened)):
        say(line)
    if with_compiler is not None:
        say(f"Compiled by {with_compiler.program} ({with_compiler.version}).")
    if not plan.nothing:
        say("Eject the drive, unplug the board and plug it in again without holding act: it starts with this firmware.")


def _more_notes(plan: Plan, kind: BoardKind, drive: Drive) -> list[str]:
    notes = []
    if kind.identity not in DOWNLOADS:
        notes.append("This board is no Raspberry Pi Pico: it needs the pins GP2 to GP28 that docs/build.md names.")
    settings = drive.read("settings.toml") or b""
    panel = panel_too_large(settings)
    if panel and kind.chip == "rp2040":
        notes.append(f"A Pico has too little memory for {panel}: take a Pico 2, which fits into the same sockets.")
    if plan.archive_missing:
        # From its first start on the board keeps the drive to itself.
        panel = named_panel(settings) or "not named"
        notes.append(
            f"The panel is {panel}: for another one change HEXLUME_PANEL in settings.toml, before you eject the drive."
        )
        if drive.free() < archive_room():
            notes.append(
                f"The journal's files need {archive_room() // 1024} kB, and {drive.free() // 1024} kB are free: delete "
                "what you put on the drive, else the board keeps only the last games."
            )
        else:
            notes.append(
                "At its first start the board makes its journal's files: leave it plugged in until the cells light up."
            )
    return notes


def _plan_line(plan: Plan, version: str) -> str:
    """Return what was done."""
    if plan.nothing:
        return f"Hexlume {version} is there already: {plan.same} files are the same."
    removed = sum(step.do == REMOVE for step in plan.steps)
    written = len(plan.steps) - removed
    size = -(-sum(len(step.contents) for step in plan.steps) // 1024)
    files = f"{written} file{'s' * (written != 1)} ({size} kB)"
    return f"Hexlume {version}: {files} written and read back, {plan.same} the same, {removed} deleted."

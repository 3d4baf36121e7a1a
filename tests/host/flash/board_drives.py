"""Folders that stand in for boards' drives, firmware of other versions, and the twin that runs what is on a drive."""

import os
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

from hexlume.hardware.panel import STATUS_LEDS
from hexlume_host.flash.deploy import carry_out
from hexlume_host.flash.drive import Drive, Watcher
from hexlume_host.flash.firmware_files import Firmware, packaged_firmware
from hexlume_host.flash.plan import Plan, archive_room, make_plan
from hexlume_sim.cpython.firmware_run import run_firmware
from hexlume_sim.twin import Twin

BOOT_OUT = (
    "Adafruit CircuitPython 9.2.8 on 2025-05-28; Raspberry Pi Pico 2 with rp2350a\r\n"
    "Board ID:raspberry_pi_pico2\r\nUID:E6614103E7452D2F\r\n"
)
PICO = BOOT_OUT.replace("Pico 2 with rp2350a", "Pico with rp2040").replace("pico2", "pico")
"""The same of a Pico, which has too little memory to compile the firmware itself."""
PATIENCE_US = 20_000_000
"""When a board that has shown nothing is given up."""


def new_drive(folder: Path, boot_out: str = BOOT_OUT) -> Path:
    """Make what CircuitPython has on a new drive."""
    (folder / "lib").mkdir(parents=True)
    (folder / "boot_out.txt").write_text(boot_out)
    (folder / "code.py").write_text('print("Hello World!")\n')
    (folder / "settings.toml").write_text("")
    return folder


def version(name: str, retired: bool = False) -> Firmware:
    """Return the firmware as another version, every module of which refuses to work with one of any other.

    ``retired``: with a module that the packaged firmware has not.
    """
    now = packaged_firmware()
    check = "\nfrom {} import EPOCH as _epoch\nif _epoch != {!r}:\n    raise ImportError('mixed versions')\n"
    package = {
        path: contents + check.format("." * (1 + path.count("/")), name).encode()
        for path, contents in now.package.items()
    }
    package["__init__.py"] = now.package["__init__.py"] + f"\nEPOCH = {name!r}\n".encode()
    if retired:
        package["retired.py"] = b"USED = True\n"
        package["app.py"] += b"\nfrom .retired import USED\n"
    programs = {path: contents + f"# {name}\n".encode() for path, contents in now.programs.items()}
    first = check.format("hexlume", name).encode() + b"import os\n"
    programs["code.py"] = programs["code.py"].replace(b"import os\n", first, 1)
    return replace(now, version=name, package=package, programs=programs)


class PicoDrive(Drive):
    """A Pico's 1 MB, of which the allocation table and the main folder take 20 kB; the journal's files are there."""

    def cluster(self) -> int:
        return 512

    def free(self) -> int:
        used = sum(-(-len(contents) // 512) * 512 for contents in tree(self.root).values())
        return (1024 - 20) * 1024 - archive_room() - used


def deployed(
    firmware: Firmware, root: Path, watcher: Watcher = lambda operation, path: None, kind: type[Drive] = Drive
) -> Plan:
    """Deploy a firmware to a drive; return what was planned."""
    plan = make_plan(firmware, kind(root))
    carry_out(plan, kind(root, watcher))
    return plan


class Killed(BaseException):
    """The program was killed."""


def killed_at(operation: int) -> Watcher:
    """Return a watcher that ends a deploy after a number of operations."""
    left = iter(range(operation - 1))

    def watch(done: str, path: str) -> None:
        if next(left, None) is None:
            raise Killed

    return watch


def lights_up(root: Path) -> bool:
    """Return whether a board with this drive lights a cell before it is given up: the crash light lights none."""
    twin = Twin("hex4", seed=1)
    lit = []

    def look(twin: Twin) -> Generator[float, None, None]:
        while twin.clock.now < PATIENCE_US and not lit:
            yield 50_000
            if any(twin.leds.rgb[: -3 * STATUS_LEDS]):
                lit.append(twin.clock.now)
        twin.stop()

    twin.clock.run_script(look(twin))
    run_firmware(twin, root)
    return bool(lit)


def tree(root: Path) -> dict[str, bytes]:
    """Return every file of a drive but what Python leaves in a folder that it imports from."""
    found = {}
    # Asked after every operation of a deploy: three times as fast as ``Path.rglob``.
    for folder, folders, names in os.walk(root):
        if "__pycache__" in folders:
            folders.remove("__pycache__")
        inner = os.path.relpath(folder, root).replace(os.sep, "/") + "/"
        for name in names:
            with open(f"{folder}/{name}", "rb") as file:
                found[(inner + name).removeprefix("./")] = file.read()
    return found

"""The journal and two compiled versions, or one as sources, on a real FAT file system (MicroPython's) of 1 MB."""

import base64
import json
import platform
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from hexlume_host.flash.compile import compiled, micropythons_compiler
from hexlume_host.flash.firmware_files import Firmware, digest, packaged_firmware
from hexlume_host.flash.manifest import MANIFEST
from hexlume_host.flash.plan import Step
from tests.host.flash.board_drives import PicoDrive, deployed, new_drive, tree, version

pytestmark = pytest.mark.integration

FIRMWARE = Path(__file__).parents[3] / "firmware"
MICROPYTHON = Path(sys.executable).with_name("micropython")
SCRIPT = Path(__file__).with_name("pico_drive.py")


@pytest.mark.skipif(
    (platform.system(), platform.machine()) != ("Linux", "x86_64"),
    reason="the VM is packaged for Linux x86-64 only",
)
@pytest.mark.parametrize("form", ["sources", "compiled"])
def test_an_update_fits_beside_the_journal_and_leaves_its_files_alone(form: str, tmp_path: Path) -> None:
    drive = new_drive(tmp_path / "drive")
    versions = version("old", retired=True), packaged_firmware()
    if form == "compiled":
        versions = compiled_firmware(versions[0]), compiled_firmware(versions[1])
    for number, firmware in enumerate(versions):
        written(tmp_path / f"{number}.json", deployed(firmware, drive, kind=PicoDrive).steps)
    assert (drive / ("hexlume_b" if form == "compiled" else "hexlume")).is_dir()
    wanted = {
        path: digest(contents) for path, contents in tree(drive).items() if path not in (MANIFEST, "boot_out.txt")
    }
    command = [MICROPYTHON, "-X", "heapsize=32M", SCRIPT, FIRMWARE, tmp_path / "0.json", tmp_path / "1.json"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    print({name: value for name, value in told.items() if name != "files"})
    assert told["made"] and told["in one piece"] == [True, True]
    assert told["files"] == wanted
    assert told["least free"] > 64 * 1024, "the firmware has outgrown a Pico's drive"


def compiled_firmware(firmware: Firmware) -> Firmware:
    return compiled(firmware, micropythons_compiler())


def written(path: Path, steps: Iterable[Step]) -> None:
    """Write a deploy's steps as the script reads them."""
    told = [(step.do, step.path, base64.b64encode(step.contents).decode()) for step in steps]
    path.write_text(json.dumps(told))

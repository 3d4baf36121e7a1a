"""The firmware's files as an emulated board has them, compiled."""

import functools
from pathlib import Path

from hexlume_host.deploy.compiling import compiled, micropythons_compiler
from hexlume_host.deploy.firmware_files import PACKAGE, packaged_firmware


@functools.cache
def compiled_files() -> dict[str, bytes]:
    """Return the drive's files by their paths, without settings.toml."""
    firmware = compiled(packaged_firmware(), micropythons_compiler(), "rp2040")
    package = {f"{PACKAGE}/{path}": contents for path, contents in firmware.package.items()}
    return {**firmware.programs, **package, **firmware.libraries}


def write_drive(folder: Path) -> Path:
    """Write the files to a folder and return it."""
    for path, contents in compiled_files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(contents)
    return folder

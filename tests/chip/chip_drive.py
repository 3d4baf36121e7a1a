"""The compiled firmware files on an emulated board's drive."""

import functools

from hexlume_host.flash.compile import compiled, micropythons_compiler
from hexlume_host.flash.firmware_files import packaged_firmware


@functools.cache
def compiled_files() -> dict[str, bytes]:
    """Return the drive's files by their paths, without settings.toml."""
    return compiled(packaged_firmware(), micropythons_compiler()).files()

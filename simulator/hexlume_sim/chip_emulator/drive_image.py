"""FAT image of the CIRCUITPY drive."""

from collections.abc import Mapping

import fatfs

SIZE = 1 << 20
_SECTOR = 512


def drive_image(files: Mapping[str, bytes]) -> bytes:
    """Return a drive of 1 MB with files by their paths, such as ``lib/neopixel.py``."""
    storage = bytearray(b"\xff" * SIZE)
    drive = fatfs.Partition(fatfs.RamDisk(storage, sector_size=_SECTOR))
    drive.mkfs()
    drive.mount()
    folders = {"/".join(path.split("/")[:depth]) for path in files for depth in range(1, path.count("/") + 1)}
    for folder in sorted(folders):
        drive.mkdir("/" + folder)
    for path, contents in files.items():
        with drive.open("/" + path, "wb") as file:
            file.write(contents)
    drive.unmount()
    return bytes(storage)

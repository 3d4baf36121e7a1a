"""Run by a real MicroPython: the steps of two deploys on a real FAT file system of a Pico's size.

``micropython pico_drive.py FIRMWARE FIRST SECOND``: FIRST and SECOND are JSON files with the steps of a first deploy
and of an update. Between the two the board makes its journal's files, as at its first start. Prints one line of JSON:
what is on the drive then, and how many bytes were free at the least.
"""

import binascii
import hashlib
import json
import os
import sys

import vfs

FIRMWARE, FIRST, SECOND = sys.argv[1:]
sys.path.insert(0, FIRMWARE)

from hexlume.journal.archive import COPIES, FILE_SIZE  # noqa: E402
from hexlume.journal.archive_format import set_up  # noqa: E402

BLOCK = 512
DRIVE = 1024 * 1024
MOUNT = "/drive"


class Flash:
    """The drive as a block device."""

    def __init__(self):
        self.cells = bytearray(DRIVE)

    def readblocks(self, block, buffer):
        buffer[:] = self.cells[block * BLOCK : block * BLOCK + len(buffer)]

    def writeblocks(self, block, buffer):
        self.cells[block * BLOCK : block * BLOCK + len(buffer)] = buffer

    def ioctl(self, op, _):
        return {4: DRIVE // BLOCK, 5: BLOCK}.get(op, 0)


class DriveOs:
    """The module ``os`` as it is on the board, where the drive is the root."""

    def __getattr__(self, name):
        return lambda *path: getattr(os, name)(*[MOUNT + each for each in path])

    def sync(self):
        """Nothing is cached here."""


def open_file(name, mode):
    return open(MOUNT + name, mode)


def free():
    stat = os.statvfs(MOUNT)
    return stat[0] * stat[3]


def carry_out(steps):
    """Do what each step of a deploy does, and return the least that was free."""
    least = free()
    for do, name, contents in steps:
        place = MOUNT + "/" + name
        parts = name.split("/")
        for depth in range(1, len(parts)):
            folder = MOUNT + "/" + "/".join(parts[:depth])
            try:
                os.stat(folder)
            except OSError:
                os.mkdir(folder)
        if do == "delete":
            os.remove(place)
            continue
        with open(place + ".new" if do == "replace" else place, "wb") as file:
            file.write(binascii.a2b_base64(contents))
        least = min(least, free())
        if do == "replace":
            if parts[-1] in os.listdir(place[: -len(parts[-1]) - 1]):
                os.remove(place)
            os.rename(place + ".new", place)
    return least


def contents(name):
    found = {}
    for entry, kind, *_ in os.ilistdir(MOUNT + name):
        if kind == 0x4000:
            found.update(contents(name + "/" + entry))
        else:
            with open(MOUNT + name + "/" + entry, "rb") as file:
                found[(name + "/" + entry)[1:]] = binascii.hexlify(hashlib.sha256(file.read()).digest()).decode()
    return found


def fill(copy):
    """Fill a ring with bytes that are nowhere else."""
    ring = bytearray(FILE_SIZE)
    for at in range(0, FILE_SIZE, 4):
        ring[at : at + 4] = (copy << 30 | at).to_bytes(4, "little")
    with open_file(COPIES[copy], "r+b") as file:
        file.write(ring)
    return bytes(ring)


with open(FIRST) as file:
    first = json.loads(file.read())
with open(SECOND) as file:
    second = json.loads(file.read())
flash = Flash()
vfs.VfsFat.mkfs(flash)
vfs.mount(vfs.VfsFat(flash), MOUNT)
carry_out(first)
made = set_up(open_file, DriveOs())
rings = [fill(copy) for copy in range(len(COPIES))]
least = carry_out(second)
print(
    json.dumps(
        {
            "made": made,
            "in one piece": [ring in flash.cells for ring in rings],
            "least free": least,
            "files": {name: told for name, told in contents("").items() if not name.startswith("journal")},
        }
    )
)

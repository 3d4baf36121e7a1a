"""Run by a real MicroPython: the archive on a real FAT file system, on a flash whose power is cut.

``micropython fat_drive.py FIRMWARE STRIDE WHAT``: sets up a drive of 1 MB with the firmware's files and the archive,
then cuts the power within every STRIDE-th step of WHAT (``spill``, ``through`` for a spill on a drive that writes every
block at once, ``reload`` for what a restart of the interpreter closes), and checks what is there after the next start.
Prints one line of JSON: what was found. A step is an erase, half an erase, or half of a page programmed.
"""

import json
import os
import random
import sys

import vfs

FIRMWARE, STRIDE, WHAT = sys.argv[1], int(sys.argv[2]), sys.argv[3]
sys.path.insert(0, FIRMWARE)

from hexlume.journal import archive_format  # noqa: E402
from hexlume.journal.archive import Archive  # noqa: E402
from hexlume.journal.flash_log import FlashLog, count_boot  # noqa: E402
from hexlume.journal.journal import Journal  # noqa: E402
from hexlume.match.game_clock import UNTIMED  # noqa: E402

SECTOR = 4096
BLOCK = 512
HALF_PAGE = 128
DRIVE = 256 * SECTOR
MOUNT = "/drive"
ERASED = b"\xff" * SECTOR


class PowerCut(Exception):
    """The power went."""


class Supply:
    """Counts steps, and cuts the power after some."""

    def __init__(self):
        self.left = -1
        self.spent = 0

    def step(self):
        if self.left == 0:
            raise PowerCut
        self.left -= 1
        self.spent += 1


supply = Supply()


def erase(cells, start):
    supply.step()
    for i in range(start, start + SECTOR, 7):
        cells[i] |= i * 37 & 255
    supply.step()
    cells[start : start + SECTOR] = ERASED


def program(cells, start, values):
    for at in range(0, len(values), HALF_PAGE):
        supply.step()
        some = values[at : at + HALF_PAGE]
        assert cells[start + at : start + at + len(some)] == ERASED[: len(some)]
        cells[start + at : start + at + len(some)] = some


class Nvm:
    """``microcontroller.nvm``."""

    def __init__(self):
        self.cells = bytearray(ERASED)

    def __getitem__(self, part):
        return self.cells[part.start : part.stop]

    def __setitem__(self, part, values):
        start = part.start
        if self.cells[start : part.stop] != ERASED[: len(values)]:
            whole = bytearray(self.cells)
            whole[start : part.stop] = values
            erase(self.cells, 0)
            start, values = 0, whole
        program(self.cells, start, values)


class Flash:
    """The drive's block device, as CircuitPython's internal_flash.c has it: a cache of one sector, never read from."""

    def __init__(self, through):
        self.cells = bytearray(DRIVE)
        self.cells[:] = b"\xff" * DRIVE
        self.through = through
        self.on = True
        self.cached = -1
        self.cache = bytearray(SECTOR)
        self.erased = set()

    def flush(self):
        if self.cached >= 0:
            start, self.cached = self.cached * SECTOR, -1
            self.erased.add(start // SECTOR)
            erase(self.cells, start)
            program(self.cells, start, self.cache)

    def readblocks(self, block, buffer):
        if not self.on:
            return
        self.flush()
        buffer[:] = self.cells[block * BLOCK : block * BLOCK + len(buffer)]

    def writeblocks(self, block, buffer):
        if not self.on:
            return
        for at in range(0, len(buffer), BLOCK):
            place = block * BLOCK + at
            if place // SECTOR != self.cached:
                self.flush()
                self.cached = place // SECTOR
                self.cache[:] = self.cells[self.cached * SECTOR : (self.cached + 1) * SECTOR]
            first = place % SECTOR
            self.cache[first : first + BLOCK] = buffer[at : at + BLOCK]
            if self.through:
                self.flush()

    def ioctl(self, op, _):
        if op == 3:
            if self.on:
                self.flush()
            return 0
        return {4: DRIVE // BLOCK, 5: BLOCK}.get(op)


class DriveOs:
    """The module ``os`` as it is on the board, where the drive is the root."""

    def stat(self, path):
        return os.stat(MOUNT + path)

    def statvfs(self, path):
        return os.statvfs(MOUNT + path)

    def mkdir(self, path):
        os.mkdir(MOUNT + path)

    def remove(self, path):
        os.remove(MOUNT + path)

    def sync(self):
        flash.flush()


def open_file(path, mode):
    return open(MOUNT + path, mode)


def copy_in(source, target):
    """Copy the firmware to the drive; return what is on it."""
    files = {}
    for name, kind, *_ in os.ilistdir(source):
        if kind == 0x4000:
            os.mkdir(MOUNT + target + "/" + name)
            files.update(copy_in(source + "/" + name, target + "/" + name))
        elif name.endswith(".py") or name.endswith(".toml"):
            path = target + "/" + name
            with open(source + "/" + name, "rb") as file:
                files[path] = file.read()
            with open(MOUNT + path, "wb") as file:
                file.write(files[path])
    return files


def start():
    """Switch the board on; return its journal, and its archive."""
    archive = Archive(open_file, flash.flush, "e661000000000001", True)
    memory = FlashLog(nvm, archive)
    boot = count_boot(memory, bytes)
    return Journal(memory), archive, boot


def kept(journal):
    games = [game for game in journal.games() if game is not None]
    return [[game.event(seq) for seq in range(game.count)] for game in games]


def mount():
    flash.on = True
    flash.cached = -1
    vfs.mount(vfs.VfsFat(flash), MOUNT)


def close(file):
    """Close a file; the drive may be off."""
    try:
        file.close()
    except OSError:
        return


def switch_off(archive):
    """Have no file object left whose end would write to a drive that is off."""
    flash.on = False
    supply.left = -1
    for file in archive.copies:
        if file is not None:
            close(file)
    vfs.umount(MOUNT)


def play(journal, boot, number):
    noise = random.getrandbits
    journal.begin(number, 10, "orochi", "hex4", "", "none")
    for ms in range(100):
        assert journal.add(("action", 1 << 20 | noise(7) << 10, 1 + ms % 2, UNTIMED), 100 + 5000 * ms)
    journal.add(("result", "W+", "larger group at the last empty hex (19 to 5)", UNTIMED), 600000)


random.seed(1)
flash = Flash(False)
vfs.VfsFat.mkfs(flash)
mount()
files = copy_in(FIRMWARE, "")
# A hole of files that were deleted must not part the archive.
for name in ("/hole1", "/hole2", "/hole3"):
    with open(MOUNT + name, "wb") as file:
        file.write(b"hole" * 1100)
os.remove(MOUNT + "/hole2")
flash.flush()
files.update({"/hole1": b"hole" * 1100, "/hole3": b"hole" * 1100})
flash.erased.clear()


def all_there():
    for path, contents in files.items():
        try:
            with open(MOUNT + path, "rb") as file:
                if file.read() != contents:
                    return False
        except OSError:
            return False
    return True


assert archive_format.set_up(open_file, DriveOs())
assert archive_format.set_up(open_file, DriveOs())
flash.flush()
nvm = Nvm()
journal, archive, boot = start()
number = 0
while not archive.log_numbers() or journal.memory.end < 3500:
    number += 1
    play(journal, boot, number)
flash.flush()
switch_off(archive)
before_drive, before_nvm = bytes(flash.cells), bytes(nvm.cells)


def restore(cut):
    flash.cells[:] = before_drive
    nvm.cells[:] = before_nvm
    flash.erased.clear()
    mount()
    found = start()
    flash.through = WHAT == "through"
    supply.left = cut
    supply.spent = 0
    return found


def work(journal, archive):
    if WHAT == "reload":
        for file in archive.copies:
            file.close()
        return
    old = archive.newest()
    while archive.newest() == old or journal.memory.rotation:
        journal.step(True)


def dirty(journal, archive):
    """Have something written, so that closing the files writes their folders."""
    if WHAT == "reload":
        journal.memory.make_room()


journal, archive, boot = restore(-1)
games = kept(journal)
dirty(journal, archive)
supply.spent = 0
work(journal, archive)
steps, sectors = supply.spent, len(flash.erased)
switch_off(archive)
cuts = copies_lost = 0
for cut in range(0, steps, STRIDE):
    journal, archive, boot = restore(-1)
    dirty(journal, archive)
    supply.left = cut
    try:
        work(journal, archive)
        raise AssertionError("no cut arrived")
    except PowerCut:
        pass
    switch_off(archive)
    mount()
    assert all_there(), cut
    journal, archive, boot = start()
    copies_lost += archive.copies.count(None)
    assert archive.copies.count(None) < 2, cut
    assert kept(journal) == games, (cut, len(kept(journal)), len(games))
    assert archive_format.set_up(open_file, DriveOs()), cut
    cuts += 1
    switch_off(archive)
print(
    json.dumps(
        {
            "steps": steps,
            "cuts": cuts,
            "sectors": sectors,
            "files": len(files),
            "games": len(games),
            "copies_lost": copies_lost,
        }
    )
)

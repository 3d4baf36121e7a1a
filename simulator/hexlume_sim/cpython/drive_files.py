"""File system of the CIRCUITPY drive for the firmware: ``open`` and the file functions of ``os``.

Files that the firmware writes are in the twin's flash (``chip.drive_flash``) and in a folder that
follows it. Usually that is the drive's own folder. The packaged firmware must not change, so its
files are in an upper folder over it, as in an overlay file system. The upper folder is that of a
board that was started before: its journal's archive exists.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from hexlume.journal.archive import COPIES, FILE_SIZE

from ..chip.chip import Chip
from ..chip.drive_flash import BLOCK, DriveFile, DriveFlash

EROFS = 30
"""The error number of a write to a drive that the USB host owns, as in CircuitPython."""
LOST_MARKER = ".file-system-lost"
"""The file in a twin's folder that marks its drive's file system as destroyed."""


class FileSystemLost(ValueError):
    """Raised if a power cut destroyed this drive's file system; the message is one sentence."""


class DriveFiles:
    """The files of a drive while a twin runs.

    Raises ``FileSystemLost`` if its file system was destroyed.
    """

    def __init__(self, chip: Chip, drive: Path, protected: bool) -> None:
        self.flash = DriveFlash(chip.clock, chip.flash.supply)
        self.flash.on_change = self._write_through
        self.flash.on_lost = self._mark_lost
        self._chip = chip
        self._lower = drive
        self._scratch = tempfile.TemporaryDirectory(prefix="hexlume-drive-")
        self._upper = drive
        self._opened: list[DriveFile] = []
        if protected:
            self._upper = Path(chip.drive.folder or self._scratch.name).resolve()
            self._make_archive()
        if (self._upper / LOST_MARKER).exists():
            raise FileSystemLost(
                f"{(self._upper / LOST_MARKER).read_text()} On a board, its firmware would have to be copied to it "
                f"again; delete {self._upper / LOST_MARKER} to go on."
            )

    def close(self) -> None:
        """Clean up at the end of the twin: delete its temporary files."""
        self._scratch.cleanup()

    def end_program(self) -> None:
        """Close the firmware's open files, as the end of its interpreter does."""
        opened, self._opened = self._opened, []
        for file in opened:
            file.close()
        self.sync()

    def reset(self, flushed: bool) -> None:
        """Discard the firmware's open files, as a reset of the chip does.

        ``flushed`` is whether the firmware requested the reset, which flushes the cache first.
        """
        if flushed:
            self.sync()
        self.flash.drop_cache()
        self._opened = []

    # For the firmware

    def open(self, name: str, mode: str = "r") -> Any:
        """Open a file as CircuitPython does. Raises ``OSError``."""
        path = self._path(name)
        writes = mode in ("wb", "r+b")
        if writes:
            self._check_writable()
            self._load_for_writing(path, mode)
        elif mode not in ("r", "rb"):
            raise NotImplementedError(f"The twin's drive opens no file as {mode}.")
        elif path not in self.flash.files:
            return self._readable_path(path).open(mode)
        file = DriveFile(self.flash, path, writes)
        self._opened = [each for each in self._opened if not each.closed] + [file]
        return file

    def sync(self) -> None:
        """``os.sync``."""
        self._chip.clock.advance(self._chip.clock.costs.call)
        self.flash.flush()

    def stat(self, name: str) -> os.stat_result:
        """``os.stat``."""
        return os.stat(self._readable_path(self._path(name)))

    def statvfs(self, _: str = "/") -> tuple[int, ...]:
        """``os.statvfs``."""
        blocks = self._chip.clock.costs.drive_bytes // BLOCK
        used = 0
        for root in {self._lower, self._upper}:
            # Compiled modules are the simulator's and not on a board's drive.
            files = (path for path in root.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
            used += sum(-(-path.stat().st_size // BLOCK) for path in files)
        free = max(0, blocks - used)
        return (BLOCK, BLOCK, blocks, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, name: str) -> None:
        """``os.mkdir``."""
        self._writable_path(self._path(name)).mkdir()

    def remove(self, name: str) -> None:
        """``os.remove``."""
        path = self._path(name)
        self._writable_path(path).unlink()
        self.flash.remove(path)

    # Implementation

    def _make_archive(self) -> None:
        """Create the journal's files if they are missing, as an earlier start would have done."""
        for path in COPIES:
            made = self._upper / path.lstrip("/")
            if not made.exists():
                made.parent.mkdir(parents=True, exist_ok=True)
                with made.open("wb") as file:
                    file.truncate(FILE_SIZE)

    def _path(self, name: str) -> str:
        """Return a path within the drive. Raises ``OSError`` for one that leads outside."""
        found = (self._upper / str(name).lstrip("/")).resolve()
        if not found.is_relative_to(self._upper):
            raise OSError(2, "No such file or directory")
        return str(found.relative_to(self._upper))

    def _readable_path(self, path: str) -> Path:
        """Return the path from which to read a file."""
        return self._upper / path if (self._upper / path).exists() else self._lower / path

    def _writable_path(self, path: str) -> Path:
        """Return the path at which to change a file or folder, and write its directory."""
        self._check_writable()
        if self._upper != self._lower and (self._lower / path).exists():
            raise OSError(EROFS, "Read-only filesystem")
        self.flash.write_table("folder")
        (self._upper / path).parent.mkdir(parents=True, exist_ok=True)
        return self._upper / path

    def _check_writable(self) -> None:
        if self._chip.drive.readonly:
            raise OSError(EROFS, "Read-only filesystem")

    def _load_for_writing(self, path: str, mode: str) -> None:
        """Load a file into the flash before it is written."""
        source, target = self._readable_path(path), self._upper / path
        if not source.parent.is_dir() or (mode == "r+b" and not source.is_file()):
            raise OSError(2, "No such file or directory")
        contents = source.read_bytes() if mode == "r+b" else b""
        if mode == "wb":
            self.flash.write_table("folder")
            self.flash.remove(path)
        if mode == "wb" or not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(contents)
        if path not in self.flash.files:
            self.flash.load(path, contents)

    def _mark_lost(self, sentence: str) -> None:
        """Mark the file system as lost for the next twin."""
        (self._upper / LOST_MARKER).write_text(sentence)

    def _write_through(self, path: str, at: int, changed: bytes) -> None:
        with (self._upper / path).open("r+b") as file:
            file.seek(at)
            file.write(changed)

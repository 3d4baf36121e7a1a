"""The CIRCUITPY drive's files as the firmware sees them: ``open`` and the file functions of ``os``.

Files that the firmware writes lie in the twin's flash (``chip.drive_flash``) and in a folder that follows it. That is
the drive's own folder; where the drive is the program's own firmware, which is not a board's to change, it is a folder
on top of it, as of a board that has been started before: with the journal's archive made.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from hexlume.journal.archive import COPIES, FILE_SIZE
from hexlume.journal.archive import path as archive_path

from ..chip.chip import Chip
from ..chip.drive_flash import BLOCK, DriveFile, DriveFlash

READ_ONLY = 30
"""The error number EROFS, as CircuitPython raises it for a drive that the USB host owns."""
LOST = ".file-system-lost"
"""The file in a twin's folder that says that its drive's file system is no more."""


class FileSystemLost(ValueError):
    """A power cut destroyed this drive's file system, told in one sentence."""


class DriveFiles:
    """The files of a drive, for the time that a twin runs. Raises ``FileSystemLost`` for a drive that has none."""

    def __init__(self, chip: Chip, drive: Path, protected: bool) -> None:
        self.flash = DriveFlash(chip.clock, chip.flash.supply)
        self.flash.keep = self._keep
        self.flash.on_lost = self._note_lost
        self._chip = chip
        self._below = drive
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        self._top = drive
        self._opened: list[DriveFile] = []
        if protected:
            if chip.drive.folder is None:
                self._scratch = tempfile.TemporaryDirectory(prefix="hexlume-drive-")
            self._top = Path(chip.drive.folder or self._scratch_name).resolve()
            self._make_archive()
        if (self._top / LOST).exists():
            raise FileSystemLost(
                f"{(self._top / LOST).read_text()} On a board, its firmware would have to be copied to it again; "
                f"delete {self._top / LOST} to go on."
            )

    def close(self) -> None:
        """Let the twin end; what was kept for it alone goes."""
        if self._scratch is not None:
            self._scratch.cleanup()

    def end_program(self) -> None:
        """Close what the firmware left open, as the end of its interpreter does."""
        opened, self._opened = self._opened, []
        for file in opened:
            file.close()
        self.sync()

    def reset(self, flushed: bool) -> None:
        """Forget what the firmware left open, as a reset of the chip does; ``flushed`` is whether it asked for it."""
        if flushed:
            self.sync()
        self.flash.drop_cache()
        self._opened = []

    # As the firmware calls them

    def open(self, name: str, mode: str = "r") -> Any:
        """Open a file as CircuitPython does; raises ``OSError``."""
        path = self._path(name)
        if set(mode) & set("wax+"):
            self._check_writable()
            self._begin_writing(path, mode)
        elif path not in self.flash.files:
            return self._found(path).open(mode)
        file = DriveFile(self.flash, path, bool(set(mode) & set("wax+")), "b" not in mode)
        if "a" in mode:
            file.seek(0, 2)
        self._opened = [each for each in self._opened if not each.closed] + [file]
        return file

    def sync(self) -> None:
        """``os.sync``."""
        self._chip.clock.advance(self._chip.clock.costs.call)
        self.flash.flush()

    def listdir(self, name: str = "/") -> list[str]:
        """``os.listdir``."""
        path = self._path(name)
        found = set(os.listdir(self._found(path)))
        if (self._top / path).is_dir():
            found |= set(os.listdir(self._top / path))
        return sorted(found - {LOST})

    def stat(self, name: str) -> os.stat_result:
        """``os.stat``."""
        return os.stat(self._found(self._path(name)))

    def statvfs(self, _: str = "/") -> tuple[int, ...]:
        """``os.statvfs``."""
        blocks = self._chip.clock.costs.drive_bytes // BLOCK
        used = 0
        for root in {self._below, self._top}:
            # Compiled modules are the simulator's own, and not on a board's drive.
            files = (path for path in root.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
            used += sum(-(-path.stat().st_size // BLOCK) for path in files)
        free = max(0, blocks - used)
        return (BLOCK, BLOCK, blocks, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, name: str) -> None:
        """``os.mkdir``."""
        self._changing(self._path(name)).mkdir()

    def remove(self, name: str) -> None:
        """``os.remove``."""
        path = self._path(name)
        self._changing(path).unlink()
        self.flash.forget(path)

    def rmdir(self, name: str) -> None:
        """``os.rmdir``."""
        self._changing(self._path(name)).rmdir()

    def rename(self, old: str, new: str) -> None:
        """``os.rename``."""
        before, after = self._path(old), self._path(new)
        self._changing(before).rename(self._top / after)
        if before in self.flash.files:
            self.flash.files[after] = self.flash.files.pop(before)

    # Behind them

    @property
    def _scratch_name(self) -> str:
        return self._scratch.name if self._scratch is not None else ""

    def _make_archive(self) -> None:
        """Make the journal's files as an earlier start would have, where there are none."""
        for copy in range(len(COPIES)):
            made = self._top / archive_path(copy).lstrip("/")
            if not made.exists():
                made.parent.mkdir(parents=True, exist_ok=True)
                with made.open("wb") as file:
                    file.truncate(FILE_SIZE)

    def _path(self, name: str) -> str:
        """Return a path within the drive; raises ``OSError`` for one that leads out of it."""
        found = (self._top / str(name).lstrip("/")).resolve()
        if not found.is_relative_to(self._top):
            raise OSError(2, "No such file or directory")
        return str(found.relative_to(self._top))

    def _found(self, path: str) -> Path:
        """Return where a file is to be read."""
        return self._top / path if (self._top / path).exists() else self._below / path

    def _changing(self, path: str) -> Path:
        """Return where a file or folder is to be changed, its folder written."""
        self._check_writable()
        if self._top != self._below and (self._below / path).exists():
            raise OSError(READ_ONLY, "Read-only filesystem")
        self.flash.write_table("folder")
        (self._top / path).parent.mkdir(parents=True, exist_ok=True)
        return self._top / path

    def _check_writable(self) -> None:
        if self._chip.drive.readonly:
            raise OSError(READ_ONLY, "Read-only filesystem")

    def _begin_writing(self, path: str, mode: str) -> None:
        """Have a file in the flash that is to be written."""
        there = self._found(path).is_file()
        if "x" in mode and there:
            raise OSError(17, "File exists")
        if "r" in mode and not there:
            raise OSError(2, "No such file or directory")
        if not self._found(path).parent.is_dir():
            raise OSError(2, "No such file or directory")
        contents = self._found(path).read_bytes() if there and "w" not in mode else b""
        if not there or "w" in mode:
            self.flash.write_table("folder")
            self.flash.forget(path)
        (self._top / path).parent.mkdir(parents=True, exist_ok=True)
        if not (self._top / path).exists() or "w" in mode:
            (self._top / path).write_bytes(contents)
        if path not in self.flash.files:
            self.flash.load(path, contents)

    def _note_lost(self, sentence: str) -> None:
        """Have the next twin find the file system lost."""
        (self._top / LOST).write_text(sentence)

    def _keep(self, path: str, at: int, changed: bytes) -> None:
        with (self._top / path).open("r+b") as file:
            file.seek(at)
            file.write(changed)

"""A board's drive: every file operation of a deploy, one at a time, each on the drive before the next begins.

No operation leaves the drive. A board's drive has no links; one that has them could lead a deploy to files of this
computer. When the drive goes away, the folder at which it was mounted may stay, and must stay empty.
"""

import contextlib
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from .errors import DeployError, drive_error, gone, leads_away, read_only

UNFINISHED = ".new"
"""What a file is called while it is written beside the one that it takes the place of."""
_CHUNK = 4096
_USUAL_CLUSTER = 4096

Watcher = Callable[[str, str], None]
"""Called after each operation with what was done (opened, wrote, replaced or removed) and the path."""


class Drive:
    """The files of a drive by their paths on it; an ``OSError`` becomes a ``DeployError``.

    ``watcher`` is called after every operation.
    """

    def __init__(self, root: Path, watcher: Watcher = lambda operation, path: None) -> None:
        """Raise ``DeployError`` if there is no such folder. What is mounted there now is the drive from now on."""
        self.root = root
        self._watcher = watcher
        with self._errors("."):
            self._mounted = root.stat()

    # Reading

    def read(self, path: str, size: int = -1) -> bytes | None:
        """Return a file's contents, or its first ``size`` bytes; ``None`` if there is no such file."""
        with self._errors(path):
            place = self._place(path)
            if not place.is_file():
                return None
            with place.open("rb") as file:
                return file.read(size)

    def files(self, folder: str) -> list[str]:
        """Return the paths of all files in a folder and the folders in it."""
        with self._errors(folder):
            found = [path for path in self._place(folder).rglob("*") if path.is_file()]
            return sorted(path.relative_to(self.root).as_posix() for path in found)

    def size(self, path: str) -> int:
        """Return a file's size in bytes, -1 if there is no such file."""
        with self._errors(path):
            place = self._place(path)
            return place.stat().st_size if place.is_file() else -1

    def free(self) -> int:
        """Return how many bytes are free."""
        with self._errors("."):
            return shutil.disk_usage(self._place(".")).free

    def cluster(self) -> int:
        """Return the bytes of the drive's smallest piece, of which a file takes whole ones."""
        with self._errors("."):
            root = self._place(".")
            return os.statvfs(root).f_frsize or _USUAL_CLUSTER if hasattr(os, "statvfs") else _USUAL_CLUSTER

    def check_writable(self) -> None:
        """Raise ``DeployError`` when the computer may not write the drive."""
        with self._errors("."):
            root = self._place(".")
            flags = os.statvfs(root).f_flag & os.ST_RDONLY if hasattr(os, "statvfs") else 0
        if flags or not os.access(root, os.W_OK):
            raise read_only(str(root))

    # Writing

    def write(self, path: str, contents: bytes) -> None:
        """Write a file in its place and read it back; a file that nothing uses yet."""
        with self._errors(path):
            self._place(path).parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what the watcher sees has reached the file.
            with self._place(path).open("wb", buffering=0) as file:
                self._watcher("opened", path)
                for at in range(0, len(contents), _CHUNK):
                    file.write(contents[at : at + _CHUNK])
                    self._watcher("wrote", path)
                os.fsync(file.fileno())
            if self._read_back(path) != contents:
                raise DeployError(
                    f"{path} does not read back from {self.root} as it was written: plug the board in again with act "
                    "held and run hexlume deploy again; if that does not help, its flash is worn."
                )

    def replace(self, path: str, contents: bytes) -> None:
        """Replace a file's contents: at every instant it has the old ones or, read back, the new ones."""
        self.write(path + UNFINISHED, contents)
        with self._errors(path):
            _sync()
            os.replace(self._place(path + UNFINISHED), self._place(path))
            _sync()
        self._watcher("replaced", path)

    def remove(self, path: str) -> None:
        """Remove a file, if it is there."""
        with self._errors(path):
            self._place(path).unlink(missing_ok=True)
        self._watcher("removed", path)

    def remove_empty_folders(self, path: str) -> None:
        """Remove a folder and those in it, as far as no file lies there."""
        with self._errors(path):
            place = self._place(path)
            for folder in [*sorted(place.rglob("*/"), reverse=True), place]:
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()

    def _read_back(self, path: str) -> bytes:
        """Return what the drive itself has of a file, as far as the system can be kept from answering from memory."""
        with self._place(path).open("rb") as file:
            if hasattr(os, "posix_fadvise"):
                with contextlib.suppress(OSError):
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            return file.read()

    def _place(self, path: str) -> Path:
        """Return where a path is; raise ``DeployError`` if the drive has gone, or the path leads off it."""
        try:
            now = self.root.stat()
        except OSError:
            raise gone(str(self.root)) from None
        if not os.path.samestat(now, self._mounted):
            raise gone(str(self.root))
        place = self.root
        for part in PurePosixPath(path).parts:
            place /= part
            try:
                found = place.lstat()
            except (FileNotFoundError, NotADirectoryError):
                break
            if stat.S_ISLNK(found.st_mode) or found.st_dev != self._mounted.st_dev:
                raise leads_away(str(self.root), place.relative_to(self.root).as_posix())
        return self.root / path

    @contextlib.contextmanager
    def _errors(self, path: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise drive_error(error, str(self.root), path) from None


def _sync() -> None:
    """Write to the drives what was done so far, before what follows. On Windows a file's own fsync has to do."""
    if hasattr(os, "sync"):
        os.sync()

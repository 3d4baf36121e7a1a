"""Deploy plan: the steps that update a drive, in an order in which ``code.py`` finds a whole package at every instant.

The package lies on the drive as ``hexlume`` or as ``hexlume_b``; ``code.py`` and ``boot.py`` import the one in use by
its name. Another version is copied beside it whole, under the other name, and comes into use when ``code.py`` is
replaced, which is one rename; then the former one is deleted. Both folders are the firmware's alone.
"""

import re
from dataclasses import dataclass

from hexlume.journal.archive import COPIES, FILE_SIZE
from hexlume.journal.archive_format import SLACK
from hexlume.journal.log_format import SECTOR

from .drive import UNFINISHED, Drive
from .errors import DeployError
from .firmware_files import CODE, PACKAGE, SETTINGS, Firmware
from .settings import missing_keys

PACKAGES = (PACKAGE, PACKAGE + "_b")
"""The names under which a copy of the package may lie on a drive."""
SHADOWS = ("code.txt", "main.txt", "boot.txt")
"""Files that CircuitPython may run instead of, or beside, those of the firmware."""
FACTORY_CODE = re.compile(rb"\s*print\(\"Hello World!\"\)\s*")
"""What CircuitPython has in ``code.py`` on a new drive."""
BACKUP = "-before-hexlume"
"""Part of the name of the backup of somebody's own program."""

_IN_USE = re.compile(rb"(?m)^from (%s)[. ]" % b"|".join(name.encode() for name in reversed(PACKAGES)))

WRITE = "write"
REPLACE = "replace"
REMOVE = "delete"


@dataclass(frozen=True, slots=True)
class Step:
    """One file to ``write`` (nothing uses it yet), to ``replace`` or to ``delete``."""

    do: str
    path: str
    contents: bytes = b""


@dataclass(frozen=True)
class Plan:
    """The ``steps`` in their order. ``same`` counts the files that are as they should be; ``notes`` are sentences."""

    steps: tuple[Step, ...]
    same: int
    notes: tuple[str, ...]
    archive_missing: bool

    @property
    def nothing(self) -> bool:
        """Whether the drive is as it should be."""
        return not self.steps

    def room(self, drive: Drive) -> int:
        """Return how many bytes must be free to carry the plan out."""
        cluster = drive.cluster()
        most = needed = 0
        for step in self.steps:
            needed += _whole(len(step.contents), cluster)
            most = max(most, needed)
            needed -= _whole(drive.size(step.path), cluster)
        # For the folders.
        return most + cluster


def make_plan(firmware: Firmware, drive: Drive) -> Plan:
    """Return what brings a drive up to a firmware. Reads the drive and writes nothing; raises ``DeployError``."""
    in_use = _imports(drive, CODE)
    package = in_use or PACKAGES[0]
    if in_use is not None and _copy(drive, in_use) != firmware.package:
        package = PACKAGES[1 - PACKAGES.index(in_use)]
    wanted = firmware.files(package)
    notes = [f"{name} is on the drive: CircuitPython may run it as well." for name in SHADOWS if drive.size(name) >= 0]
    settings = drive.read(SETTINGS) or b""
    if settings.strip():
        del wanted[SETTINGS]
        if new := missing_keys(settings, firmware.settings):
            notes.append(f"{SETTINGS} is yours and stays; new in this firmware, with what holds without them: {new}.")
    steps = []
    if in_use is not None and _copy(drive, package) != firmware.package:
        # An earlier deploy may have ended between two programs: none may use a copy that is about to be written.
        for name, contents in firmware.programs_for(in_use).items():
            if name != CODE and _imports(drive, name) == package:
                steps.append(Step(REPLACE, name, contents))
    put_back = {step.path for step in steps}
    steps += [Step(REMOVE, path) for path in drive.files(package) if path not in wanted]
    same = 0 if SETTINGS in wanted else 1
    for path, contents in wanted.items():
        there = drive.read(path)
        if there == contents and path not in put_back:
            same += 1
            continue
        if path in firmware.programs and there and not (_IN_USE.search(there) or FACTORY_CODE.fullmatch(there)):
            backup = _backup_name(drive, path, there)
            notes.append(f"Your own {path} is kept as {backup}.")
            if drive.size(backup) < 0:
                steps.append(Step(WRITE, backup, there))
        steps.append(Step(WRITE if path.startswith(f"{package}/") else REPLACE, path, contents))
    # code.py is the last of what is wanted: what comes after it is in nobody's use.
    steps += [Step(REMOVE, path) for path in _leftovers(firmware, drive, package) if drive.size(path) >= 0]
    missing = any(drive.size(path.lstrip("/")) != FILE_SIZE for path in COPIES)
    return Plan(tuple(steps), same, tuple(notes), missing)


def check_room(plan: Plan, drive: Drive) -> None:
    """Raise ``DeployError`` when a plan does not fit the drive."""
    needed, free = plan.room(drive), drive.free()
    if needed > free:
        raise DeployError(
            f"The drive {drive.root} has {free // 1024} kB free and {-(-needed // 1024)} kB are needed: delete what "
            "you put there and run hexlume deploy again; nothing was written."
        )


def archive_room() -> int:
    """Return how many bytes the journal's files need, which the board makes at its first start."""
    return len(COPIES) * (FILE_SIZE + SECTOR) + SECTOR + SLACK


def _imports(drive: Drive, program: str) -> str | None:
    """Return the package that a program on the drive imports, ``None`` if it is not the firmware's."""
    found = _IN_USE.search(drive.read(program) or b"")
    return found[1].decode() if found else None


def _copy(drive: Drive, package: str) -> dict[str, bytes | None]:
    """Return the files of a copy of the package by their paths in it."""
    return {path.removeprefix(f"{package}/"): drive.read(path) for path in drive.files(package)}


def _leftovers(firmware: Firmware, drive: Drive, package: str) -> list[str]:
    """Return the files that the firmware no longer needs: the other copy, and what another deploy left."""
    unfinished = [path + UNFINISHED for path in (*firmware.programs, *firmware.libraries, SETTINGS)]
    # Compiled or not, a library may only be there once.
    libraries = [path.removesuffix(".mpy") + ".py" for path in firmware.libraries if path.endswith(".mpy")]
    libraries += [path.removesuffix(".py") + ".mpy" for path in firmware.libraries if path.endswith(".py")]
    return [*drive.files(PACKAGES[1 - PACKAGES.index(package)]), *unfinished, *libraries]


def _backup_name(drive: Drive, path: str, contents: bytes) -> str:
    stem = path.removesuffix(".py") + BACKUP
    for number in range(1, 100):
        name = f"{stem}{number if number > 1 else ''}.py"
        if drive.read(name) in (None, contents):
            return name
    raise DeployError(f"There are too many files like {stem}.py on {drive.root}: delete some.")


def _whole(size: int, cluster: int) -> int:
    """Return the bytes that a file of a size takes; a file that is missing has the size -1."""
    return max(0, -(-size // cluster)) * cluster

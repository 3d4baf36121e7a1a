"""Deploy plan: the steps that update a drive, in an order in which ``code.py`` finds a whole package at every instant.

The package lies on the drive as ``hexlume`` or as ``hexlume_b``; ``code.py`` and ``boot.py`` import the one in use by
its name. A new version is copied beside it whole, under the other name, and comes into use when ``code.py`` is
replaced, which is one rename; then the former one is deleted. Files are replaced in place instead where one rename
brings the package itself up to date, where its copy in use is damaged already, and where the drive has no room for two
copies.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hexlume.journal.archive import COPIES, FILE_SIZE
from hexlume.journal.archive_format import SLACK
from hexlume.journal.log_format import SECTOR

from .drive import UNFINISHED, Drive
from .errors import DeployError
from .firmware_files import CODE, PACKAGE, SETTINGS, Firmware, digest
from .manifest import MANIFEST, Manifest, read_manifest
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
_DELETABLE = re.compile(rf"(?:(?:{'|'.join(PACKAGES)}|lib)/.+|[^/]+\.py)(?:{re.escape(UNFINISHED)})?")
IN_PLACE = (
    "The drive has no room for two versions, so the one in use is replaced file by file: if that is interrupted, run "
    "hexlume deploy again. Two versions fit once both are compiled (--compiler)."
)

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
    """The ``steps`` in their order. ``same`` counts the files that are as they should be; ``notes`` are sentences.

    ``begun`` and ``done`` are the manifests before the first and after the last step.
    """

    steps: tuple[Step, ...]
    same: int
    notes: tuple[str, ...]
    begun: Manifest
    done: Manifest
    manifest_stale: bool
    archive_missing: bool

    @property
    def nothing(self) -> bool:
        """Whether the drive is as it should be."""
        return not self.steps and not self.manifest_stale

    def room(self, drive: Drive) -> int:
        """Return how many bytes must be free to carry the plan out, counted generously."""
        cluster = drive.cluster()
        most = needed = 2 * cluster  # the manifest, and the one that replaces it
        for step in self.steps:
            if step.do == REMOVE:
                needed -= max(0, drive.size(step.path))
                continue
            # A file that is replaced gives its own room back only afterwards, and may then be smaller or larger.
            most = max(most, needed + _whole(len(step.contents), cluster) + cluster)
            grown = len(step.contents) - max(0, drive.size(step.path))
            needed += _whole(grown, cluster) if grown > 0 else 0
        return most


def make_plan(firmware: Firmware, drive: Drive) -> Plan:
    """Return what brings a drive up to a firmware. Reads the drive and writes nothing; raises ``DeployError``."""
    manifest = read_manifest(drive)
    in_use = _imports(drive, CODE)
    copies = {name: _contents(drive, name, firmware) for name in PACKAGES}
    package, in_place = _where(firmware, drive, manifest, in_use, copies)
    plan = _plan(firmware, drive, manifest, in_use, copies, package, in_place)
    if in_use is not None and plan.room(drive) > drive.free():
        plan = _plan(firmware, drive, manifest, in_use, copies, in_use, True)
        return replace(plan, notes=(*plan.notes, IN_PLACE))
    return plan


def _plan(
    firmware: Firmware,
    drive: Drive,
    manifest: Manifest,
    in_use: str | None,
    copies: Mapping[str, Mapping[str, bytes]],
    package: str,
    in_place: bool,
) -> Plan:
    """Return what brings a drive up to a firmware under a package's name, beside the one in use or in its place."""
    wanted = firmware.files(package)
    programs = firmware.programs_for(package)
    stale = [] if in_place else [path for path in drive.files(package) if path in manifest.files - wanted.keys()]
    torn = stale or any(copies[package].get(path) != contents for path, contents in firmware.package.items())
    # An earlier deploy may have ended between two programs: none may use a copy that is about to be written.
    astray = [name for name in programs if torn and not in_place and _imports(drive, name) == package]
    back = firmware.programs_for(in_use or package)
    steps = [Step(REPLACE, name, back[name]) for name in astray if name != CODE and in_use]
    steps += [Step(REMOVE, path) for path in stale]
    notes: list[str] = []
    same = 0
    for path, contents in wanted.items():
        there = drive.read(path)
        if there == contents and path not in astray:
            same += 1
            continue
        if path in programs and there is not None and _is_somebodys(path, there, manifest):
            backup = _backup_name(drive, path, there)
            notes.append(f"Your own {path} is kept as {backup}.")
            if drive.size(backup) < 0:
                steps.append(Step(WRITE, backup, there))
        beside = path.startswith(package + "/") and not in_place
        steps.append(Step(WRITE if beside else REPLACE, path, contents))
    settings, put = _settings(firmware, drive, manifest, notes)
    same += not settings
    # code.py is the last of what is wanted: what comes after it is in nobody's use.
    commit = len(steps) if not steps or steps[-1].path != CODE else len(steps) - 1
    steps[commit:commit] = settings
    leftovers = [path for path in _ours(firmware, drive, manifest) if path not in wanted and path not in stale]
    steps += [Step(REMOVE, path) for path in leftovers if drive.size(path) >= 0]
    notes += [f"{name} is on the drive: CircuitPython may run it as well." for name in SHADOWS if drive.size(name) >= 0]

    done = Manifest(frozenset(wanted), {package: firmware.fingerprint}, put, firmware.version)
    named = {step.path for step in steps if step.do != REMOVE and BACKUP not in step.path and step.path != SETTINGS}
    begun = replace(manifest, files=manifest.files | named)
    missing = any(drive.size(path.lstrip("/")) != FILE_SIZE for path in COPIES)
    return Plan(tuple(steps), same, tuple(notes), begun, done, done != manifest, missing)


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


def _where(
    firmware: Firmware,
    drive: Drive,
    manifest: Manifest,
    in_use: str | None,
    copies: Mapping[str, Mapping[str, bytes]],
) -> tuple[str, bool]:
    """Return the package's name on the drive from now on, and whether it is brought up to date in place."""
    if in_use is None:
        return PACKAGES[0], False
    changed = [path for path, contents in firmware.package.items() if copies[in_use].get(path) != contents]
    programs = [name for name, source in firmware.programs_for(in_use).items() if drive.read(name) != source]
    damaged = manifest.packages.get(in_use) == firmware.fingerprint
    if not changed or len(changed) + len(programs) == 1 or damaged:
        return in_use, True
    return next(name for name in PACKAGES if name != in_use), False


def _imports(drive: Drive, program: str) -> str | None:
    """Return the package that a program on the drive imports, ``None`` if it is not the firmware's."""
    found = _IN_USE.search(drive.read(program) or b"")
    return found[1].decode() if found else None


def _contents(drive: Drive, package: str, firmware: Firmware) -> dict[str, bytes]:
    return {path: there for path in firmware.package if (there := drive.read(f"{package}/{path}")) is not None}


def _ours(firmware: Firmware, drive: Drive, manifest: Manifest) -> Iterator[str]:
    """Yield the paths of files that this program put on the drive, as far as it may delete them."""
    likely = {f"{name}/{path}" for name in PACKAGES for path in firmware.package} | set(firmware.libraries)
    ours = manifest.files | likely | set(firmware.programs)
    unfinished = {path + UNFINISHED for path in ours | {SETTINGS, MANIFEST}}
    for path in sorted(ours | unfinished):
        if _DELETABLE.fullmatch(path) or path in (SETTINGS + UNFINISHED, MANIFEST + UNFINISHED):
            yield path


def _is_somebodys(path: str, there: bytes, manifest: Manifest) -> bool:
    """Return whether a program on the drive is one that a person wrote."""
    return path not in manifest.files and not _IN_USE.search(there) and not FACTORY_CODE.fullmatch(there)


def _backup_name(drive: Drive, path: str, contents: bytes) -> str:
    stem = path.removesuffix(".py") + BACKUP
    for number in range(1, 100):
        name = f"{stem}{number if number > 1 else ''}.py"
        if drive.read(name) in (None, contents):
            return name
    raise DeployError(f"There are too many files like {stem}.py on {drive.root}: delete some.")


def _settings(firmware: Firmware, drive: Drive, manifest: Manifest, notes: list[str]) -> tuple[list[Step], str]:
    """Return what to do about settings.toml, and the SHA-256 of what was last put there."""
    there, ours = drive.read(SETTINGS), firmware.settings
    if there == ours:
        return [], digest(ours)
    if there is None or not there.strip() or digest(there) == manifest.settings:
        return [Step(REPLACE, SETTINGS, ours)], digest(ours)
    new = missing_keys(there, ours)
    if new:
        notes.append(f"{SETTINGS} is yours and stays; new in this firmware, with what holds without them: {new}.")
    else:
        notes.append(f"{SETTINGS} is yours and stays.")
    return [], manifest.settings


def _whole(size: int, cluster: int) -> int:
    return max(1, -(-size // cluster)) * cluster

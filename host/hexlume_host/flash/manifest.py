"""Manifest on the drive: the files that this program put there, so that it never deletes anybody else's."""

import json
import re
from dataclasses import dataclass, field

from .drive import Drive

MANIFEST = "hexlume-files.json"
_FORMAT = 1
_MOST_BYTES = 64 * 1024
_PATH = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/){0,4}[A-Za-z0-9_-][A-Za-z0-9_.-]*")
"""A path below the drive's root: no absolute one and none that leads out of it."""


@dataclass(frozen=True)
class Manifest:
    """What was put on a drive: ``files``, the ``packages`` by name with their fingerprints, and the SHA-256 of the
    ``settings`` as they were put there."""

    files: frozenset[str] = frozenset()
    packages: dict[str, str] = field(default_factory=dict)
    settings: str = ""
    firmware: str = ""

    def as_bytes(self) -> bytes:
        """Return the manifest as its file has it."""
        members = {
            "about": "The files that hexlume deploy put here. It changes and deletes these and no others.",
            "format": _FORMAT,
            "firmware": self.firmware,
            "packages": self.packages,
            "settings": self.settings,
            "files": sorted(self.files),
        }
        return json.dumps(members, indent=0).encode() + b"\n"


def read_manifest(drive: Drive) -> Manifest:
    """Return the manifest of a drive: an empty one if it has none, or one that cannot be believed."""
    if not 0 <= drive.size(MANIFEST) <= _MOST_BYTES:
        return Manifest()
    try:
        members = json.loads(drive.read(MANIFEST) or b"")
        if members["format"] != _FORMAT:
            return Manifest()
        files = frozenset(path for path in members["files"] if isinstance(path, str) and _PATH.fullmatch(path))
        packages = {str(name): str(fingerprint) for name, fingerprint in dict(members["packages"]).items()}
        return Manifest(files, packages, str(members["settings"]), str(members["firmware"])[:20])
    except (ValueError, KeyError, TypeError, RecursionError):
        return Manifest()

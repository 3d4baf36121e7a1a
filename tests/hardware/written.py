"""Packages and boards, made once for all tests that look at them."""

import fcntl
import hashlib
import pickle
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple, TypeVar
from unittest.mock import patch

from hexlume_hw.board import write
from hexlume_hw.order.package import Package
from hexlume_hw.order.write import write_package

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "tests"

Made = TypeVar("Made")


class Written(NamedTuple):
    """A package in its folder."""

    package: Package
    folder: Path

    @classmethod
    def of(cls, panel: str, folder: Path, solids: bool) -> "Written":
        """Write a panel's package into a folder, with or without its solids, and JLCPCB's files."""
        return cls(write_package(panel, folder, solids, lambda step, words: None, "jlcpcb"), folder)

    @classmethod
    def quickly(cls, panel: str) -> "Written":
        """Return a panel's package without what takes longest and is no check of ours.

        These are its solids, a fabricator's rules and the pictures.
        """

        def written(folder: Path) -> "Written":
            with patch.object(write, "fabricator_problems", lambda board: []), patch.object(write, "paint"):
                return cls.of(panel, folder, False)

        return cached(f"{panel}-quick", written)

    @classmethod
    def cached(cls, panel: str, solids: bool) -> "Written":
        """Return a panel's package, written once for the same sources and tools: it takes half a minute."""
        name = f"{panel}-{'whole' if solids else 'flat'}"
        return cached(name, lambda folder: cls.of(panel, folder, solids))


def cached(name: str, make: Callable[[Path], Made]) -> Made:
    """Return what is made into a folder, from a file if it was made by the same sources and tools."""
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = CACHE / f"{name}-{_inputs()}"
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        pickled = folder / "written.pickle"
        if not pickled.exists():
            for old in CACHE.glob(f"{name}-*"):
                shutil.rmtree(old)
            folder.mkdir()
            pickled.write_bytes(pickle.dumps(make(folder)))
    made: Made = pickle.loads(pickled.read_bytes())
    return made


@cache
def _inputs() -> str:
    """Return a hash of all that a package follows from: the sources, and the versions of the tools."""
    digest = hashlib.sha256()
    for name, contents in _sources():
        digest.update(f"{name} {len(contents)}\n".encode() + contents)
    for package in sorted(f"{found.name} {found.version}" for found in metadata.distributions()):
        digest.update(f"{package}\n".encode())
    for tool in ("pcbnew", "gerbv", "ngspice", "rsvg-convert"):
        path = shutil.which(tool)
        digest.update(f"{tool} {path and Path(path).stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _sources() -> Iterator[tuple[str, bytes]]:
    for folder in ("firmware", "hardware"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()

"""The cache of the engine's compiled code, and whether the code is there; without loading what compiles it.

Compiled code is in a folder named by a hash of the engine's sources. Numba itself looks only at the file that a
function stands in, not at the files of the functions it calls (its documentation, "Notes on Caching", Limitations);
with the hash no mixture of old and new is ever run, and a package folder that cannot be written to does no harm.
What two processes would compile at the same time, one compiles.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

try:
    import fcntl
except ImportError:  # Windows: there each process that comes first compiles for itself.
    fcntl = None  # type: ignore[assignment]

_PREFIX = "engine-"
_MARKS = (b"@compiled", b"@entry", b"@intrinsic", b"numba.njit")
"""One of these stands in every file whose change asks for new compiled code."""
_NOTE = "compiled"
"""A file beside the compiled code: locked by who compiles, and with the sources' hash in it once that is done."""


@cache
def _sources_hash() -> str:
    """Return a hash of Numba's version and of the sources of this package that have compiled functions."""
    content = sha256(version("numba").encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if any(mark in source for mark in _MARKS):
            content.update(source)
    return content.hexdigest()[:16]


def _folder() -> Path:
    """Return the folder for compiled code: in the user's cache, one for each state of the sources."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("hexlume") / f"{_PREFIX}{_sources_hash()}"


def cache_folder() -> Path | None:
    """Return the folder for compiled code, made where it is missing, or ``None`` where that is not possible.

    It is in the user's cache, where folders of older sources are removed, unless ``NUMBA_CACHE_DIR`` names another.
    """
    folder = _folder()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            own = user_cache_path("hexlume")
            for old in sorted(own.glob(f"{_PREFIX}*"), key=lambda path: path.stat().st_mtime)[:-4]:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return None
    return folder


def needs_compiling() -> bool:
    """Return whether the engine has yet to be compiled for this computer."""
    try:
        return (_folder() / _NOTE).read_text(encoding="ascii") != _sources_hash()
    except (OSError, ValueError):
        return True


@contextmanager
def compile_lock() -> Iterator[None]:
    """Let one process of this computer compile what the block needs, which is all: others wait, and load it then.

    If it is interrupted or killed, the next one compiles. Where no note can be written, each compiles for itself.
    """
    if not needs_compiling():
        yield
        return
    note = _folder() / _NOTE
    with ExitStack() as locked:
        with suppress(OSError):
            file = locked.enter_context(note.open("a", encoding="ascii"))
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
        with suppress(OSError):
            note.write_text(_sources_hash(), encoding="ascii")

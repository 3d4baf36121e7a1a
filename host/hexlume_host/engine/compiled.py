"""Compiling with Numba, and where the compiled code is kept.

Compiled code is kept in a folder named by a hash of the engine's sources. Numba itself looks only at the file that a
function stands in, not at the files of the functions it calls (its documentation, "Notes on Caching", Limitations);
with the hash no mixture of old and new is ever run, and a package folder that cannot be written to does no harm.
What two processes would compile at the same time, one compiles.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, overload

import numba
from platformdirs import user_cache_path

try:
    import fcntl
except ImportError:  # Windows: there each process that comes first compiles for itself.
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:

    class Numbers(Protocol):
        """An array of whole numbers in one dimension, as compiled code sees it."""

        @overload
        def __getitem__(self, at: int) -> int: ...
        @overload
        def __getitem__(self, at: slice) -> "Numbers": ...
        def __setitem__(self, at: int, value: int) -> None: ...
        def __len__(self) -> int: ...

    class Reals(Protocol):
        """An array of floating-point numbers in one dimension, as compiled code sees it."""

        def __getitem__(self, at: int) -> float: ...
        def __setitem__(self, at: int, value: float) -> None: ...
        def __len__(self) -> int: ...

else:
    Numbers = Reals = Any

_njit: Any = numba.njit
"""Untyped: its stubs do not know the options that leave wrappers out."""

_Function = TypeVar("_Function", bound=Callable[..., Any])

_PREFIX = "engine-"
_MARKS = (b"@compiled", b"@entry", b"@intrinsic", b"_MARKS")
"""One of these stands in every file whose change asks for new compiled code."""
_NOTE = "compiled"
"""A file beside the compiled code: locked by who compiles, and with the sources' hash in it once that is done."""


def _sources_hash() -> str:
    """Return a hash of Numba's version and of the sources of this package that have compiled functions."""
    content = sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if any(mark in source for mark in _MARKS):
            content.update(source)
    return content.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled code: in the user's cache, one for each state of the sources."""
    return user_cache_path("hexlume") / f"{_PREFIX}{_sources_hash()}"


def _use_cache_folder() -> None:
    """Have Numba keep compiled code in ``cache_folder``, unless ``NUMBA_CACHE_DIR`` names another."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    folder = cache_folder()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            for old in sorted(folder.parent.glob(f"{_PREFIX}*"), key=lambda path: path.stat().st_mtime)[:-4]:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        # Without a folder to write to, Numba tries the places it knows itself.
        return
    setattr(numba.config, "CACHE_DIR", str(folder))  # noqa: B010


_use_cache_folder()


def _note() -> Path:
    folder = str(getattr(numba.config, "CACHE_DIR"))  # noqa: B009
    if not folder:
        raise FileNotFoundError("compiled code is kept beside its sources, and so is no note of it")
    return Path(folder) / _NOTE


def must_be_compiled() -> bool:
    """Return whether the engine has yet to be compiled for this computer."""
    try:
        return _note().read_text(encoding="ascii") != _sources_hash()
    except (OSError, ValueError):
        return True


@contextmanager
def compiling_once() -> Iterator[None]:
    """Have one process of this computer compile what the block needs, which is all: others wait, and load it then.

    Who is interrupted or killed leaves it to the next. Where no note can be kept, each compiles for itself.
    """
    if not must_be_compiled():
        yield
        return
    with ExitStack() as locked:
        with suppress(OSError):
            file = locked.enter_context(_note().open("a", encoding="ascii"))
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
        with suppress(OSError):
            _note().write_text(_sources_hash(), encoding="ascii")


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, at its first call, with the result kept on disc; it needs no lock."""
    return cast(_Function, _njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function))


def compiled(function: _Function) -> _Function:
    """Compile a function that only compiled code calls: without what Python would need, it takes half the time."""
    made = _njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)
    return cast(_Function, made(function))

"""Compiling with Numba."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, overload

import numba

from .compile_cache import cache_folder

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

        @overload
        def __getitem__(self, at: int) -> float: ...
        @overload
        def __getitem__(self, at: slice) -> "Reals": ...
        def __setitem__(self, at: int, value: float) -> None: ...
        def __len__(self) -> int: ...

else:
    Numbers = Reals = Any

_njit: Any = numba.njit
"""Untyped: its stubs do not know the options that leave wrappers out."""

_Function = TypeVar("_Function", bound=Callable[..., Any])

# Without a folder to write to, Numba tries the places it knows itself.
setattr(numba.config, "CACHE_DIR", str(cache_folder() or ""))  # noqa: B010


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, at its first call, with the result cached on disc; it needs no lock."""
    return cast(_Function, _njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function))


def compiled(function: _Function) -> _Function:
    """Compile a function that only compiled code calls: without what Python would need, it takes half the time."""
    return cast(
        _Function,
        _njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)(function),
    )

"""Guards around the code of external games: what it raises becomes one sentence with file, line and function.

What it prints goes to standard error.
"""

import builtins
import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from inspect import isfunction, isgeneratorfunction
from pathlib import Path
from typing import Any

from hexlume_record.errors import GameError, HexlumeError

from .trouble import error_words, time_limit

LOAD_SECONDS = 10.0
"""The longest time that the games may compute while they are imported."""
_METHODS = (
    *("iter_legal", "legal_actions", "is_legal", "why_not", "codes_at", "hand_work", "final_groups", "deciders"),
    *("push", "push_text", "pop", "follow", "conclude", "reopen", "continuation", "hand", "prison"),
)
_FUNCTIONS = {
    "evaluation": ("lead", "random_piece"),
    "preview": ("cells",),
    "setup": ("begin", "turn", "acted", "hand", "prison", "refusals"),
}


@functools.cache
def load_games() -> None:
    """Import the games, and guard the code of external ones, once."""
    with contextlib.redirect_stdout(sys.stderr), time_limit(LOAD_SECONDS):
        from hexlume.games import IllegalAction, OptionError, external, game_class  # noqa: PLC0415 - imports the games
    for name, folder in external.FOLDERS.items():
        _guard(game_class(name), name, Path(folder), (IllegalAction, OptionError, HexlumeError))


def _guard(kind: Any, name: str, folder: Path, refusals: tuple[type[Exception], ...]) -> None:
    """Guard a game's class, and the functions of its folder that others call."""
    guarded = [(kind, method) for method in _METHODS]
    package = f"hexlume.games.{name}"
    for path, module in list(sys.modules.items()):
        if f"{path}.".startswith(f"{package}."):
            vars(module).setdefault("print", _print)
            guarded += [(module, function) for function in _FUNCTIONS.get(path.rpartition(".")[2], ())]
    for owner, attribute in guarded:
        # Few games have a hand or a prison.
        if isfunction(function := getattr(owner, attribute, None)):
            setattr(owner, attribute, _guarded(function, name, folder, refusals))


def _guarded(
    function: Callable[..., Any], name: str, folder: Path, refusals: tuple[type[Exception], ...]
) -> Callable[..., Any]:
    """Return a function or generator whose exceptions are ``GameError``, but for ``refusals``."""

    @contextlib.contextmanager
    def blaming() -> Iterator[None]:
        try:
            yield
        except refusals:
            raise
        except Exception as error:
            raise GameError(name, error_words(error, folder)) from error

    if not isgeneratorfunction(function):
        return blaming()(function)

    @functools.wraps(function)
    def steps(*arguments: Any) -> Iterator[Any]:
        with blaming():
            yield from function(*arguments)

    return steps


def _print(*words: Any, **named: Any) -> None:
    """Print on standard error: standard output belongs to the command."""
    builtins.print(*words, **{**named, "file": sys.stderr})

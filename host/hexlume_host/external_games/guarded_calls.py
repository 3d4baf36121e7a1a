"""Guards around the code of external games.

What it raises becomes one sentence with file, line and function, what it prints goes to standard error, and a call
that computes without end is cut off.
"""

import builtins
import contextlib
import ctypes
import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from inspect import isfunction
from pathlib import Path
from traceback import extract_tb
from typing import Any

from hexlume_record.errors import GameError, HexlumeError

from .trouble import TookTooLong, error_words, time_limit

LOAD_SECONDS = 10.0
"""The longest time in which a game must be imported."""
CALL_SECONDS = 10.0
"""The longest time that one call may compute; some milliseconds are usual."""
_POLL_S = 0.5
_METHODS = (
    *("legal_actions", "is_legal", "why_not", "codes_at", "hand_work", "final_groups", "deciders"),
    *("push", "push_text", "pop", "follow", "conclude", "reopen", "continuation", "hand", "prison"),
)
_FUNCTIONS = {
    "evaluation": ("lead", "random_piece"),
    "preview": ("cells",),
    "setup": ("begin", "turn", "acted", "hand", "prison"),
}
_guarded: set[type] = set()
_GENERATORS = {"setup": ("refusals",)}


def load_games() -> None:
    """Import the games, external ones in a time that is limited, and guard the code of these."""
    with contextlib.redirect_stdout(sys.stderr), time_limit(LOAD_SECONDS, by_wall=True):
        from hexlume.games import external, game_class  # noqa: PLC0415 - this imports the games
    for name, folder in external.FOLDERS.items():
        _Guard(name, Path(folder)).put_on(game_class(name))


class _Watch:
    """The calls of games' code that run, and a thread that cuts off those without an end."""

    def __init__(self) -> None:
        self.running: dict[int, object] = {}
        """A new object for each outermost call, by its thread."""
        self._start()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        self.running.clear()
        threading.Thread(target=self._look, name="games", daemon=True).start()

    def _look(self) -> None:
        # The processor's time counts, so that a busy computer is no reason.
        since: dict[int, tuple[object, float]] = {}
        while True:
            time.sleep(_POLL_S)
            now = time.process_time()
            for thread, call in list(self.running.items()):
                if thread not in since or since[thread][0] is not call:
                    since[thread] = call, now
                elif now - since[thread][1] > CALL_SECONDS and self.running.get(thread) is call:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TookTooLong))


@functools.cache
def _watch() -> _Watch:
    return _Watch()


class _Guard:
    """Guards one game's code."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._running = _watch().running

    def put_on(self, kind: Any) -> None:
        """Guard a game's class, and the functions of its folder that others call."""
        if kind in _guarded:
            return
        _guarded.add(kind)
        for name in _METHODS:
            # Few games have a hand or a prison.
            if hasattr(kind, name):
                setattr(kind, name, self._call(getattr(kind, name)))
        kind.iter_legal = self._generator(kind.iter_legal)
        kind.__init__ = self._start(kind.__init__)
        package = f"hexlume.games.{self._name}"
        for path, module in list(sys.modules.items()):
            if f"{path}.".startswith(f"{package}."):
                vars(module).setdefault("print", _print)
                part = path.rpartition(".")[2]
                for names, guard in ((_FUNCTIONS, self._call), (_GENERATORS, self._generator)):
                    for name in names.get(part, ()):
                        if isfunction(function := getattr(module, name, None)):
                            setattr(module, name, guard(function))

    def _call(self, function: Callable[..., Any]) -> Callable[..., Any]:
        running, get_thread = self._running, threading.get_ident

        @functools.wraps(function)
        def guarded(*arguments: Any, **named: Any) -> Any:
            thread = get_thread()
            if thread in running:
                return function(*arguments, **named)
            running[thread] = object()
            try:
                return function(*arguments, **named)
            except BaseException as error:
                running.pop(thread, None)
                if not self._is_failure(error):
                    raise
                raise self._failure(error, arguments) from error
            finally:
                running.pop(thread, None)

        return guarded

    def _generator(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Guard a function that returns an iterator: each step is a call of its own."""
        advance = self._call(next)

        def steps(*arguments: Any) -> Iterator[Any]:
            found = iter(self._call(function)(*arguments))
            nothing = object()
            while (one := advance(found, nothing)) is not nothing:
                yield one

        @functools.wraps(function)
        def guarded(*arguments: Any) -> Any:
            return function(*arguments) if threading.get_ident() in self._running else steps(*arguments)

        return guarded

    def _start(self, function: Callable[..., None]) -> Callable[..., None]:
        """Guard ``__init__``, whose exceptions the catalogue understands: only the place is added."""
        call = self._call(function)

        @functools.wraps(function)
        def guarded(*arguments: Any) -> None:
            try:
                call(*arguments)
            except GameError as failed:
                error = failed.__cause__
                if not isinstance(error, Exception):
                    raise RuntimeError(failed.words) from failed
                error.args = (failed.words.removeprefix(f"{type(error).__name__}: "),)
                raise error from None

        return guarded

    def _is_failure(self, error: BaseException) -> bool:
        """Return whether a game's code failed: not if it refuses an action, nor if a signal ends the program."""
        from hexlume.games import IllegalAction, OptionError  # noqa: PLC0415 - after the games were loaded

        if isinstance(error, Exception | TookTooLong):
            return not isinstance(error, IllegalAction | OptionError | HexlumeError)
        innermost = extract_tb(error.__traceback__)[-1]
        return not isinstance(error, KeyboardInterrupt) and Path(innermost.filename).parent == self._folder

    def _failure(self, error: BaseException, arguments: tuple[Any, ...]) -> GameError:
        """Return what to raise for what a game's code raised; an action that failed is taken back."""
        game: Any = arguments[0] if arguments else None
        with contextlib.suppress(Exception):
            if len(game._undo) > len(game.codes):
                _take_back(game)
        if isinstance(error, TookTooLong):
            return GameError(self._name, error_words(error, self._folder, f"it computes for {CALL_SECONDS:g} s"))
        return GameError(self._name, error_words(error, self._folder))


def _take_back(game: Any) -> None:
    """Take back what an action that failed midway has changed."""
    game.codes.append(0)
    game.pop()


def _print(*words: Any, **named: Any) -> None:
    """Print on standard error: standard output belongs to the command."""
    builtins.print(*words, **{**named, "file": sys.stderr})

"""Runs a drive's boot.py and code.py, and safemode.py where it comes to that, unchanged, against a twin.

They run in an interpreter of their own (``interpreter``): there the twins of the CircuitPython modules come first on
the import path, ``time`` and ``os`` are the twin's, and ``open`` opens the drive's files.
"""

import contextlib
import os
import sys
import time
import tomllib
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import hexlume

from ..chip.chip import power_on
from ..chip.power import (
    HardReset,
    HardwareLawBroken,
    PowerCut,
    SafeModeEntered,
    ScriptFailed,
    SoftReload,
    WatchdogExpired,
)
from ..chip.supervisor import ResetReason, RunReason
from ..twin import Twin
from .drive_files import DriveFiles, FileSystemLost
from .interpreter import Interpreter

CIRCUITPYTHON = Path(__file__).parents[1] / "circuitpython"
"""The folder of the CircuitPython modules' twins."""

LIBRARIES = ("hexlume", "neopixel", "adafruit_pixelbuf")
"""What the firmware imports beside its drive and the twins; each run gets copies of its own."""


class Ending(NamedTuple):
    """How a firmware's run ended: one sentence, and whether that was a failure."""

    message: str
    failed: bool


class SettingsRefused(ValueError):
    """settings.toml cannot be read, told in one sentence."""


def default_drive() -> Path:
    """Return the firmware's folder: the repository's when this package runs from there, else the packaged copy."""
    repository = Path(__file__).parents[3] / "firmware"
    if (repository / "boot.py").is_file() and Path(hexlume.__file__).is_relative_to(repository):
        return repository
    return Path(__file__).parents[1] / "drive"


def read_settings(drive: Path, overrides: Mapping[str, str]) -> dict[str, str | int]:
    """Return what ``os.getenv`` gives: settings.toml with some keys overridden.

    An override of a number in the file that is itself a number becomes one. Raises ``SettingsRefused``, and
    ``FileNotFoundError`` when the folder is no drive.
    """
    if not (drive / "code.py").is_file():
        raise FileNotFoundError(f"There is no code.py in {drive}: name a folder like the repository's firmware.")
    settings: dict[str, str | int] = {}
    path = drive / "settings.toml"
    if path.is_file():
        try:
            with path.open("rb") as file:
                found = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise SettingsRefused(f"{path} is not a settings file: {problem}.") from None
        for key, value in found.items():
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise SettingsRefused(f"{path}: {key} must be a string or an integer, as CircuitPython reads it.")
            settings[key] = value
    for key, text in overrides.items():
        number = isinstance(settings.get(key), int) and text.lstrip("-").isdigit()
        settings[key] = int(text) if number else text
    return settings


def run_firmware(
    twin: Twin,
    drive: Path,
    overrides: Mapping[str, str] | None = None,
    before_code: Callable[[], None] = lambda: None,
) -> Ending:
    """Run boot.py and code.py of a drive until they end, and say how.

    A reset, by the firmware or by the watchdog, starts them again, and one into safe mode runs safemode.py first: each
    is told on stderr. ``before_code`` is called when code.py first begins. A failure's traceback goes to stderr. Raises
    what ``read_settings`` does.
    """
    settings = read_settings(drive, overrides or {})
    try:
        files = DriveFiles(twin.chip, drive.resolve(), drive.resolve() == default_drive().resolve())
    except FileSystemLost as lost:
        return Ending(str(lost), True)
    environment = _Environment(twin, drive.resolve(), files, settings)
    with contextlib.closing(files):
        try:
            return _run_until_end(twin, environment, before_code)
        except PowerCut as cut:
            return Ending(str(cut), False)
        except KeyboardInterrupt:
            return Ending("The twin was interrupted.", False)
        except HardwareLawBroken as broken:
            traceback.print_exc()
            return Ending(environment.with_place(str(broken), broken), True)
        except ScriptFailed as failed:
            traceback.print_exception(failed.__cause__)
            return Ending(str(failed), True)
        except Exception as problem:
            traceback.print_exc()
            what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
            return Ending(environment.with_place(f"The firmware crashed: {what}", problem), True)


def _run_until_end(twin: Twin, environment: "_Environment", before_code: Callable[[], None]) -> Ending:
    power_on(twin.chip)
    safe_mode = ""
    while True:
        try:
            if safe_mode:
                twin.chip.runtime.safe_mode_reason = safe_mode
                environment.execute("safemode.py")
                return Ending(f"The board stays in safe mode: {safe_mode}.", True)
            environment.execute("boot.py")
            twin.chip.begin_code()
            # The USB host takes its time; the firmware's own life begins when the board is enumerated.
            twin.clock.advance(max(0, twin.chip.cable.ready_us - twin.clock.now))
            before_code()
            before_code = lambda: None  # noqa: E731
            while True:
                try:
                    environment.execute("code.py")
                    return Ending("code.py came to its end.", False)
                except SoftReload as reload:
                    _say_restarted(twin, f"The firmware starts again: {reload}.")
                    environment.files.end_program()
                    twin.chip.free_pins()
                    twin.chip.watchdog.reset()
                    twin.chip.runtime.run_reason = RunReason.SUPERVISOR_RELOAD
        except HardReset as reset:
            expired = isinstance(reset, WatchdogExpired)
            safe_mode = reset.reason if isinstance(reset, SafeModeEntered) else ""
            if expired:
                traceback.print_exc()
            _say_restarted(twin, environment.with_place(f"The board starts again: {reset}", reset))
            environment.files.reset(flushed=not (expired or safe_mode))
            twin.chip.begin_boot(ResetReason.WATCHDOG if expired else ResetReason.SOFTWARE)


def _say_restarted(twin: Twin, sentence: str) -> None:
    """Tell that the firmware begins anew, which a firmware that fails makes of itself."""
    print(sentence, file=sys.stderr)
    twin.tell({"event": "restart", "message": sentence})


class _Environment:
    """What the firmware finds: its drive, its settings, the time and a fresh interpreter for each program."""

    def __init__(self, twin: Twin, drive: Path, files: DriveFiles, settings: dict[str, str | int]) -> None:
        self._twin = twin
        self._drive = drive
        self.files = files
        self._settings = settings
        self._sources = (str(drive) + os.sep, str(Path(hexlume.__file__).parent) + os.sep)

    def execute(self, name: str) -> None:
        """Run one of the drive's files as CircuitPython does: in a fresh interpreter."""
        path = self._drive / name
        if path.is_file():
            modules = {"time": self._time_module(), "os": self._os_module(), "gc": self._gc_module()}
            folders = [CIRCUITPYTHON, self._drive, self._drive / "lib"]
            with contextlib.suppress(SystemExit):
                Interpreter(folders, LIBRARIES, modules, self.files.open, self._twin.clock, CIRCUITPYTHON).run(path)

    def with_place(self, message: str, problem: BaseException) -> str:
        """Return a sentence with the innermost place in the firmware's own files that a problem came from."""
        for frame in reversed(traceback.extract_tb(problem.__traceback__)):
            if frame.filename.startswith(self._sources):
                return f"{message.rstrip('.')} ({Path(frame.filename).name}, line {frame.lineno})."
        return message

    def _time_module(self) -> ModuleType:
        module = ModuleType("time")
        vars(module).update({name: value for name, value in vars(time).items() if not name.startswith("__")})
        keeper = self._twin.chip.time
        began = int(time.time())
        module.sleep = keeper.sleep  # type: ignore[attr-defined]
        module.monotonic = keeper.monotonic  # type: ignore[attr-defined]
        module.monotonic_ns = keeper.monotonic_ns  # type: ignore[attr-defined]
        # Seconds since 1970 by the board's clock, which nobody but the starting time sets.
        module.time = lambda: began + keeper.monotonic_ns() // 1_000_000_000  # type: ignore[attr-defined]
        return module

    def _gc_module(self) -> ModuleType:
        """Return a collector that takes a chip's time and leaves this process's own heap alone."""
        module = ModuleType("gc")
        clock = self._twin.clock
        module.collect = lambda: clock.advance(clock.costs.collect)  # type: ignore[attr-defined]
        return module

    def _os_module(self) -> ModuleType:
        module = ModuleType("os")
        vars(module).update({name: value for name, value in vars(os).items() if not name.startswith("__")})

        def getenv(key: str, default: Any = None) -> Any:
            self._twin.clock.advance(self._twin.clock.costs.call)
            return self._settings.get(key, default)

        for name in ("stat", "statvfs", "mkdir", "remove", "rename", "rmdir", "sync"):
            setattr(module, name, getattr(self.files, name))

        def listdir(name: str = "/") -> list[str]:
            # A package's own folder is a path of this computer here, and may lie outside the drive.
            return sorted(os.listdir(name)) if name.startswith(self._sources) else self.files.listdir(name)

        module.listdir = listdir  # type: ignore[attr-defined]
        module.unlink = self.files.remove  # type: ignore[attr-defined]
        module.getenv = getenv  # type: ignore[attr-defined]
        module.getcwd = lambda: "/"  # type: ignore[attr-defined]
        return module


@contextlib.contextmanager
def flash_file(twin: Twin, path: Path) -> Iterator[None]:
    """Keep a twin's nvm in a file while it runs: every program and erase reaches the file at once.

    The files that the firmware writes to its drive are kept beside it, in a folder of its name with ``-drive`` added.
    """
    twin.chip.drive.folder = str(path) + "-drive"
    with path.open("r+b" if path.exists() else "x+b", buffering=0) as file:
        contents = file.read()
        size = len(twin.chip.flash.cells)
        if contents and len(contents) != size:
            raise ValueError(f"{path} is no flash file: it has {len(contents)} bytes, not {size}.")
        if contents:
            twin.chip.flash.cells[:] = contents
        else:
            file.write(twin.chip.flash.cells)

        def keep(start: int, changed: bytes) -> None:
            os.pwrite(file.fileno(), changed, start)

        twin.chip.flash.keep = keep
        yield
        twin.chip.flash.keep = None

"""Firmware run on CPython: boot.py, code.py and if necessary safemode.py of a drive, unchanged.

They run in an interpreter of their own (``interpreter``). Its import path begins with the stand-ins
for the CircuitPython modules, its ``time`` and ``os`` are the twin's, and its ``open`` opens the
drive's files.
"""

import contextlib
import os
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import hexlume

from ..chip.chip import power_on
from ..chip.flash import flash_in_file
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
from .settings_toml import getenv, read_settings

CIRCUITPYTHON = Path(__file__).parents[1] / "circuitpython"
"""The folder of the stand-in CircuitPython modules."""

LIBRARIES = ("hexlume", "neopixel", "adafruit_pixelbuf")
"""Further packages that the firmware imports. Each run loads its own copies."""


class Ending(NamedTuple):
    """The end of a firmware run: a sentence, and whether the run failed."""

    message: str
    failed: bool


def default_drive() -> Path:
    """Return the firmware's folder.

    It is the repository's if this package runs from there, else the packaged copy.
    """
    repository = Path(__file__).parents[3] / "firmware"
    if (repository / "boot.py").is_file() and Path(hexlume.__file__).is_relative_to(repository):
        return repository
    return Path(__file__).parents[1] / "drive"


def run_firmware(
    twin: Twin,
    drive: Path,
    overrides: Mapping[str, str] | None = None,
    before_code: Callable[[], None] = lambda: None,
) -> Ending:
    """Run boot.py and code.py of a drive until they end, and return the ending.

    A reset by the firmware or the watchdog restarts them; a reset into safe mode runs safemode.py
    first. Each restart is reported on stderr, and so is a failure's traceback. ``before_code`` is
    called when code.py first starts. Raises what ``read_settings`` raises.
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
            return Ending(environment.with_location(str(broken), broken), True)
        except ScriptFailed as failed:
            traceback.print_exception(failed.__cause__)
            return Ending(environment.with_location(str(failed), failed.__cause__ or failed, hands=True), True)
        except Exception as problem:
            traceback.print_exc()
            what = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
            return Ending(environment.with_location(f"The firmware crashed: {what}", problem), True)


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
            # code.py starts when the USB host has enumerated the board.
            twin.clock.advance(max(0, twin.chip.cable.ready_us - twin.clock.now))
            before_code()
            before_code = lambda: None  # noqa: E731
            while True:
                try:
                    environment.execute("code.py")
                    return Ending("code.py came to its end.", False)
                except SoftReload as reload:
                    twin.report_restart(f"The firmware starts again: {reload}.")
                    environment.files.end_program()
                    twin.chip.free_pins()
                    twin.chip.watchdog.reset()
                    twin.chip.runtime.run_reason = RunReason.SUPERVISOR_RELOAD
        except HardReset as reset:
            expired = isinstance(reset, WatchdogExpired)
            safe_mode = reset.reason if isinstance(reset, SafeModeEntered) else ""
            if expired:
                traceback.print_exc()
            twin.report_restart(environment.with_location(f"The board starts again: {reset}", reset))
            environment.files.reset(flushed=not (expired or safe_mode))
            twin.chip.begin_boot(ResetReason.WATCHDOG if expired else ResetReason.SOFTWARE)


class _Environment:
    """The firmware's environment: drive, settings, time and an interpreter for each program."""

    def __init__(self, twin: Twin, drive: Path, files: DriveFiles, settings: bytes) -> None:
        self._twin = twin
        self._drive = drive
        self.files = files
        self._settings = settings
        external: list[str] = []
        with contextlib.suppress(UnicodeError):
            external += filter(None, (getenv(settings, "HEXLUME_GAMES") or "").split(os.pathsep))
        self._sources = (str(drive) + os.sep, str(Path(hexlume.__file__).parent) + os.sep, *external)
        self._external = tuple(external)

    def execute(self, name: str) -> None:
        """Run one of the drive's files in a fresh interpreter, as CircuitPython does."""
        path = self._drive / name
        if path.is_file():
            modules = {"time": self._time_module(), "os": self._os_module(), "gc": self._gc_module()}
            folders = [CIRCUITPYTHON, self._drive, self._drive / "lib"]
            with contextlib.suppress(SystemExit):
                Interpreter(folders, LIBRARIES, modules, self._open, self._twin.clock, CIRCUITPYTHON).run(path)

    def _open(self, name: str, mode: str = "r") -> Any:
        """Open a file as CircuitPython does; one of a package's is read where it lies on this computer."""
        if mode == "rb" and name.startswith(self._sources):
            return Path(name).open(mode)
        return self.files.open(name, mode)

    def with_location(self, message: str, problem: BaseException, hands: bool = False) -> str:
        """Return a sentence with the innermost location of a problem in the firmware's files.

        Of an external game it names the folder and the function; a problem of ``hands`` may be in none but these.
        """
        for frame in reversed(traceback.extract_tb(problem.__traceback__)):
            path = Path(frame.filename)
            if frame.filename.startswith(self._external):
                place = f"{path.parent.name}/{path.name}, line {frame.lineno}, in {frame.name}"
                return f"{message.rstrip('.')} ({place})."
            if frame.filename.startswith(self._sources) and not hands:
                return f"{message.rstrip('.')} ({path.name}, line {frame.lineno})."
        return message

    def _time_module(self) -> ModuleType:
        keeper = self._twin.chip.time
        return _module("time", sleep=keeper.sleep, monotonic=keeper.monotonic, monotonic_ns=keeper.monotonic_ns)

    def _gc_module(self) -> ModuleType:
        """Return a ``gc`` that takes a chip's time and leaves this process's heap alone."""
        clock = self._twin.clock
        return _module("gc", collect=lambda: clock.advance(clock.costs.collect))

    def _os_module(self) -> ModuleType:
        def value_of(key: str, default: Any = None) -> Any:
            self._twin.clock.advance(self._twin.clock.costs.call)
            value = getenv(self._settings, key)
            return default if value is None else value

        def listdir(name: str) -> list[str]:
            # Only the firmware's packages and external games: their folders are paths on this computer.
            if not name.startswith(self._sources):
                raise OSError(2, "No such file or directory")
            return sorted(os.listdir(name))

        files = self.files
        return _module(
            "os",
            getenv=value_of,
            listdir=listdir,
            mkdir=files.mkdir,
            remove=files.remove,
            stat=files.stat,
            statvfs=files.statvfs,
            sync=files.sync,
            urandom=os.urandom,
        )


def _module(name: str, **members: Any) -> ModuleType:
    """Return a module with what the firmware uses of one of CircuitPython's."""
    module = ModuleType(name)
    vars(module).update(members)
    return module


@contextlib.contextmanager
def flash_file(twin: Twin, path: Path) -> Iterator[None]:
    """Store a twin's nvm in a file while it runs: every program and erase is written at once.

    The drive's files go to a folder of the same name with ``-drive`` appended.
    """
    twin.chip.drive.folder = str(path) + "-drive"
    flash = twin.chip.flash
    with flash_in_file(path, len(flash.cells), lambda: bytes(flash.cells)) as (contents, write_through):
        flash.cells[:] = contents
        flash.on_change = write_through
        yield
        flash.on_change = None

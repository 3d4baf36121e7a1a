"""Command line of the twin's process: ``python -m hexlume_sim --panel hex4``.

Commands come in and events go out as JSON lines on ``--control-fd``, or on standard input and
output without it. The exit status is 1 if the firmware failed and 2 if the twin could not start.
"""

import argparse
import contextlib
import importlib
import inspect
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .boot_count import nvm_after
from .chip.costs import DEFAULT_MICROCONTROLLER, MICROCONTROLLERS, PICO_CELLS, RP2040
from .chip.power import HardwareLawBroken, PowerCut, WatchdogExpired
from .control import Control
from .cpython.firmware_run import Ending, default_drive, flash_file, run_firmware
from .cpython.settings_toml import read_settings
from .pace import Pace
from .serial_port import PseudoTerminal
from .twin import Board, Twin
from .world.faults import FaultRefused

GAMES = "HEXLUME_GAMES"
GONE = "Whoever started the twin is gone."
STANDSTILL_S = 10.0
"""Max CPU time without the clock advancing, in s. Firmware that loops without waiting hangs the
twin.
"""


class CannotStart(ValueError):
    """Raised when the twin cannot start; the message is one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a twin until it ends and return the exit status."""
    options = _parser().parse_args(arguments)
    reading, writing = (0, os.dup(1)) if options.control_fd is None else (options.control_fd, options.control_fd)
    # Standard output may be the control channel: what the firmware prints goes to the log.
    sys.stdout = sys.stderr
    try:
        ending = _run(options, reading, writing)
    except (CannotStart, FaultRefused, ValueError, OSError) as problem:
        ending = Ending(str(problem), True)
        _send_ended(writing, ending)
        return 2
    return 1 if ending.failed else 0


def _run(options: argparse.Namespace, reading: int, writing: int) -> Ending:
    script = _script(options.script, options.script_args)
    drive = options.drive or default_drive()
    named = {}
    if os.environ.get(GAMES) and options.chip is None:
        # External games; the hands' copy of hexlume reads the same variable.
        os.environ[GAMES] = os.pathsep.join(map(os.path.abspath, os.environ[GAMES].split(os.pathsep)))
        named[GAMES] = os.environ[GAMES]
    overrides = {**named, **dict(_pair("--setting", setting) for setting in options.setting)}
    settings = read_settings(drive, overrides)  # raises before the twin reports that it is ready
    real = options.pace == "real"
    with contextlib.ExitStack() as stack:
        twin: Any
        if options.chip is None:
            twin = _fake_chip(options, stack)
        else:
            if options.microcontroller is not None:
                raise CannotStart("--chip runs on an emulated Pico: leave --microcontroller out.")
            back_end = _chip_back_end()
            contents = back_end.read_circuitpython(options.chip)
            twin = stack.enter_context(
                back_end.powered_twin(
                    options.panel, options.seed, contents, drive, settings, options.flash, nvm_after(options.boots)
                )
            )
        for fault in options.fault:
            twin.faults.set(*_pair("--fault", fault))
        port = PseudoTerminal(twin.cable, options.port)
        stack.callback(port.close)
        twin.data.link = port
        control = Control(twin, port, lambda line: _write(writing, line), every_frame=not real)
        gestures = select.poll()
        gestures.register(reading, select.POLLIN)

        def wait(ms: int) -> None:
            if gestures.poll(ms):
                control.receive(_read(reading))
            port.poll()

        pace = Pace(twin, wait, real)
        if options.chip is None:
            if script is not None:
                twin.clock.run_script(script(twin))
            _watch_for_hang(twin, options.standstill)
            control.send_ready()
            ending = run_firmware(twin, drive, overrides, pace.start)
            # Exiting may take long, and the clock no longer advances.
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        else:
            if script is not None:
                back_end.when_lit(twin, lambda: twin.clock.run_script(script(twin)))
            control.send_ready()
            pace.start()
            ending = back_end.run_chip(twin)
        with contextlib.suppress(PowerCut):
            control.flush()
        _send_ended(writing, ending)
    return ending


def _fake_chip(options: argparse.Namespace, stack: contextlib.ExitStack) -> Twin:
    costs = MICROCONTROLLERS[options.microcontroller or DEFAULT_MICROCONTROLLER]
    twin = Twin(options.panel, options.seed, nvm_after(options.boots), costs)
    if costs is RP2040 and twin.grid.cells > PICO_CELLS:
        raise CannotStart(f"A Pico has no memory for {options.panel}: leave --microcontroller out or choose hex5.")
    if options.flash is not None:
        stack.enter_context(flash_file(twin, options.flash))
    return twin


def _chip_back_end() -> Any:
    """Import and return the chip back end, which needs an optional extra of the package."""
    try:
        return importlib.import_module("hexlume_sim.chip_emulator.firmware_run")
    except ImportError as problem:
        raise CannotStart(f"{problem.name} is not installed: pip install 'hexlume[chip]'.") from None


def _read(reading: int) -> bytes:
    """Return what has arrived from whoever started the twin. Raises ``PowerCut`` if they are gone."""
    with contextlib.suppress(OSError):
        if data := os.read(reading, 65536):
            return data
    raise PowerCut(GONE)


def _write(writing: int, line: bytes) -> None:
    """Write a line to whoever started the twin. Raises ``PowerCut`` if they are gone."""
    try:
        while line:
            line = line[os.write(writing, line) :]
    except OSError:
        raise PowerCut(GONE) from None


def _send_ended(writing: int, ending: Ending) -> None:
    with contextlib.suppress(OSError):
        os.write(writing, json.dumps({"event": "ended", "message": ending.message}).encode() + b"\n")
    if ending.failed:
        print(ending.message, file=sys.stderr)


def _watch_for_hang(twin: Twin, seconds: float) -> None:
    seen = -1

    def check(_number: int, _frame: object) -> None:
        nonlocal seen
        if twin.clock.now == seen:
            hangs = f"The firmware ran for {seconds:g} s without waiting for anything: it hangs."
            raise HardwareLawBroken(hangs) if twin.chip.watchdog.mode is None else WatchdogExpired(hangs)
        seen = twin.clock.now

    signal.signal(signal.SIGVTALRM, check)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)


def _script(name: str | None, arguments: str | None) -> Callable[[Board], Any] | None:
    """Return the scripted hands ``module:function``, arguments bound."""
    if name is None:
        return None
    module_name, _, function_name = name.rpartition(":")
    try:
        values = json.loads(arguments or "{}")
    except ValueError:
        raise CannotStart("--script-args is not JSON.") from None
    try:
        module = importlib.import_module(module_name)
    except (ImportError, ValueError) as problem:
        raise CannotStart(f"The script {name} cannot be imported: {problem}.") from None
    function = getattr(module, function_name, None)
    if not inspect.isgeneratorfunction(function):
        raise CannotStart(f"{name} is no generator function, which scripted hands are.")
    return lambda twin: function(twin, **values)


def _pair(option: str, text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise CannotStart(f"{option} takes NAME=VALUE, not '{text}'.")
    return key, value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hexlume_sim", description="Run the firmware on a digital twin.")
    parser.add_argument("--panel", default="hex4", help="hex4 to hex9, square7 to square11 or hex2")
    parser.add_argument("--pace", choices=("real", "virtual"), default="real", help="wall-clock or as fast as possible")
    parser.add_argument("--seed", type=int, default=1, help="random seed of noise and tolerances (default: 1)")
    parser.add_argument(
        "--control-fd", type=int, help="file descriptor of the control channel (default: stdin and stdout)"
    )
    parser.add_argument("--drive", type=Path, help="folder with boot.py and code.py")
    parser.add_argument(
        "--flash",
        type=Path,
        help="file that stores nvm (the drive's files go to FLASH-drive); with --chip, the whole flash",
    )
    parser.add_argument(
        "--boots", type=int, metavar="N", help="starts of the board before this one, in an empty flash (default: any)"
    )
    parser.add_argument(
        "--chip", type=Path, metavar="UF2", help="run this CircuitPython for the Raspberry Pi Pico on an emulated chip"
    )
    parser.add_argument(
        "--microcontroller",
        choices=MICROCONTROLLERS,
        help=f"microcontroller to simulate: speed, memory, drive size (default: {DEFAULT_MICROCONTROLLER})",
    )
    parser.add_argument("--port", type=Path, help="create a symbolic link of this name to the serial port")
    parser.add_argument("--setting", action="append", default=[], metavar="KEY=VALUE", help="override settings.toml")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME=VALUE", help="set a fault knob at the start"
    )
    parser.add_argument(
        "--standstill",
        type=float,
        default=STANDSTILL_S,
        metavar="SECONDS",
        help="CPU time after which firmware that never waits counts as hung",
    )
    parser.add_argument(
        "--script", metavar="MODULE:FUNCTION", help="scripted hands: a generator function that takes the twin"
    )
    parser.add_argument("--script-args", metavar="JSON", help="further arguments of the script, a JSON object")
    return parser


if __name__ == "__main__":
    sys.exit(main())

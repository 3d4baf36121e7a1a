"""Recorder of a trace (``calls``): all vendor API calls while the firmware runs on the twin."""

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO
from unittest.mock import patch

from hexlume_sim.chip import leds
from hexlume_sim.chip.analog import AnalogIn
from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.chip.flash import ByteArray
from hexlume_sim.chip.keys import Event, EventQueue
from hexlume_sim.chip.pins import ADC_FIRST
from hexlume_sim.chip.sound import PWMOut
from hexlume_sim.chip.supervisor import Drive, Timekeeper
from hexlume_sim.chip.usb import Serial
from hexlume_sim.chip.watchdog import WatchDogTimer
from hexlume_sim.cpython import firmware_run
from hexlume_sim.cpython.drive_files import DriveFiles
from tests.vm.inside import calls
from tests.vm.inside.modules import place


class Recorder:
    """A trace that is being written. ``pass_count`` counts the passes: each feeds the watchdog once."""

    def __init__(self, out: BinaryIO) -> None:
        # code.py feeds the watchdog twice before the loop: it sets its timeout and its mode.
        self.pass_count = -2
        self._out = out

    def short(self, call: int, value: int, size: int) -> None:
        """Note one of the shorter calls."""
        self._out.write(bytes((call,)) + value.to_bytes(size, "little"))

    def note(self, call: int, told: bytes, answer: bytes, error: int = 0) -> None:
        """Note a call, what it told and what it was answered, or the number of the ``OSError`` that it raised."""
        self._out.write(
            bytes((call,))
            + len(told).to_bytes(2, "little")
            + told
            + bytes((error,))
            + len(answer).to_bytes(2, "little")
            + answer
        )

    def made(self, call: int, told: bytes, do: Callable[[], Any], answered: Callable[[Any], bytes]) -> Any:
        """Make a call, note it and return its answer."""
        try:
            answer = do()
        except OSError as refused:
            self.note(call, told, b"", refused.errno or 5)
            raise
        self.note(call, told, answered(answer))
        return answer


@contextlib.contextmanager
def recorded(path: Path, uid: bytes) -> Iterator[Recorder]:
    """Record what the firmware of the next ``run_firmware`` calls, as a trace in a file.

    ``uid`` is the chip's id. One twin may run meanwhile.
    """
    with path.open("wb", buffering=1 << 16) as out, contextlib.ExitStack() as patches:
        recorder = Recorder(out)
        recorder.note(calls.UID, b"", uid)
        for owner, name, replacement in (*_pins(recorder), *_time(recorder), *_parts(recorder), *_files(recorder)):
            patches.enter_context(patch.object(owner, name, replacement))
        yield recorder


Patches = list[tuple[Any, str, Any]]


def _pins(recorder: Recorder) -> Patches:
    read_analog, pin_value = _getter(AnalogIn, "value"), _property(DigitalInOut, "value")
    get_level, set_level = pin_value.fget, pin_value.fset
    assert get_level is not None and set_level is not None
    switch_to_output = DigitalInOut.switch_to_output

    def analog(self: AnalogIn) -> int:
        value: int = read_analog(self)
        recorder.short(calls.ADC + ADC_FIRST + self._adc, value, 2)
        return value

    def level(self: DigitalInOut) -> bool:
        told = b"%d" % self._pin.number
        return bool(recorder.made(calls.PIN_READ, told, lambda: get_level(self), lambda high: b"%d" % high))

    def put(self: DigitalInOut, value: bool) -> None:
        set_level(self, value)
        recorder.short(calls.LINE + self._pin.number, int(value), 1)

    def output(self: DigitalInOut, value: bool = False, *rest: Any) -> None:
        switch_to_output(self, value, *rest)
        recorder.short(calls.LINE + self._pin.number, int(value), 1)

    return [
        (AnalogIn, "value", property(analog)),
        (DigitalInOut, "value", property(level, put)),
        (DigitalInOut, "switch_to_output", output),
    ]


def _time(recorder: Recorder) -> Patches:
    ticks_ms, sleep, delay_us = Timekeeper.ticks_ms, Timekeeper.sleep, Timekeeper.delay_us
    feed = WatchDogTimer.feed

    def ticks(self: Timekeeper) -> int:
        value = ticks_ms(self)
        recorder.short(calls.TICKS, value, 4)
        return value

    def asleep(self: Timekeeper, seconds: float) -> None:
        sleep(self, seconds)
        # Whole ms: a virtual machine's floats may be of single precision.
        recorder.short(calls.SLEEP, int(seconds * 1000 + 0.5) * 1000, 4)

    def delay(self: Timekeeper, us: int) -> None:
        delay_us(self, us)
        recorder.short(calls.DELAY, us, 2)

    def fed(self: WatchDogTimer) -> None:
        feed(self)
        recorder.pass_count += 1

    return [
        (Timekeeper, "ticks_ms", ticks),
        (Timekeeper, "sleep", asleep),
        (Timekeeper, "delay_us", delay),
        (WatchDogTimer, "feed", fed),
    ]


def _parts(recorder: Recorder) -> Patches:
    made = recorder.made
    write, get_event = leds.neopixel_write, EventQueue.get
    get_part, set_part = ByteArray.__getitem__, ByteArray.__setitem__
    remount, randrange = Drive.remount, random.randrange

    def frame(line: DigitalInOut, buffer: bytes) -> None:
        made(calls.FRAME, bytes(buffer), lambda: write(line, buffer), lambda _: b"")

    def key(event: Event | None) -> bytes:
        return b"" if event is None else b"%d %d" % event

    def nvm_write(self: ByteArray, index: Any, value: Any) -> None:
        told = place(index) + b" " + (bytes((value,)) if isinstance(value, int) else bytes(value))
        made(calls.NVM_WRITE, told, lambda: set_part(self, index, value), lambda _: b"")

    def nvm_read(self: ByteArray, index: Any) -> Any:
        def answered(value: Any) -> bytes:
            return bytes((value,)) if isinstance(value, int) else bytes(value)

        return made(calls.NVM_READ, place(index), lambda: get_part(self, index), answered)

    def take(self: EventQueue) -> Any:
        return made(calls.KEY, b"", lambda: get_event(self), key)

    def draw(below: int) -> Any:
        return made(calls.DRAW, b"%d" % below, lambda: randrange(below), _number)

    def mount(self: Drive, path: str, readonly: bool = False) -> None:
        made(calls.REMOUNT, b"%d" % readonly, lambda: remount(self, path, readonly), lambda _: b"")

    return [
        (leds, "neopixel_write", frame),
        (EventQueue, "get", take),
        (ByteArray, "__getitem__", nvm_read),
        (ByteArray, "__setitem__", nvm_write),
        (Drive, "remount", mount),
        (random, "randrange", draw),
        (PWMOut, "frequency", _noted_setting(recorder, PWMOut, "frequency", calls.TONE)),
        (PWMOut, "duty_cycle", _noted_setting(recorder, PWMOut, "duty_cycle", calls.DUTY)),
        (Serial, "connected", _noted_reading(recorder, Serial, "connected", calls.CONNECTED)),
        (Serial, "in_waiting", _noted_reading(recorder, Serial, "in_waiting", calls.WAITING)),
        (Serial, "read", _serial_read(recorder)),
        (Serial, "write", _serial_write(recorder)),
    ]


def _serial_read(recorder: Recorder) -> Callable[[Serial, int], bytes]:
    read = Serial.read

    def noted(self: Serial, size: int = -1) -> bytes:
        return bytes(recorder.made(calls.SERIAL_READ, b"%d" % size, lambda: read(self, size), bytes))

    return noted


def _serial_write(recorder: Recorder) -> Callable[[Serial, bytes], int]:
    write = Serial.write

    def noted(self: Serial, buffer: bytes) -> int:
        return int(recorder.made(calls.SERIAL_WRITE, bytes(buffer), lambda: write(self, buffer), _number))

    return noted


def _files(recorder: Recorder) -> Patches:
    made = recorder.made
    open_file, os_module = DriveFiles.open, firmware_run._Environment._os_module
    opened = 0

    def noted_open(self: DriveFiles, name: str, mode: str = "r") -> Any:
        nonlocal opened
        opened += 1
        handle = b"%d" % opened
        told = (mode + " " + name).encode()
        return _File(made(calls.OPEN, told, lambda: open_file(self, name, mode), lambda _: handle), handle, recorder)

    def noted_os(self: Any) -> ModuleType:
        module: Any = os_module(self)
        unnoted = module.getenv
        for name, call, answered in (
            ("getenv", calls.GETENV, lambda value: b"" if value is None else b"=" + str(value).encode()),
            ("urandom", calls.RANDOM, bytes),
            ("stat", calls.STAT, _numbers),
            ("statvfs", calls.STATVFS, _numbers),
            ("mkdir", calls.MKDIR, lambda _: b""),
            ("remove", calls.REMOVE, lambda _: b""),
            ("sync", calls.SYNC, lambda _: b""),
        ):
            setattr(module, name, _noted(recorder, call, getattr(module, name), answered))
        noted = module.getenv
        # What asks for that is on no board (``hexlume.games.external``).
        module.getenv = lambda key: unnoted(key) if key == "HEXLUME_GAMES" else noted(key)
        return module  # type: ignore[no-any-return]

    return [(DriveFiles, "open", noted_open), (firmware_run._Environment, "_os_module", noted_os)]


class _File:
    """A file of the drive whose calls are noted."""

    def __init__(self, file: Any, handle: bytes, recorder: Recorder) -> None:
        self._file = file
        self._handle = handle
        self._made = recorder.made

    def seek(self, offset: int, whence: int = 0) -> int:
        told = self._handle + b" %d %d" % (offset, whence)
        return int(self._made(calls.SEEK, told, lambda: self._file.seek(offset, whence), _number))

    def read(self, count: int = -1) -> bytes:
        told = self._handle + b" %d" % count
        return bytes(self._made(calls.FILE_READ, told, lambda: self._file.read(count), bytes))

    def write(self, some: bytes) -> int:
        told = self._handle + b" " + bytes(some)
        return int(self._made(calls.FILE_WRITE, told, lambda: self._file.write(some), _number))

    def close(self) -> None:
        self._made(calls.CLOSE, self._handle, self._file.close, lambda _: b"")


def _noted(recorder: Recorder, call: int, do: Any, answered: Callable[[Any], bytes]) -> Callable[..., Any]:
    """Return a function of the module ``os`` that notes its calls."""

    def noted(*arguments: Any) -> Any:
        told = str(arguments[0]).encode() if arguments else b""
        return recorder.made(call, told, lambda: do(*arguments), answered)

    return noted


def _noted_setting(recorder: Recorder, owner: type, name: str, call: int) -> property:
    """Return a property that notes what it is set to."""
    found = _property(owner, name)
    put = found.fset
    assert put is not None

    def noted(self: Any, value: int) -> None:
        recorder.made(call, b"%d" % value, lambda: put(self, value), lambda _: b"")

    return property(found.fget, noted)


def _noted_reading(recorder: Recorder, owner: type, name: str, call: int) -> property:
    """Return a property that notes what it is read as."""
    get = _getter(owner, name)
    return property(lambda self: recorder.made(call, b"", lambda: get(self), _number))


def _property(owner: type, name: str) -> property:
    found = vars(owner)[name]
    assert isinstance(found, property)
    return found


def _getter(owner: type, name: str) -> Callable[[Any], Any]:
    get = _property(owner, name).fget
    assert get is not None
    return get


def _number(value: int) -> bytes:
    return b"%d" % value


def _numbers(values: tuple[float, ...]) -> bytes:
    return b" ".join([b"%d" % int(value) for value in values])

"""Recorder of a trace (``calls``): all vendor API calls while the firmware runs on the twin."""

import contextlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, BinaryIO
from unittest.mock import patch

from hexlume_sim.chip import leds
from hexlume_sim.chip.analog import AnalogIn
from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.chip.flash import ByteArray
from hexlume_sim.chip.keys import EventQueue
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


def _noted(recorder: Recorder, call: int, do: Any, told: Callable[..., bytes], answered: Callable[[Any], bytes]) -> Any:
    """Return a function that notes its calls: what its arguments told and what it answered."""

    def noted(*arguments: Any, **named: Any) -> Any:
        return recorder.made(call, told(*arguments, **named), lambda: do(*arguments, **named), answered)

    return noted


def _parts(recorder: Recorder) -> Patches:
    noted = partial(_noted, recorder)

    def setting(name: str, call: int) -> tuple[Any, str, Any]:
        found = _property(PWMOut, name)
        return PWMOut, name, property(found.fget, noted(call, found.fset, lambda self, value: b"%d" % value, _nothing))

    def reading(name: str, call: int) -> tuple[Any, str, Any]:
        return Serial, name, property(noted(call, _getter(Serial, name), _nothing, _number))

    def method(owner: Any, name: str, call: int, told: Any, answered: Any = _nothing) -> tuple[Any, str, Any]:
        return owner, name, noted(call, getattr(owner, name), told, answered)

    return [
        method(leds, "neopixel_write", calls.FRAME, lambda line, buffer: bytes(buffer)),
        method(EventQueue, "get", calls.KEY, _nothing, lambda event: b"" if event is None else b"%d %d" % event),
        method(ByteArray, "__getitem__", calls.NVM_READ, lambda self, index: place(index), _bytes),
        method(ByteArray, "__setitem__", calls.NVM_WRITE, lambda self, index, some: place(index) + b" " + _bytes(some)),
        method(Drive, "remount", calls.REMOUNT, lambda self, path, readonly=False: b"%d" % readonly),
        method(random, "randrange", calls.DRAW, _number, _number),
        setting("frequency", calls.TONE),
        setting("duty_cycle", calls.DUTY),
        reading("connected", calls.CONNECTED),
        reading("in_waiting", calls.WAITING),
        method(Serial, "read", calls.SERIAL_READ, lambda self, size=-1: b"%d" % size, bytes),
        method(Serial, "write", calls.SERIAL_WRITE, lambda self, buffer: bytes(buffer), _number),
    ]


def _files(recorder: Recorder) -> Patches:
    open_file, os_module = DriveFiles.open, firmware_run._Environment._os_module
    handles = count(1)

    def noted_open(self: DriveFiles, name: str, mode: str = "r") -> Any:
        handle, told = b"%d" % next(handles), (mode + " " + name).encode()
        file = recorder.made(calls.OPEN, told, lambda: open_file(self, name, mode), lambda _: handle)
        noted = partial(_noted, recorder)
        return SimpleNamespace(
            seek=noted(calls.SEEK, file.seek, lambda place, whence=0: handle + b" %d %d" % (place, whence), _number),
            read=noted(calls.FILE_READ, file.read, lambda count=-1: handle + b" %d" % count, bytes),
            write=noted(calls.FILE_WRITE, file.write, lambda some: handle + b" " + bytes(some), _number),
            close=noted(calls.CLOSE, file.close, lambda: handle, _nothing),
        )

    def noted_os(self: Any) -> ModuleType:
        module: Any = os_module(self)
        unnoted = module.getenv
        for name, call, answered in (
            ("getenv", calls.GETENV, lambda value: b"" if value is None else b"=" + str(value).encode()),
            ("urandom", calls.RANDOM, bytes),
            ("stat", calls.STAT, _numbers),
            ("statvfs", calls.STATVFS, _numbers),
            ("mkdir", calls.MKDIR, _nothing),
            ("remove", calls.REMOVE, _nothing),
            ("sync", calls.SYNC, _nothing),
        ):
            done = _noted(recorder, call, getattr(module, name), lambda *told: b"".join(map(_text, told)), answered)
            setattr(module, name, done)
        noted = module.getenv
        # What asks for that is on no board (``hexlume.games.external``).
        module.getenv = lambda key: unnoted(key) if key == "HEXLUME_GAMES" else noted(key)
        return module  # type: ignore[no-any-return]

    return [(DriveFiles, "open", noted_open), (firmware_run._Environment, "_os_module", noted_os)]


def _property(owner: type, name: str) -> property:
    found = vars(owner)[name]
    assert isinstance(found, property)
    return found


def _getter(owner: type, name: str) -> Callable[[Any], Any]:
    get = _property(owner, name).fget
    assert get is not None
    return get


def _nothing(*_: Any) -> bytes:
    return b""


def _bytes(value: Any) -> bytes:
    return bytes((value,)) if isinstance(value, int) else bytes(value)


def _text(value: object) -> bytes:
    return str(value).encode()


def _number(value: int) -> bytes:
    return b"%d" % value


def _numbers(values: tuple[float, ...]) -> bytes:
    return b" ".join([b"%d" % int(value) for value in values])

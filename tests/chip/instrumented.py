"""An instrumented board: letters typed at its console make code.py hang, fail, reset or measure."""

import functools
import re

from hexlume_sim.chip.pins import Pin
from hexlume_sim.chip_emulator.console import Console
from hexlume_sim.chip_emulator.twin import ChipTwin
from tests.chip.booted import Script, flash_with, in_copy, started
from tests.chip.chip_drive import compiled_files

HANG, FAIL, SAFE_MODE, MEMORY, DEPTH = "hrsmd"
SETTINGS = {"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "3"}
_OBEY = b"""
import sys

gc.collect()
print("FREE", gc.mem_free())


def deeper(level):
    try:
        return deeper(level + 1)
    except RuntimeError:
        return level


def obey():
    microcontroller.watchdog.feed()
    if not supervisor.runtime.serial_bytes_available:
        return
    letter = sys.stdin.read(1)
    if letter == "h":
        while True:
            time.sleep(1)
    if letter == "r":
        raise RuntimeError("somebody asked for it")
    if letter == "s":
        microcontroller.on_next_reset(microcontroller.RunMode.SAFE_MODE)
        microcontroller.reset()
    if letter == "m":
        gc.collect()
        print("FREE", gc.mem_free())
    if letter == "d":
        print("DEPTH", deeper(0))


"""
PASSED, ASLEEP = "GP21", "GP22"
"""Pins that the panel leaves free: one changes after each pass, one is high while the firmware sleeps."""
_MARK = b"""
passed, asleep = output("GP21", False), output("GP22", False)


def doze(seconds):
    asleep.value = True
    time.sleep(seconds)
    asleep.value = False


def feed():
    passed.value = True
    passed.value = False
    dog.feed()


"""
_START = b"if usb_cdc.data is None"
_FEED = b"supervisor.ticks_ms, time.sleep, dog.feed)"
_BEFORE = b"def output("


def instrumented_code() -> bytes:
    """Return code.py with the letters obeyed once a pass of the loop, where the watchdog is fed."""
    code = compiled_files()["code.py"]
    assert code.count(_FEED) == 1 and code.count(_BEFORE) == 1
    return code.replace(_FEED, b"supervisor.ticks_ms, time.sleep, obey)").replace(_BEFORE, _OBEY + _BEFORE)


@functools.cache
def obeying() -> ChipTwin:
    """Return a board that was started before, at its first light. Use it in a copy only."""
    flash = flash_with({"code.py": instrumented_code()}, SETTINGS)
    return started(in_copy(lambda: bytes(started(flash).chip.flash.cells)))


@functools.cache
def marking() -> ChipTwin:
    """Return a board at its first light that marks its passes. Use it in a copy only."""
    code = compiled_files()["code.py"]
    assert code.count(_FEED) == 1 and code.count(_START) == 1
    code = code.replace(_FEED, b"supervisor.ticks_ms, doze, feed)").replace(_START, _MARK + _START)
    return started(flash_with({"code.py": code}, {**SETTINGS, "HEXLUME_SIZE": "2"}))


class PassMarks:
    """Notes the work of each pass of a board that marks them, in ms: ``work_ms``."""

    def __init__(self, board: ChipTwin) -> None:
        self.work_ms: list[float] = []
        self._clock = board.clock
        self._passed = self._fell_asleep = 0
        self._slept = 0
        board.chip.pin(PASSED).on_level = self._pass
        board.chip.pin(ASLEEP).on_level = self._sleep

    def _pass(self, pin: Pin) -> None:
        now = self._clock.now
        if pin.level and self._passed:
            self.work_ms.append((now - self._passed - self._slept) / 1000)
        if pin.level:
            self._passed, self._slept = now, 0

    def _sleep(self, pin: Pin) -> None:
        if pin.level:
            self._fell_asleep = self._clock.now
        elif self._fell_asleep:
            self._slept += self._clock.now - self._fell_asleep


def console_of(twin: ChipTwin) -> Console:
    """Return the console at the board's other port."""
    console = twin.chip.host.console.link
    assert isinstance(console, Console)
    return console


def typed(twin: ChipTwin, letter: str) -> Script:
    """Type a letter and give the board time to see it."""
    console_of(twin).typed += letter.encode()
    twin.chip.host.console.exchange()
    yield 500_000.0


def printed(twin: ChipTwin, word: str) -> list[int]:
    """Return the numbers that the board printed after a word."""
    return [int(number) for number in re.findall(word + r" (\d+)", console_of(twin).text)]

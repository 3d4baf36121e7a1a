"""Fuel of operations with a known time on a real chip, of the collector, and of the replay.

``calibrate.py TRACE TIMES``: the trace has TIMES each of analog readings, levels of a line, delays,
ticks, sleeps, checks for a host, for its bytes and for a key, and frames of ``FRAME_BYTES``. Marks
``begin`` and ``done`` around TIMES of each, and prints in the same order its name and the bytes it
allocated.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path.insert(0, "/repository")

from tests.vm.inside.modules import install  # noqa: E402
from tests.vm.inside.replay import Replay  # noqa: E402

gc: "Any" = __import__("gc")
host: "Any" = __import__("host")
micropython: "Any" = __import__("micropython")

FRAME_BYTES = 300
"""Bytes of a frame: so long that what a call's length costs is seen."""
KEPT = 2000
"""Lists in use while the collector is measured."""

trace, times = sys.argv[1], int(sys.argv[2])


def timed(name: str, run: "Any") -> None:
    """Mark the work of a function."""
    before = micropython.mem_total()
    host.call("begin", "")
    run()
    host.call("done", "")
    print(name, micropython.mem_total() - before)


def empty() -> None:
    """Do nothing."""


def nothing() -> None:
    """Count, as everything below does."""
    for _ in range(times):
        pass


def while_loop() -> None:
    """Turn an empty loop."""
    turned, end = 0, times
    while turned < end:
        turned += 1


def called_loop() -> None:
    """Call a function in that loop."""
    turned, end = 0, times
    while turned < end:
        turned += 1
        empty()


def float_loop() -> None:
    """Multiply and add in that loop."""
    turned, end, one, other = 0, times, 1.5, 0.3
    while turned < end:
        turned += 1
        one * other + 1.25


def analog() -> None:
    """Read an analog input."""
    for _ in range(times):
        adc.value  # noqa: B018


def levels() -> None:
    """Set a line."""
    for _ in range(times):
        line.value = True


def delays() -> None:
    """Wait for a circuit."""
    delay_us = modules["microcontroller"].delay_us
    for _ in range(times):
        delay_us(6)


def ticks() -> None:
    """Read the time."""
    ticks_ms = modules["supervisor"].ticks_ms
    for _ in range(times):
        ticks_ms()


def sleeps() -> None:
    """Sleep."""
    sleep = modules["time"].sleep
    for _ in range(times):
        sleep(0.005)


def looks() -> None:
    """Look whether a host is there."""
    serial = modules["usb_cdc"].data
    for _ in range(times):
        serial.connected  # noqa: B018


def waits() -> None:
    """Look for bytes from the host."""
    serial = modules["usb_cdc"].data
    for _ in range(times):
        serial.in_waiting  # noqa: B018


def keys() -> None:
    """Look for a key's event."""
    events = keypad.events
    for _ in range(times):
        events.get()


def frames() -> None:
    """Send the lights."""
    write = modules["neopixel_write"].neopixel_write
    for _ in range(times):
        write(None, frame)


def keep() -> None:
    """Keep lists, for the collector to mark."""
    for number in range(KEPT):
        kept.append([number, number])


gc.disable()
kept: "list[list[int]]" = []
frame = bytearray(FRAME_BYTES)
replay = Replay(trace, lambda line: None)
install(replay)
modules: "Any" = sys.modules
adc = modules["analogio"].AnalogIn(modules["board"].GP26)
keypad = modules["keypad"].Keys([], False)
line = modules["digitalio"].DigitalInOut(modules["board"].GP2)
for work in (
    nothing,
    while_loop,
    called_loop,
    float_loop,
    analog,
    levels,
    delays,
    ticks,
    sleeps,
    looks,
    waits,
    keys,
    frames,
):
    timed(work.__name__, work)
timed("mark", empty)
keep()
gc.collect()
timed("collect", gc.collect)

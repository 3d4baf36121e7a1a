"""Conversion of fuel to time on a Pico: estimated for an RP2040 and an RP2350.

Two times are known of CircuitPython 10.2 on an RP2040 at 125 MHz, run on an instruction-exact
emulator: an iteration of an empty loop and a function call. Both are counted here in fuel, and the
estimate's rate is their geometric mean. The fuel of the replay's substitutes for the chip's parts
is subtracted, and the parts' own time is added.
"""

import functools
import tempfile
from bisect import bisect_left
from itertools import accumulate
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from hexlume_sim.chip.costs import RP2040
from hexlume_sim.chip.leds import BYTE_US
from tests.vm import trace
from tests.vm.counting import Counted, run
from tests.vm.inside import calls

LOOP_US = 1e6 / 303_000
"""An empty ``while`` loop's turn on an RP2040 (emulated, 125 MHz)."""
FUNCTION_US = 11.8
"""A function call there."""
FLASH_CACHE = 1.06
"""How many times slower the firmware is on silicon, where it comes through the flash's cache: measured on an emulated
chip with a model of that cache."""
RP2350_SPEED = 1.25
"""How many times faster than a Pico a Pico 2 runs the firmware, at 125 and 150 MHz: measured on emulated chips. Small
benchmarks run up to 1.7 times as fast, since they lie in the flash's cache."""
CIRCUITPYTHON_MS = 1000.0
"""CircuitPython's own start: the second in which it waits for whoever wants its safe mode."""
HEAP = RP2040.heap_bytes
"""Bytes free for the firmware on an RP2040 when code.py starts."""
BUDGET = 200_000
"""Bytes that may be in use on the largest panels, which need a Pico 2 (RP2350)."""
FIRST_LIGHT_MS = 3000
"""From power to the first light, at most."""
BLOCK = 16
"""Bytes of the heap's smallest part."""

TIMES = 200
_FRAME_BYTES = 300
_LOOKS = {calls.CONNECTED: b"1", calls.WAITING: b"0", calls.KEY: b""}
"""Longer calls of every pass, with their usual answers."""
_KINDS = (calls.ADC, calls.LINE, calls.DELAY, calls.TICKS, calls.SLEEP, *_LOOKS, calls.FRAME)
_NAMES = ("analog", "levels", "delays", "ticks", "sleeps", "looks", "waits", "keys", "frames")


class Own(NamedTuple):
    """What one call of the replay takes of the counting machine: fuel and bytes allocated."""

    fuel: float
    allocated: float


class Calibration(NamedTuple):
    """What is counted once: fuel of a loop's turn, a function call and a mark, of the collector for each block of a
    heap, and what the replay's own calls take, by kind; ``CONNECTED``
    and ``byte``, for each byte that crosses, stand for the others."""

    loop: float
    function: float
    mark: int
    block: float
    own: dict[int, Own]
    byte: Own

    @property
    def fuel_per_us(self) -> float:
        """Fuel that an emulated RP2040 works off in a us."""
        return sqrt(self.loop / LOOP_US * self.function / FUNCTION_US)

    @property
    def spread(self) -> tuple[float, float]:
        """The same by the function call alone, and by the loop alone."""
        rates = self.loop / LOOP_US, self.function / FUNCTION_US
        return min(rates), max(rates)

    def ms(self, fuel: float) -> float:
        """Return what fuel takes on an RP2040's silicon."""
        return fuel / self.fuel_per_us * FLASH_CACHE / 1000

    def description(self) -> str:
        """Return in a sentence how the estimate is made."""
        low, high = self.spread
        return (
            f"RP2040: {self.fuel_per_us:.0f} fuel a us, the geometric mean of an empty loop's turn ("
            f"{self.loop:.0f} fuel, {LOOP_US:.1f} us) and a function call ({self.function:.0f} fuel, "
            f"{FUNCTION_US:.0f} us) on an emulated chip at 125 MHz; by either alone {low:.0f} to {high:.0f}. Times "
            f"{FLASH_CACHE} for the flash's cache, and the parts' own times. RP2350: {RP2350_SPEED:.2f} times as fast."
        )


@functools.lru_cache(maxsize=1)
def calibration() -> Calibration:
    """Count what the estimate rests on."""
    small, large = _counted("1M"), _counted("2M")
    fuel, allocated = small
    empty = fuel["nothing"]
    own = {
        kind: Own((fuel[name] - empty) / TIMES, allocated[name] / TIMES)
        for kind, name in zip(_KINDS, _NAMES, strict=True)
    }
    frame, look = own[calls.FRAME], own[calls.CONNECTED]
    return Calibration(
        fuel["while_loop"] / TIMES,
        (fuel["called_loop"] - fuel["while_loop"]) / TIMES,
        fuel["mark"],
        (large[0]["collect"] - fuel["collect"]) / ((1 << 20) / BLOCK),
        own,
        Own((frame.fuel - look.fuel) / _FRAME_BYTES, (frame.allocated - look.allocated) / _FRAME_BYTES),
    )


def _counted(heap: str) -> tuple[dict[str, int], dict[str, int]]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "trace").write_bytes(
            _long(calls.UID, b"", b"12345678")
            + _short(calls.ADC + 26, 2, 2000) * TIMES
            + _short(calls.LINE + 2, 1, 1) * TIMES
            + _short(calls.DELAY, 2, 6) * TIMES
            + _short(calls.TICKS, 4, 99) * TIMES
            + _short(calls.SLEEP, 4, 5000) * TIMES
            + b"".join(_long(call, b"", answer) * TIMES for call, answer in _LOOKS.items())
            + _long(calls.FRAME, bytes(_FRAME_BYTES), b"") * TIMES
        )
        counted = run("calibrate.py", "/folder/trace", str(TIMES), folders={"/folder": Path(folder)}, heap=heap)
    names = [words[0] for words in counted.lines]
    spans = counted.spans("begin", "done")
    return dict(zip(names, spans, strict=True)), {words[0]: int(words[1]) for words in counted.lines}


def _short(call: int, size: int, number: int) -> bytes:
    return bytes((call,)) + number.to_bytes(size, "little")


def _long(call: int, told: bytes, answer: bytes) -> bytes:
    return bytes((call,)) + len(told).to_bytes(2, "little") + told + b"\0" + len(answer).to_bytes(2, "little") + answer


class Pass(NamedTuple):
    """A pass of the loop (or the start-up): the firmware's own fuel and bytes allocated, its parts' us, and whether it
    lit the lights."""

    fuel: float
    allocated: float
    parts_us: float
    lit: bool

    def ms(self, rp2350: bool = False) -> float:
        """Return what it takes on an RP2040 or an RP2350."""
        return calibration().ms(self.fuel) / (RP2350_SPEED if rp2350 else 1) + self.parts_us / 1000


class Crossings:
    """What crosses the vendor API in a trace, added up from its beginning to every call."""

    def __init__(self, path: Path) -> None:
        found = list(trace.read(path))
        known = calibration()
        own = [_own(call, known) for call in found]
        self._places = [call.place for call in found]
        self._fuel = [0.0, *accumulate(one.fuel for one in own)]
        self._allocated = [0.0, *accumulate(one.allocated for one in own)]
        self._parts = [0.0, *accumulate(map(_parts_us, found))]
        self._lit = [0, *accumulate(call.kind == calls.FRAME and any(call.told) for call in found)]

    def part(self, begin: int, end: int, fuel: int, allocated: int = 0) -> Pass:
        """Return the firmware's part of what was taken between two places in the trace."""
        first, last = bisect_left(self._places, begin), bisect_left(self._places, end)
        return Pass(
            fuel - (self._fuel[last] - self._fuel[first]),
            allocated - (self._allocated[last] - self._allocated[first]),
            self._parts[last] - self._parts[first],
            self._lit[last] > self._lit[first],
        )

    def passes(self, counted: Counted) -> list[Pass]:
        """Return every pass of a run of ``measure.py``."""
        begun = [int(mark.told) for mark in counted.marks if mark.name == "pass"]
        ended = [[int(word) for word in mark.told.split()] for mark in counted.marks if mark.name == "passed"]
        spent = counted.spans("pass", "passed")
        return [
            self.part(begin, end, fuel, allocated)
            for begin, (end, allocated), fuel in zip(begun, ended, spent, strict=True)
        ]


def _own(call: trace.Call, known: Calibration) -> Own:
    if call.kind in known.own and call.kind != calls.FRAME and len(call.answer) < 8:
        return known.own[call.kind]
    look, size = known.own[calls.CONNECTED], len(call.told) + len(call.answer)
    return Own(look.fuel + size * known.byte.fuel, look.allocated + size * known.byte.allocated)


def _parts_us(call: trace.Call) -> float:
    """Return what a call takes of the chip's parts, as the twin charges it."""
    kind = call.kind
    if kind == calls.ADC:
        return RP2040.conversion
    if kind == calls.LINE:
        return RP2040.pin_set
    if kind == calls.DELAY:
        return RP2040.call + int.from_bytes(call.answer, "little")
    if kind == calls.SLEEP:
        return 0
    if kind == calls.FRAME:
        return BYTE_US * len(call.told) + RP2040.frame
    if kind == calls.SERIAL_READ:
        return RP2040.serial_read
    if kind == calls.SERIAL_WRITE:
        return RP2040.serial_write
    if kind == calls.NVM_WRITE:
        return RP2040.flash.program_page
    return RP2040.call

"""Allocations in quiet passes of the loop: ``quiet.py PANEL GAME SIZE CLOCK``.

The firmware is at ``/firmware``. The chip's parts are stand-ins that allocate nothing, and the
table does not change. For each stage it prints the stage's name and the bytes that each of its
passes allocated, by ``gc.mem_alloc()``. In the stage ``days12`` the time since the start passes 2**30 ms, from where
on an integer is allocated.
"""

import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

sys.path[:0] = ["/firmware", "/repository"]

from tests.vm.inside.modules import Direction, Module, Pin, Pull, runtime, watchdog  # noqa: E402

PANEL, GAME, SIZE, CLOCK = sys.argv[1:5]
SETTINGS = {"HEXLUME_PANEL": PANEL, "HEXLUME_GAME": GAME, "HEXLUME_SIZE": SIZE, "HEXLUME_CLOCK": CLOCK}
EMPTY = 2048 << 4
PASSES = 250
"""Passes of each stage: longer than any light's period."""
ACT, BACK, MENU = 0, 1, 2
DAY = 86_400_000
"""ms."""
TICKS = (1 << 29) - 1
"""The counter's bits, as CircuitPython's."""
gc: "Any" = __import__("gc")


class Part:
    """An analog input, a digital output or a PWM output: attributes that keep what they are set to."""

    def __init__(self, *_: "Any", **__: "Any") -> None:
        self.value = EMPTY
        self.frequency = self.duty_cycle = 0

    def switch_to_output(self, level: bool) -> None:
        """Do nothing."""


class Pixels:
    """A chain of pixels that forgets what it is sent."""

    def __init__(self, *_: "Any", **__: "Any") -> None:
        self.brightness = 1

    def __setitem__(self, index: int, colour: int) -> None:
        pass

    def show(self) -> None:
        """Do nothing."""


class Keys:
    """Three buttons; ``event`` is what one of them did."""

    def __init__(self, *_: "Any", **__: "Any") -> None:
        self.events = self
        self.event: Any = None

    def get(self) -> "Any":
        """Return what a button did, once."""
        event, self.event = self.event, None
        return event


class Serial:
    """The data channel to a host, which commits every event at once."""

    def __init__(self) -> None:
        self.connected = False
        self.timeout: int | None = None
        self.write_timeout: int | None = None
        self.in_waiting = 0
        self._in = b""
        self._out = b""

    def tell(self, message: "dict[str, Any]") -> None:
        """Let the host send a message."""
        self._in += wire.encode(message)
        self.in_waiting = len(self._in)

    def read(self, size: int) -> bytes:
        """Return what the host has sent."""
        some, self._in = self._in[:size], self._in[size:]
        self.in_waiting = len(self._in)
        return some

    def write(self, some: bytes) -> int:
        """Take what the board sends, and answer it."""
        self._out += some
        while b"\n" in self._out:
            line, _, self._out = self._out.partition(b"\n")
            message = json.loads(line)
            if message["type"] == "event":
                self.tell({"type": "ack", "game": message["game"], "seq": message["seq"]})
        return len(some)


class Time:
    """The chip's counter, which runs while the firmware sleeps."""

    def __init__(self) -> None:
        self.ms = 0

    def ticks_ms(self) -> int:
        """Return the ms since the start, without their high bits."""
        return self.ms

    def sleep(self, seconds: float) -> None:
        """Let the rest of a pass go by: whatever the pass took, it ends a period after the last."""
        self.ms = self.ms + PASS_MS - self.ms % PASS_MS & TICKS


time, serial, keys, apps = Time(), Serial(), Keys(), []  # type: ignore[var-annotated]


def refuse(*_: "Any") -> None:
    """Stand in for ``open`` of a drive without files."""
    raise OSError(2)


def install() -> None:
    """Put the stand-ins where the firmware imports them."""
    board = Module()
    for number in range(30):
        setattr(board, f"GP{number}", Pin(number))
    modules = {
        "analogio": Module(AnalogIn=Part),
        "board": board,
        "digitalio": Module(DigitalInOut=Part, Pull=Pull, Direction=Direction),
        "keypad": Module(Keys=lambda *_, **__: keys),
        "microcontroller": Module(
            Pin=Pin,
            ResetReason=Module(WATCHDOG="WATCHDOG"),
            cpu=Module(uid=b"12345678", reset_reason="POWER_ON"),
            delay_us=lambda us: None,
            nvm=bytearray(b"\xff" * 4096),
            watchdog=watchdog(),
        ),
        "neopixel": Module(NeoPixel=Pixels),
        "os": Module(
            getenv=SETTINGS.get, urandom=bytes, sync=lambda: None, stat=refuse, listdir=__import__("os").listdir
        ),
        "pwmio": Module(PWMOut=Part),
        "random": Module(seed=lambda number: None, randrange=lambda below: 0),
        "storage": Module(getmount=lambda path: Module(readonly=True)),
        "supervisor": Module(
            RunReason=Module(STARTUP="STARTUP"), runtime=runtime(), ticks_ms=time.ticks_ms, reload=lambda: None
        ),
        "time": Module(sleep=time.sleep),
        "watchdog": Module(WatchDogMode=Module(RESET="RESET")),
        "usb_cdc": Module(data=serial),
    }
    for name, module in modules.items():
        sys.modules[name] = module  # type: ignore[assignment]


def keep(app: "Any") -> None:
    """Stand in for ``App.run``."""
    apps.append(app)


def start() -> None:
    """Run code.py up to the loop."""
    with open("/firmware/code.py") as file:
        program = compile(file.read(), "code.py", "exec")
    App.run = keep  # type: ignore[assignment, method-assign]
    exec(program, {"__name__": "__main__", "open": refuse})


def turn(passes: int, allocated: "list[int] | None" = None) -> None:
    """Do passes of the loop; ``allocated`` notes what each allocates."""
    app = apps[0]
    for number in range(passes):
        before = 0 if allocated is None else gc.mem_alloc()
        app.step()
        app.clock.wait_for_pass()
        if allocated is not None:
            allocated[number] = gc.mem_alloc() - before
        # To look how much is free takes longer than a pass.
        if number % 50 == 0 and gc.mem_free() < 1 << 18:
            collect()


def collect() -> None:
    """Collect, with few variables: the collector does not see those of larger functions."""
    gc.collect()


def stage(name: str) -> None:
    """Let the board come to rest, then count a stage's passes."""
    turn(PASSES)
    turn(PASSES, counts)
    print(name, *counts)


def leave(days: int, ms: int = 0) -> None:
    """Leave the board alone, then touch it: its lights are on again."""
    for _ in range(days):
        time.ms = time.ms + DAY & TICKS
        turn(1)
    time.ms = time.ms + ms & TICKS
    press(BACK, 200)


def press(button: int, ms: int) -> None:
    """Hold a button down."""
    keys.event = Module(key_number=button, pressed=True)
    turn(ms // PASS_MS)
    keys.event = Module(key_number=button, pressed=False)


install()
gc.disable()
collections, sys.modules["gc"] = gc, Module(collect=lambda: None)  # type: ignore[assignment]
from hexlume.app import App  # noqa: E402
from hexlume.hardware.board_time import PASS_MS  # noqa: E402
from hexlume.link import wire  # noqa: E402

counts = [0] * PASSES
start()
# Edges that colours own are shown for three seconds.
turn(3000 // PASS_MS)
stage("play")
serial.connected = True
turn(5)
serial.tell({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
stage("host")
# 2**30 ms are over in the middle of the passes that are counted.
leave(12, (1 << 30) - time.ms - 12 * (DAY + PASS_MS) - 200 - PASS_MS * PASSES * 3 // 2)
stage("days12")
leave(288)
stage("days300")
press(MENU, 200)
stage("menu")
press(BACK, 2500)
stage("calibration")
serial.tell({"type": "command", "id": 1, "do": "raw", "on": True})
stage("raw")

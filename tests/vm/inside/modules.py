"""CircuitPython modules of a virtual machine, answered from a trace, in MicroPython's subset.

``install`` puts them where ``import`` finds them.
"""

import sys

from tests.vm.inside import calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tests.vm.inside.replay import Replay

PINS = 30


class Module:
    """A module: its members are attributes."""

    def __init__(self, **members: "Any") -> None:
        for name, member in members.items():
            setattr(self, name, member)


Pull = Module(UP=1, DOWN=0)
Direction = Module(OUTPUT=1, INPUT=0)


def runtime() -> Module:
    """Return ``supervisor.runtime`` after power-on."""
    return Module(autoreload=True, run_reason="STARTUP")


def watchdog() -> Module:
    """Return ``microcontroller.watchdog``: never expires, for a trace has no time of its own."""
    return Module(timeout=0.0, mode=None, feed=lambda: None)


class Pin:
    """A pin of the chip."""

    def __init__(self, number: int) -> None:
        self.number = number


def install(replay: "Replay") -> None:
    """Have the modules that the firmware imports come from a trace."""
    pins = [Pin(number) for number in range(PINS)]
    board = Module()
    for pin in pins:
        setattr(board, f"GP{pin.number}", pin)
    # boot.py may make the drive writable.
    drive: Any = Module(readonly=True)

    def remount(path: str, readonly: bool = False) -> None:
        replay.call(calls.REMOUNT, b"%d" % readonly)
        drive.readonly = readonly

    def neopixel_write(line: "Any", buffer: bytearray) -> None:
        replay.call(calls.FRAME, buffer)

    def randrange(below: int) -> int:
        return int(replay.call(calls.DRAW, b"%d" % below))

    def ticks_ms() -> int:
        return replay.number(calls.TICKS, 4)

    def sleep(seconds: float) -> None:
        replay.tell(calls.SLEEP, 4, int(seconds * 1000 + 0.5) * 1000)

    def delay_us(us: int) -> None:
        at = replay.at
        buffer = replay.buffer
        if at < replay.limit and buffer[at] == calls.DELAY and buffer[at + 1] | buffer[at + 2] << 8 == us:
            replay.at = at + 3
        else:
            replay.tell(calls.DELAY, 2, us)

    serial = _serial(replay)
    modules = {
        "analogio": Module(AnalogIn=_analog_in(replay)),
        "board": board,
        "digitalio": Module(DigitalInOut=_digital_in_out(replay), Pull=Pull, Direction=Direction),
        "keypad": Module(Keys=_keys(replay)),
        "microcontroller": Module(
            Pin=Pin,
            ResetReason=Module(WATCHDOG="WATCHDOG"),
            cpu=Module(uid=replay.call(calls.UID), reset_reason="POWER_ON"),
            delay_us=delay_us,
            nvm=_nvm(replay),
            pin=board,
            watchdog=watchdog(),
        ),
        "neopixel_write": Module(neopixel_write=neopixel_write),
        "os": _os(replay),
        "pwmio": Module(PWMOut=_pwm_out(replay)),
        # Every Python draws other numbers from a seed.
        "random": Module(seed=lambda number: None, randrange=randrange),
        "storage": Module(remount=remount, getmount=lambda path: drive),
        "supervisor": Module(
            RunReason=Module(STARTUP="STARTUP"),
            runtime=runtime(),
            set_usb_identification=lambda maker, product: None,
            ticks_ms=ticks_ms,
        ),
        "time": Module(sleep=sleep),
        "watchdog": Module(WatchDogMode=Module(RESET="RESET")),
        "usb_cdc": Module(enable=lambda console, data: None, data=serial),
    }
    for name, module in modules.items():
        sys.modules[name] = module  # type: ignore[assignment]


def opener(replay: "Replay") -> "Any":
    """Return ``open`` as the firmware finds it."""

    class File:
        def __init__(self, handle: bytes) -> None:
            self._handle = handle

        def seek(self, offset: int, whence: int = 0) -> int:
            return int(replay.call(calls.SEEK, self._handle + b" %d %d" % (offset, whence)))

        def read(self, count: int = -1) -> bytes:
            return replay.call(calls.FILE_READ, self._handle + b" %d" % count)

        def write(self, some: "bytes | bytearray") -> int:
            return int(replay.call(calls.FILE_WRITE, self._handle + b" " + some))

        def close(self) -> None:
            replay.call(calls.CLOSE, self._handle)

    def open_file(name: str, mode: str = "r") -> File:
        return File(replay.call(calls.OPEN, (mode + " " + name).encode()))

    return open_file


def _analog_in(replay: "Replay") -> "Any":
    class AnalogIn:
        def __init__(self, pin: Pin) -> None:
            self._call = calls.ADC + pin.number

        @property
        def value(self) -> int:
            at = replay.at
            buffer = replay.buffer
            if at < replay.limit and buffer[at] == self._call:
                replay.at = at + 3
                return buffer[at + 1] | buffer[at + 2] << 8
            return replay.number(self._call, 2)

    return AnalogIn


def _digital_in_out(replay: "Replay") -> "Any":
    class DigitalInOut:
        def __init__(self, pin: Pin) -> None:
            self._number = pin.number
            self._call = calls.LINE + pin.number

        def switch_to_output(self, value: bool = False) -> None:
            replay.tell(self._call, 1, int(value))

        def switch_to_input(self, pull: "int | None" = None) -> None:
            self._pull = pull

        def deinit(self) -> None:
            pass

        @property
        def direction(self) -> int:
            return Direction.OUTPUT

        @direction.setter
        def direction(self, direction: int) -> None:
            if direction == Direction.OUTPUT:
                self.switch_to_output()

        @property
        def value(self) -> bool:
            return replay.call(calls.PIN_READ, b"%d" % self._number) == b"1"

        @value.setter
        def value(self, level: bool) -> None:
            at = replay.at
            buffer = replay.buffer
            if at < replay.limit and buffer[at] == self._call and buffer[at + 1] == level:
                replay.at = at + 2
            else:
                replay.tell(self._call, 1, int(level))

    return DigitalInOut


def _keys(replay: "Replay") -> "Any":
    class Events:
        def get(self) -> "Module | None":
            found = replay.call(calls.KEY)
            if not found:
                return None
            key, pressed = [int(part) for part in found.split()]
            return Module(key_number=key, pressed=bool(pressed))

    class Keys:
        def __init__(self, pins: "list[Pin]", value_when_pressed: bool, pull: bool = True) -> None:
            self.events = Events()

    return Keys


def _pwm_out(replay: "Replay") -> "Any":
    class PWMOut:
        def __init__(self, pin: Pin, variable_frequency: bool = False) -> None:
            self._frequency = self._duty = 0

        @property
        def frequency(self) -> int:
            return self._frequency

        @frequency.setter
        def frequency(self, frequency: int) -> None:
            replay.call(calls.TONE, b"%d" % frequency)
            self._frequency = frequency

        @property
        def duty_cycle(self) -> int:
            return self._duty

        @duty_cycle.setter
        def duty_cycle(self, duty: int) -> None:
            replay.call(calls.DUTY, b"%d" % duty)
            self._duty = duty

    return PWMOut


def _serial(replay: "Replay") -> "Any":
    class Serial:
        timeout: "float | None" = None
        write_timeout: "float | None" = None

        @property
        def connected(self) -> bool:
            return replay.call(calls.CONNECTED) == b"1"

        @property
        def in_waiting(self) -> int:
            return int(replay.call(calls.WAITING))

        def read(self, size: int = -1) -> bytes:
            return replay.call(calls.SERIAL_READ, b"%d" % size)

        def write(self, buffer: "bytes | bytearray") -> int:
            return int(replay.call(calls.SERIAL_WRITE, buffer))

    return Serial()


def _nvm(replay: "Replay") -> "Any":
    class ByteArray:
        def __len__(self) -> int:
            return 4096

        def __getitem__(self, index: "Any") -> "Any":
            answer = replay.call(calls.NVM_READ, place(index))
            return bytearray(answer) if isinstance(index, slice) else answer[0]

        def __setitem__(self, index: "Any", value: "Any") -> None:
            whole = value if isinstance(index, slice) else bytes((value,))
            replay.call(calls.NVM_WRITE, place(index) + b" " + whole)

    return ByteArray()


def place(index: "int | slice") -> bytes:
    """Return a place or part of the non-volatile memory as a trace has it."""
    if isinstance(index, slice):
        return b"%d %d" % (index.start or 0, 4096 if index.stop is None else index.stop)
    return b"%d" % index


def _os(replay: "Replay") -> Module:
    real: Any = __import__("os")

    def getenv(key: str, default: "str | None" = None) -> "str | None":
        # Nobody has set what only ``hexlume.games.external`` asks for, which is on no board.
        answer = b"" if key == "HEXLUME_GAMES" else replay.call(calls.GETENV, key.encode())
        return answer[1:].decode() if answer else default

    def numbers(answer: bytes) -> "tuple[int, ...]":
        return tuple([int(part) for part in answer.split()])

    return Module(
        getenv=getenv,
        urandom=lambda count: replay.call(calls.RANDOM, b"%d" % count),
        stat=lambda name: numbers(replay.call(calls.STAT, name.encode())),
        statvfs=lambda name: numbers(replay.call(calls.STATVFS, name.encode())),
        mkdir=lambda name: replay.call(calls.MKDIR, name.encode()),
        remove=lambda name: replay.call(calls.REMOVE, name.encode()),
        sync=lambda: replay.call(calls.SYNC),
        # Of the folders of the firmware itself, which no trace has.
        listdir=real.listdir,
    )

"""``supervisor``, ``time`` and ``storage``, as far as the firmware uses them."""

from .clock import Clock
from .usb import Cable

TICKS_PERIOD = 1 << 29
TICKS_AT_POWER_ON = 0x1FFF0000
"""As in CircuitPython, so that ``ticks_ms`` first wraps 65.5 s after power-on."""


class Runtime:
    """``supervisor.runtime``."""

    def __init__(self, clock: Clock, cable: Cable) -> None:
        self.autoreload = True
        self.ble_workflow = False
        self.rgb_status_brightness = 0
        self.display = None
        self.run_reason = RunReason.STARTUP
        self.safe_mode_reason = SafeModeReason.NONE
        self._clock = clock
        self._cable = cable

    @property
    def usb_connected(self) -> bool:
        """Whether a USB host has enumerated the board."""
        self._clock.advance(self._clock.costs.call)
        return self._cable.connected

    @property
    def serial_connected(self) -> bool:
        """Whether the console is open: never, because the twin only prints it."""
        self._clock.advance(self._clock.costs.call)
        return False

    @property
    def serial_bytes_available(self) -> int:
        """The number of bytes typed at the console: always 0."""
        self._clock.advance(self._clock.costs.call)
        return 0


class RunReason:
    """The reason why code.py was started."""

    STARTUP = "STARTUP"
    AUTO_RELOAD = "AUTO_RELOAD"
    SUPERVISOR_RELOAD = "SUPERVISOR_RELOAD"
    REPL_RELOAD = "REPL_RELOAD"


class SafeModeReason:
    """The reason why CircuitPython is in safe mode."""

    NONE = "supervisor.SafeModeReason.NONE"
    BROWNOUT = "supervisor.SafeModeReason.BROWNOUT"
    FLASH_WRITE_FAIL = "supervisor.SafeModeReason.FLASH_WRITE_FAIL"
    GC_ALLOC_OUTSIDE_VM = "supervisor.SafeModeReason.GC_ALLOC_OUTSIDE_VM"
    HARD_FAULT = "supervisor.SafeModeReason.HARD_FAULT"
    INTERRUPT_ERROR = "supervisor.SafeModeReason.INTERRUPT_ERROR"
    NLR_JUMP_FAIL = "supervisor.SafeModeReason.NLR_JUMP_FAIL"
    NO_CIRCUITPY = "supervisor.SafeModeReason.NO_CIRCUITPY"
    NO_HEAP = "supervisor.SafeModeReason.NO_HEAP"
    PROGRAMMATIC = "supervisor.SafeModeReason.PROGRAMMATIC"
    SAFEMODE_PY_ERROR = "supervisor.SafeModeReason.SAFEMODE_PY_ERROR"
    SDK_FATAL_ERROR = "supervisor.SafeModeReason.SDK_FATAL_ERROR"
    STACK_OVERFLOW = "supervisor.SafeModeReason.STACK_OVERFLOW"
    USB_BOOT_DEVICE_NOT_INTERFACE_ZERO = "supervisor.SafeModeReason.USB_BOOT_DEVICE_NOT_INTERFACE_ZERO"
    USB_TOO_MANY_ENDPOINTS = "supervisor.SafeModeReason.USB_TOO_MANY_ENDPOINTS"
    USB_TOO_MANY_INTERFACE_NAMES = "supervisor.SafeModeReason.USB_TOO_MANY_INTERFACE_NAMES"
    USER = "supervisor.SafeModeReason.USER"
    WATCHDOG = "supervisor.SafeModeReason.WATCHDOG"


class ResetReason:
    """The reason of the last reset."""

    POWER_ON = "POWER_ON"
    BROWNOUT = "BROWNOUT"
    SOFTWARE = "SOFTWARE"
    DEEP_SLEEP_ALARM = "DEEP_SLEEP_ALARM"
    RESET_PIN = "RESET_PIN"
    WATCHDOG = "WATCHDOG"
    UNKNOWN = "UNKNOWN"
    RESCUE_DEBUG = "RESCUE_DEBUG"


class Processor:
    """``microcontroller.cpu``."""

    temperature = 27.0
    voltage = 3.3

    def __init__(self, uid: bytes, frequency: int) -> None:
        self.frequency = frequency
        self.uid = bytearray(uid)
        self.reset_reason = ResetReason.POWER_ON


class Timekeeper:
    """The time since the last reset, for ``supervisor.ticks_ms`` and the ``time`` module."""

    def __init__(self, clock: Clock) -> None:
        self.origin_us = 0
        self._clock = clock

    def ticks_now(self) -> int:
        """Return the ticks in ms without advancing the clock."""
        return ((self._clock.now - self.origin_us) // 1000 + TICKS_AT_POWER_ON) % TICKS_PERIOD

    def ticks_ms(self) -> int:
        """Return the ticks in ms; they wrap at 2**29."""
        self._clock.advance(self._clock.costs.call)
        return self.ticks_now()

    def sleep(self, seconds: float) -> None:
        """Wait. Raises ``ValueError`` for a negative time."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._clock.advance(int(seconds * 1000000 + 0.5) + self._clock.costs.call)

    def delay_us(self, delay: int) -> None:
        """Wait ``delay`` us plus the time of the call."""
        self._clock.advance(int(delay) + self._clock.costs.call)

    def monotonic_ns(self) -> int:
        """Return ns since the last reset."""
        self._clock.advance(self._clock.costs.call)
        return (self._clock.now - self.origin_us) * 1000

    def monotonic(self) -> float:
        """Return seconds since the last reset."""
        return self.monotonic_ns() / 1e9


class Drive:
    """Write access to the CIRCUITPY drive: the USB host's (initially) or the firmware's.

    boot.py may always choose. Later the firmware can take it only while no USB host has it.
    ``folder`` stores the firmware's files beyond the twin's life; None if they are discarded.
    """

    def __init__(self, cable: Cable) -> None:
        self.readonly = True
        self.booting = True
        self.usb_drive = True
        self.folder: str | None = None
        self._cable = cable

    def remount(self, mount_path: str, readonly: bool = False) -> None:
        """Make the drive read-only or writable for the firmware.

        Raises ``OSError`` for a path that is not a mount and ``RuntimeError`` while a USB host has
        the drive.
        """
        if mount_path != "/":
            raise OSError(22, "Invalid argument")
        if not self.booting and self.usb_drive and self._cable.connected:
            raise RuntimeError("Cannot remount path when visible via USB.")
        self.readonly = readonly

    def enable_usb_drive(self, enabled: bool) -> None:
        """Show the drive to USB hosts or hide it. Raises ``RuntimeError`` once it is too late."""
        if not self.booting and self._cable.connected:
            raise RuntimeError("Cannot change USB devices now")
        self.usb_drive = enabled
        self.readonly = enabled

"""``supervisor``, ``time`` and ``storage``, as far as the firmware uses them."""

from types import SimpleNamespace

from .clock import Clock
from .usb import Cable

TICKS_PERIOD = 1 << 29
TICKS_AT_POWER_ON = 0x1FFF0000
"""As in CircuitPython, so that ``ticks_ms`` first wraps 65.5 s after power-on."""


class RunReason:
    """The reason why code.py was started."""

    STARTUP = "STARTUP"
    SUPERVISOR_RELOAD = "SUPERVISOR_RELOAD"


class ResetReason:
    """The reason of the last reset."""

    POWER_ON = "POWER_ON"
    SOFTWARE = "SOFTWARE"
    WATCHDOG = "WATCHDOG"


SafeModeReason = SimpleNamespace(
    **{
        name: "supervisor.SafeModeReason." + name
        for name in (
            "NONE",
            "BROWNOUT",
            "FLASH_WRITE_FAIL",
            "GC_ALLOC_OUTSIDE_VM",
            "HARD_FAULT",
            "INTERRUPT_ERROR",
            "NLR_JUMP_FAIL",
            "NO_CIRCUITPY",
            "NO_HEAP",
            "PROGRAMMATIC",
            "SAFEMODE_PY_ERROR",
            "SDK_FATAL_ERROR",
            "STACK_OVERFLOW",
            "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO",
            "USB_TOO_MANY_ENDPOINTS",
            "USB_TOO_MANY_INTERFACE_NAMES",
            "USER",
            "WATCHDOG",
        )
    }
)
"""The reasons why CircuitPython is in safe mode."""


class Runtime:
    """``supervisor.runtime``."""

    def __init__(self) -> None:
        self.autoreload = True
        self.run_reason = RunReason.STARTUP
        self.safe_mode_reason: str = SafeModeReason.NONE


class Processor:
    """``microcontroller.cpu``."""

    def __init__(self, uid: bytes) -> None:
        self.uid = bytearray(uid)
        self.reset_reason = ResetReason.POWER_ON


class Timekeeper:
    """The time since the last reset, for ``supervisor.ticks_ms`` and the ``time`` module."""

    def __init__(self, clock: Clock) -> None:
        self.origin_us = 0
        self._clock = clock

    def ticks_ms(self) -> int:
        """Return the ticks in ms; they wrap at 2**29."""
        self._clock.advance(self._clock.costs.call)
        return ((self._clock.now - self.origin_us) // 1000 + TICKS_AT_POWER_ON) % TICKS_PERIOD

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

    boot.py may always choose. Later the firmware can take it only while no USB host is there.
    ``folder`` stores the firmware's files beyond the twin's life; None if they are discarded.
    """

    def __init__(self, cable: Cable) -> None:
        self.readonly = True
        self.booting = True
        self.folder: str | None = None
        self._cable = cable

    def remount(self, mount_path: str, readonly: bool = False) -> None:
        """Make the drive read-only or writable for the firmware.

        Raises ``OSError`` for a path that is not a mount and ``RuntimeError`` while a USB host has
        the drive.
        """
        if mount_path != "/":
            raise OSError(22, "Invalid argument")
        if not self.booting and self._cable.connected:
            raise RuntimeError("Cannot remount path when visible via USB.")
        self.readonly = readonly

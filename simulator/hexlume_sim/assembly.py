"""The twin put together: chip, front end, sensors, table, LEDs, buttons and buzzer of one panel."""

from hexlume.panel import (
    ADC_PINS,
    ADDRESS_PINS,
    BUTTON_PINS,
    BUTTONS,
    BUZZER_PIN,
    ENABLE_PINS,
    LED_PIN,
    STATUS_LEDS,
    panel_grid,
)

from .chip.analog import FrontEnd
from .chip.chip import Chip
from .chip.clock import Clock
from .chip.leds import LedChain
from .chip.power import PowerCut
from .chip.sound import Buzzer
from .faults import Faults
from .sensors import Sensors
from .table import GestureRefused, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Twin:
    """A whole board on a panel, wired as ``hexlume.panel`` says.

    Its parts are for scripted hands and tests: ``clock``, ``table``, ``faults``, ``leds``, ``buzzer``, ``chip``,
    ``front`` and ``sensors``. ``listeners`` hear what scripts ``tell``. Everything random follows from the seed. Raises
    ``ValueError`` for a panel that is not made.
    """

    def __init__(self, panel: str, seed: int = 1, flash_contents: "bytes | None" = None) -> None:
        self.panel = panel
        self.listeners: list[Callable[[dict[str, object]], None]] = []
        self.grid = panel_grid(panel)
        self.clock = Clock()
        self.chip = Chip(self.clock, seed, flash_contents)
        pin = self.chip.pin
        self.front = FrontEnd(
            self.clock,
            [pin(name) for name in ADC_PINS],
            [pin(name) for name in ADDRESS_PINS],
            [pin(name) for name in ENABLE_PINS],
            seed,
        )
        self.sensors = Sensors(self.grid, self.front, seed)
        self.table = Table(self.grid, self.sensors)
        self.leds = LedChain(self.clock, self.grid.cells + STATUS_LEDS)
        pin(LED_PIN).chain = self.leds
        self.buzzer = Buzzer(self.clock)
        pin(BUZZER_PIN).sounder = self.buzzer
        self.faults = Faults(self.chip, self.front, self.sensors, self.table)

    def tell(self, event: dict[str, object]) -> None:
        """Send an event of a script's own to whoever holds the control channel."""
        for listener in self.listeners:
            listener(event)

    def press(self, button: str) -> None:
        """Hold a push button down: ``act``, ``back`` or ``menu``."""
        self.chip.pin(_button_pin(button)).connect(0)

    def release(self, button: str) -> None:
        """Let a push button up."""
        self.chip.pin(_button_pin(button)).connect(None)

    def led(self, cell: str) -> "tuple[int, int, int]":
        """Return the red, green and blue (0 to 255) that a cell shows."""
        at = 3 * self.sensors.sites[self.table.cell(cell)].led
        rgb = self.leds.rgb
        return rgb[at], rgb[at + 1], rgb[at + 2]

    def status_led(self, number: int) -> "tuple[int, int, int]":
        """Return the red, green and blue (0 to 255) that a status LED shows."""
        at = 3 * (self.grid.cells + number)
        rgb = self.leds.rgb
        return rgb[at], rgb[at + 1], rgb[at + 2]

    def stop(self) -> None:
        """Cut the power. For scripted hands: it raises ``PowerCut``, which ends the run."""
        raise PowerCut("The power was cut.")


def _button_pin(button: str) -> str:
    if button not in BUTTONS:
        raise GestureRefused("There is no button '{}': choose {}.".format(str(button)[:20], ", ".join(BUTTONS)))
    return BUTTON_PINS[BUTTONS.index(button)]

"""Pins of the chip: their users, their levels and the parts connected to them."""

from collections.abc import Callable

from .clock import Clock

GPIOS = 30
"""GP0 to GP29, on an RP2040 as on the RP2350A of a Pico 2."""

ADC_FIRST = 26
"""GP26 to GP29 are connected to the analog converter."""


class Pin:
    """One pin.

    ``level`` is what the chip drives (0, 1, or None for nothing), ``external`` what the board's
    circuit drives, ``pull`` the chip's own pull resistor (0 down, 1 up, None). ``on_level`` is
    called after ``level`` changed.
    """

    def __init__(self, number: int, clock: Clock) -> None:
        self.number = number
        self.name = f"GP{number}"
        self.clock = clock
        self.in_use = False
        self.level: int | None = None
        self.external: int | None = None
        self.pull: int | None = None
        self.on_level: Callable[[Pin], None] | None = None
        self.on_external: Callable[[], None] | None = None
        self.analog: object | None = None
        self.chain: object | None = None
        self.sounder: object | None = None

    def __repr__(self) -> str:
        return "board." + self.name

    def drive(self, level: int | None) -> None:
        """Drive the pin low (0), high (1) or not at all (None)."""
        if level != self.level:
            self.level = level
            if self.on_level is not None:
                self.on_level(self)

    def connect(self, external: int | None) -> None:
        """Make the board's circuit drive the pin low (0), high (1) or not at all (None)."""
        if external != self.external:
            self.external = external
            if self.on_external is not None:
                self.on_external()

    def read(self) -> bool:
        """Return the logic level at the pin; a floating pin reads low."""
        if self.level is not None:
            return self.level == 1
        if self.external is not None:
            return self.external == 1
        return self.pull == 1


def claim(pin: Pin) -> None:
    """Reserve a pin for one module.

    Raises ``ValueError`` if it is in use and ``TypeError`` if it is not a pin, as CircuitPython
    does.
    """
    if not isinstance(pin, Pin):
        raise TypeError(f"pin must be of type Pin, not {type(pin).__name__}")
    if pin.in_use:
        raise ValueError(f"{pin.name} in use")
    pin.in_use = True


def release(pin: Pin) -> None:
    """Release a pin: it is no longer driven or pulled."""
    pin.in_use = False
    pin.pull = None
    pin.on_external = None
    pin.drive(None)


def deinited() -> ValueError:
    """Return CircuitPython's error for an object used after ``deinit``."""
    return ValueError("Object has been deinitialized and can no longer be used. Create a new object.")

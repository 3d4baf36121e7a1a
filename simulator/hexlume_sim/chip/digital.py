"""``digitalio``: pins as logic inputs and outputs, as far as the firmware and the NeoPixel library use them."""

from enum import Enum

from .pins import Pin, claim, deinited, release


class Direction(Enum):
    """The direction of a pin."""

    INPUT = "input"
    OUTPUT = "output"


class Pull(Enum):
    """The pull resistor of an input; the value is the level to which it pulls."""

    UP = 1
    DOWN = 0


class DigitalInOut:
    """A pin as a logic input (initially) or output."""

    def __init__(self, pin: Pin) -> None:
        claim(pin)
        self._clock = pin.clock
        self._set_us = pin.clock.costs.pin_set_itself
        self._pin = pin
        self._alive = True
        self._drives = False

    def deinit(self) -> None:
        """Release the pin."""
        if self._alive:
            self._alive = False
            self._drives = False
            release(self._pin)

    def switch_to_output(self, value: bool = False) -> None:
        """Make the pin an output with the initial level ``value``."""
        self._check()
        self._drives = True
        self._pin.pull = None
        self._pin.drive(1 if value else 0)
        self._clock.advance(self._set_us)

    def switch_to_input(self, pull: Pull | None = None) -> None:
        """Make the pin an input, with or without a pull resistor."""
        self._check()
        self._drives = False
        self._pin.pull = None if pull is None else pull.value
        self._pin.drive(None)
        self._clock.advance(self._set_us)

    @property
    def direction(self) -> Direction:
        """The pin's direction. Setting it switches with the default arguments."""
        self._check()
        return Direction.OUTPUT if self._drives else Direction.INPUT

    @direction.setter
    def direction(self, direction: Direction) -> None:
        if direction is Direction.OUTPUT:
            self.switch_to_output()
        else:
            self.switch_to_input()

    @property
    def value(self) -> bool:
        """The logic level at the pin. Setting it on an input raises ``AttributeError``.

        An edge occurs when the call starts, and the call's own time passes after it.
        """
        self._check()
        self._clock.advance(self._clock.costs.call)
        return self._pin.read()

    @value.setter
    def value(self, value: bool) -> None:
        if not self._drives:
            self._check()
            raise AttributeError("Cannot set value when direction is input.")
        pin = self._pin
        level = 1 if value else 0
        clock = self._clock
        if level != pin.level:
            if clock.owed_us >= 1.0:
                clock.advance(0)
            pin.level = level
            if pin.on_level is not None:
                pin.on_level(pin)
        clock.owed_us += self._set_us

    def driven_pin(self) -> Pin:
        """Return an output's pin, for ``neopixel_write``. Raises ``ValueError`` for an input."""
        self._check()
        if not self._drives:
            raise ValueError(f"{self._pin.name} is not an output")
        return self._pin

    def _check(self) -> None:
        if not self._alive:
            raise deinited()

"""``digitalio``: pins as logic inputs and outputs."""

from .pins import Pin, claim, deinited, release


class Direction:
    """The direction of a pin: ``Direction.INPUT`` or ``Direction.OUTPUT``."""

    INPUT: "Direction"
    OUTPUT: "Direction"

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return "digitalio.Direction." + self._name


Direction.INPUT = Direction("INPUT")
Direction.OUTPUT = Direction("OUTPUT")


class DriveMode:
    """The drive mode of an output: ``DriveMode.PUSH_PULL`` or ``DriveMode.OPEN_DRAIN``."""

    PUSH_PULL: "DriveMode"
    OPEN_DRAIN: "DriveMode"

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return "digitalio.DriveMode." + self._name


DriveMode.PUSH_PULL = DriveMode("PUSH_PULL")
DriveMode.OPEN_DRAIN = DriveMode("OPEN_DRAIN")


class Pull:
    """The pull resistor of an input: ``Pull.UP``, ``Pull.DOWN`` or None."""

    UP: "Pull"
    DOWN: "Pull"

    def __init__(self, level: int) -> None:
        self.level = level

    def __repr__(self) -> str:
        return "digitalio.Pull." + ("UP" if self.level else "DOWN")


Pull.UP = Pull(1)
Pull.DOWN = Pull(0)


class DigitalInOut:
    """A pin as a logic input (initially) or output."""

    def __init__(self, pin: Pin) -> None:
        claim(pin)
        self._clock = pin.clock
        self._set_us = pin.clock.costs.pin_set_itself
        self._pin = pin
        self._alive = True
        self._drives = False
        self._open_drain = False
        self._wanted = False

    def deinit(self) -> None:
        """Release the pin."""
        if self._alive:
            self._alive = False
            self._drives = False
            release(self._pin)

    def __enter__(self) -> "DigitalInOut":
        return self

    def __exit__(self, *_: object) -> None:
        self.deinit()

    def switch_to_output(self, value: bool = False, drive_mode: DriveMode = DriveMode.PUSH_PULL) -> None:
        """Make the pin an output with the initial level ``value``."""
        self._check()
        self._drives = True
        self._open_drain = drive_mode is DriveMode.OPEN_DRAIN
        self._pin.pull = None
        self._put(value)
        self._clock.advance(self._set_us)

    def switch_to_input(self, pull: "Pull | None" = None) -> None:
        """Make the pin an input, with or without a pull resistor."""
        self._check()
        self._drives = False
        self._pin.pull = None if pull is None else pull.level
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
        elif direction is Direction.INPUT:
            self.switch_to_input()
        else:
            raise ValueError("Invalid direction")

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
        self._wanted = value
        pin = self._pin
        level = (None if self._open_drain else 1) if value else 0
        clock = self._clock
        if level != pin.level:
            if clock.owed_us >= 1.0:
                clock.advance(0)
            pin.level = level
            if pin.on_level is not None:
                pin.on_level(pin)
        clock.owed_us += self._set_us

    @property
    def drive_mode(self) -> DriveMode:
        """The output's drive mode. Raises ``AttributeError`` for an input."""
        self._check()
        if not self._drives:
            raise AttributeError("Drive mode not used when direction is input.")
        return DriveMode.OPEN_DRAIN if self._open_drain else DriveMode.PUSH_PULL

    @drive_mode.setter
    def drive_mode(self, drive_mode: DriveMode) -> None:
        self._check()
        if not self._drives:
            raise AttributeError("Drive mode not used when direction is input.")
        self._open_drain = drive_mode is DriveMode.OPEN_DRAIN
        self._put(self._wanted)

    @property
    def pull(self) -> "Pull | None":
        """The input's pull resistor. Raises ``AttributeError`` for an output."""
        self._check()
        if self._drives:
            raise AttributeError("Pull not used when direction is output.")
        return None if self._pin.pull is None else Pull.UP if self._pin.pull else Pull.DOWN

    @pull.setter
    def pull(self, pull: "Pull | None") -> None:
        self._check()
        if self._drives:
            raise AttributeError("Pull not used when direction is output.")
        self._pin.pull = None if pull is None else pull.level

    def driven_pin(self) -> Pin:
        """Return an output's pin, for ``neopixel_write``. Raises ``ValueError`` for an input."""
        self._check()
        if not self._drives:
            raise ValueError(f"{self._pin.name} is not an output")
        return self._pin

    def _put(self, value: bool) -> None:
        self._wanted = value
        self._pin.drive((None if self._open_drain else 1) if value else 0)

    def _check(self) -> None:
        if not self._alive:
            raise deinited()

"""``analogio`` and the circuit in front of it: multiplexers, settling and converter noise.

Each analog input has one CD74HC4067 per enable line; all share the address lines. An enabled
multiplexer connects the selected channel's sensor to the input through 470 ohm and 1 nF. That takes
5.4 us to settle a full step within half a count (ngspice, 130 ohm on-resistance).
"""

from math import exp, log
from typing import NamedTuple

from hexlume_hw.physics.sensor import FULL_SCALE, NOISE_COUNTS

from .clock import Clock
from .noise import Generator
from .pins import ADC_FIRST, Pin, claim

SETTLE_US = 5.4
"""Settling time of the filter alone at 130 ohm, in us.

The scan waits for the worst multiplexer (docs/hardware/circuit.md).
"""
STEPS = 16
"""Levels are stored in sixteenths of a count."""

LEAK_US = 20000.0
"""Time constant with which a floating input's 1 nF discharges, in us."""

FLOATING = -1
SHORTED = -2
_NOISE_LENGTH = 4093
"""A prime, so that no scan length meets the same few values again and again."""


class FrontEnd:
    """The multiplexers and the analog inputs behind them.

    ``key`` encodes the selection: bits 0 to 3 are the address, then one bit per enable line, set
    while that line is low (active). ``levels[adc][key]`` is the selected sensor's level in
    sixteenths of a count, ``FLOATING`` or ``SHORTED``.

    Three counters record firmware errors: ``shorts`` (two enable lines active at once),
    ``early_reads`` (a read before a channel settled) and ``floating_reads`` (a read with no
    multiplexer enabled).
    """

    def __init__(
        self, clock: Clock, adc_pins: list[Pin], address_pins: list[Pin], enable_pins: list[Pin], seed: int
    ) -> None:
        self._clock = clock
        self._address_bits = len(address_pins)
        self._enables = enable_pins
        # One key beyond what the lines can encode: with an undriven address line the selection is undefined.
        self._no_selection = 1 << (len(address_pins) + len(enable_pins))
        self.levels = [[FLOATING] * (self._no_selection + 1) for _ in adc_pins]
        self._mark_shorts()
        self.key = self._no_selection
        self._lines = 0
        self._undriven = (1 << self._address_bits) - 1
        self._old_key = self._held_key = self._no_selection
        self._changed_us = 0
        self.settled_us = 0.0
        self._settle_us = SETTLE_US
        self.shorts = 0
        self.early_reads = 0
        self.floating_reads = 0
        self._seed = seed
        self.noise = [0]
        self.noise_at = 0
        self.set_noise(NOISE_COUNTS)
        self._bits: dict[int, tuple[int, int]] = {}
        """Each line's bit of the key and its active level, by pin number."""
        for number, pin in enumerate([*address_pins, *enable_pins]):
            self._bits[pin.number] = (1 << number, int(number < self._address_bits))
            pin.on_level = self._line_changed
        for adc, pin in enumerate(adc_pins):
            pin.analog = Input(self, adc)

    def set_level(self, adc: int, enable: int, address: int, counts: float) -> None:
        """Set a sensor's level on its channel, in counts."""
        level = int(counts * STEPS + 0.5)
        top = FULL_SCALE * STEPS - 1
        self.levels[adc][(1 << (self._address_bits + enable)) | address] = max(0, min(top, level))

    def set_noise(self, counts: float) -> None:
        """Set the RMS noise of a conversion, in counts."""
        draw = Generator(self._seed)
        self.noise = [int(draw.gauss() * counts * STEPS) for _ in range(_NOISE_LENGTH)]

    def set_settle(self, us: float) -> None:
        """Set the time after which a full step has settled within half a count, in us."""
        self._settle_us = us

    def level_now(self, adc: int, now: int) -> int:
        """Return an input's level in sixteenths of a count when it is not one settled sensor's.

        A channel read too early gives the old channel's ghost. With no multiplexer enabled, the
        charge on the capacitor remains. Two enabled ones short their sensors.
        """
        new = self.levels[adc][self.key]
        old = self._resolve(adc, self._old_key)
        since = now - self._changed_us
        if new == FLOATING:
            self.floating_reads += 1
            return int(self._resolve(adc, self._held_key) * exp(-since / LEAK_US))
        new = self._resolve(adc, self.key)
        if now >= self.settled_us or self._settle_us <= 0:
            return new
        self.early_reads += 1
        # Half a count of a full step is exp(-9.01), so the settling time is 9.01 time constants.
        return new + int((old - new) * exp(-since * log(2 * FULL_SCALE) / self._settle_us))

    def convert(self, adc: int) -> int:
        """Return the counts (0 to 4095) of one conversion that samples an input now."""
        level = self.levels[adc][self.key]
        now = self._clock.now
        if level < 0 or now < self.settled_us:
            level = self.level_now(adc, now)
        self.noise_at = (self.noise_at + 1) % _NOISE_LENGTH
        return max(0, min(4095, (level + self.noise[self.noise_at]) >> 4))

    def _resolve(self, adc: int, key: int) -> int:
        """Return the level at which a selection settles."""
        level = self.levels[adc][key]
        if level >= 0:
            return level
        if level == SHORTED:
            address = key & ((1 << self._address_bits) - 1)
            enabled = [e for e in range(len(self._enables)) if key >> (self._address_bits + e) & 1]
            found = [self.levels[adc][(1 << (self._address_bits + e)) | address] for e in enabled]
            found = [one for one in found if one >= 0]
            if found:
                return sum(found) // len(found)
        return 0 if key == self._held_key else self._resolve(adc, self._held_key)

    def _mark_shorts(self) -> None:
        for levels in self.levels:
            for key in range(self._no_selection):
                enables = key >> self._address_bits
                if enables & (enables - 1):
                    levels[key] = SHORTED

    def _line_changed(self, pin: Pin) -> None:
        now = self._clock.now
        if now >= self.settled_us:
            self._old_key = self.key
        if self._lines >> self._address_bits and not self._undriven:
            self._held_key = self.key
        self._changed_us = now
        self.settled_us = now + self._settle_us
        bit, active = self._bits[pin.number]
        if pin.level == active:
            self._lines |= bit
        else:
            self._lines &= ~bit
        # Enable lines have pull-up resistors: an undriven one is inactive.
        if active:
            self._undriven = self._undriven | bit if pin.level is None else self._undriven & ~bit
        self.key = self._no_selection if self._undriven else self._lines
        enables = self._lines >> self._address_bits
        if enables & (enables - 1):
            self.shorts += 1


class Input(NamedTuple):
    """One analog input of the front end."""

    front: FrontEnd
    adc: int


class AnalogIn:
    """``analogio.AnalogIn``. Each read of ``value`` is one conversion."""

    def __init__(self, pin: Pin) -> None:
        if isinstance(pin, Pin) and (pin.number < ADC_FIRST or not isinstance(pin.analog, Input)):
            raise ValueError("Invalid pin")
        claim(pin)
        wired = pin.analog
        assert isinstance(wired, Input)
        self._clock = pin.clock
        self._front = wired.front
        self._adc = wired.adc
        self._conversion_us = pin.clock.costs.conversion_itself
        self._levels = wired.front.levels[wired.adc]

    @property
    def value(self) -> int:
        """One conversion, which samples as it starts.

        Its 12 bits are stretched to 16 as ``(v << 4) | (v >> 8)``.
        """
        # FrontEnd.convert, inlined: the firmware spends most of its time here.
        front = self._front
        clock = self._clock
        level = self._levels[front.key]
        if level < 0 or clock.now < front.settled_us:
            clock.advance(0)
            level = front.level_now(self._adc, clock.now)
        at = front.noise_at + 1
        if at >= _NOISE_LENGTH:
            at = 0
        front.noise_at = at
        counts = (level + front.noise[at]) >> 4
        if counts < 0:
            counts = 0
        elif counts > 4095:
            counts = 4095
        clock.owed_us += self._conversion_us
        return (counts << 4) | (counts >> 8)

"""``hexlume lab breadboard``: one sensor, one LED and one magnet on a breadboard, before a board is ordered.

docs/ladder.md has the parts and the wiring. What readings mean is decided in ``hexlume_hw.physics.breadboard``.
"""

import sys
from contextlib import suppress
from statistics import fmean, pstdev

import typer

from hexlume.hardware.panel import STARTER
from hexlume_host.cli.options.port import PortArgument
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import say
from hexlume_host.errors import LinkError
from hexlume_hw.physics import breadboard as prediction
from hexlume_hw.physics.breadboard import READINGS, STEPS, Diagnosis, Reading, Step
from hexlume_hw.physics.sensor import COUNTS_PER_MV, SENSOR
from hexlume_record.errors import HexlumeError

from ...readings import Readings, reading

CELL = 0
"""The cell whose wires the breadboard has: the panel's first one."""
_RESTLESS_COUNTS = 25.0
"""A reading whose conversions vary by more, RMS, is taken again: ten times a good sensor's noise is a moving hand."""
_TRIES = 5
_ADVICE = {
    prediction.VARIANT: "The board needs the DRV5055A2: read the number on your order.",
    prediction.GRADE: "The board needs magnets of N35.",
    prediction.SIZE: "The board needs magnets of 8 x 3 mm, magnetised along their axis: measure yours with a ruler.",
    prediction.HEIGHT: "Count the coins, take 10-cent ones, and measure again.",
}


def breadboard(port: PortArgument = None, store: StoreOption = None) -> None:
    """Measure a sensor and a magnet before you order a board.

    Guides through one sensor, one LED and one magnet on a breadboard, the first rung of docs/ladder.md, and says
    whether to order a board. The exit code is 1 if not.

    Examples:  hexlume lab breadboard
    """
    with reading(port, store, reconnect=False) as (readings, board):
        if board.panel != STARTER:
            raise LinkError(
                f"The board has the panel {board.panel}, and a breadboard has {STARTER}: "
                f'write HEXLUME_PANEL = "{STARTER}" to its settings.toml (docs/ladder.md).'
            )
        lit, found = _measured(readings)
    if not _say(found, lit):
        raise typer.Exit(1)


def _measured(readings: Readings) -> tuple[bool, Diagnosis]:
    """Return whether the LED glows, and what was measured."""
    say("Keep every magnet at least 20 cm away.")
    while (answer := _asked("Does the LED glow? Type y or n, then Enter.")[:1].lower()) not in ("y", "n"):
        pass
    lit = answer == "y"
    rest = _reading(readings)
    say(f"  {rest / COUNTS_PER_MV / 1000:.2f} V without a magnet; half the supply is expected.")
    early = prediction.diagnose(Reading(rest, (rest,) * len(STEPS)))
    if early.cause != prediction.NOTHING:
        return lit, early
    say("Mark one side of the magnet with a pen. Each time: centre the stack on the sensor, the magnet on the stack.")
    counts = []
    for step in STEPS:
        _asked(_placement(step))
        counts.append(_reading(readings))
        say(f"  {_in_sigma(step, counts[-1] - rest)}")
    return lit, prediction.diagnose(Reading(rest, tuple(counts)))


def _placement(step: Step) -> str:
    side = "the marked side down" if step.turned else "the marked side up"
    return f"Lay {step.coins} coins of 10 cents on the sensor and the magnet on them, {side}. Then press Enter."


def _in_sigma(step: Step, counts: float) -> str:
    """Return a reading's field beside the predicted one."""
    mean, sigma = prediction.predicted_mt(prediction.SITUATIONS[0], step.coins)
    field = counts / SENSOR.counts_per_mt
    if abs(counts) >= prediction.LIMIT_COUNTS:
        return f"{field:+.1f} mT: the output is at its end, as it should be from {mean:.0f} mT on."
    off = (abs(field) - mean) / sigma
    return f"{field:+.1f} mT; predicted is {mean:.1f} \u00b1 {sigma:.1f} mT either way: {off:+.1f} \u03c3."


def _say(found: Diagnosis, lit: bool) -> bool:
    """Say what was found; return whether the board can be ordered."""
    say(found.sentence)
    for cause in (found.cause, found.other):
        if cause in _ADVICE:
            say(_ADVICE[cause])
    if found.order:
        say(f"The marked side is {'white' if found.white_up else 'black'}: that colour's side up, glue it so.")
    if not lit:
        say("The LED is dark: look at its data wire, at the side where data goes in, and at its supply.")
    order = found.order and lit
    say("Order the board." if order else "Do not order yet.")
    return order


def _asked(question: str) -> str:
    """Return the line that a person types."""
    say(question)
    with suppress(OSError, ValueError):
        if line := sys.stdin.readline():
            return line.strip()
    raise HexlumeError("The measurement needs a person at a terminal.")


def _reading(readings: Readings) -> float:
    """Return the mean of some conversions; raises ``LinkError`` if the board has gone or the reading never rests."""
    for again in range(_TRIES):
        if again:
            say("  The reading moves: hold the stack still.")
        counts = [_conversion(readings) for _ in range(READINGS)]
        if pstdev(counts) <= _RESTLESS_COUNTS:
            return fmean(counts)
    raise LinkError("The reading does not come to rest: look at the sensor's wires, and keep them short.")


def _conversion(readings: Readings) -> int:
    """Return one conversion: a report that begins anew tells everything."""
    readings.read_anew()
    return readings.wait(lambda: readings.counts(CELL + 1))[CELL]

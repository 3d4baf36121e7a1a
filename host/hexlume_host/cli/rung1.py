"""``hexlume doctor --rung 1``: one sensor, one LED and one magnet on a breadboard, before a board is ordered.

docs/ladder.md has the parts and the wiring. What readings mean is decided in ``hexlume_hw.physics.breadboard``.
"""

import queue
import sys
import time
from statistics import fmean, pstdev
from typing import Any

import typer

from hexlume.hardware.panel import STARTER
from hexlume_hw.physics import breadboard
from hexlume_hw.physics.breadboard import READINGS, STEPS, Diagnosis, Reading, Step
from hexlume_hw.physics.sensor import COUNTS_PER_MV, SENSOR
from hexlume_record.errors import HexlumeError

from ..device.discovery import PortFinder
from ..device.listener import LinkListener
from ..device.logger import Logger
from ..device.messages import Answer, Hello, Raw
from ..errors import LinkError
from ..store.repository import Store
from .output import ending_on_ctrl_c, say

CELL = 0
"""The cell whose wires the breadboard has: the panel's first one."""
_PATIENCE_SECONDS = 20.0
_ANSWER_SECONDS = 5.0
_RESTLESS_COUNTS = 25.0
"""A reading whose conversions vary by more, RMS, is taken again: ten times a good sensor's noise is a moving hand."""
_TRIES = 5
_ADVICE = {
    breadboard.VARIANT: "The board needs the DRV5055A2: read the number on your order.",
    breadboard.GRADE: "The board needs magnets of N35.",
    breadboard.SIZE: "The board needs magnets of 8 x 3 mm, magnetised along their axis: measure yours with a ruler.",
    breadboard.HEIGHT: "Count the coins, take 10-cent ones, and measure again.",
}


def measure(port: str | None, where: str | None) -> None:
    """Guide a person through the measurements, and say what they mean; exit code 1 unless the board can be ordered."""
    with Store(where) as store:
        board = _Breadboard()
        logger = Logger(PortFinder(port), store, board, reconnect=False)
        with ending_on_ctrl_c(lambda: "Stopped."):
            try:
                logger.start()
                lit, found = _measured(board, logger)
            finally:
                logger.command("raw", on=False)
                logger.stop()
    if not _say(found, lit):
        raise typer.Exit(1)


class _Breadboard(LinkListener):
    """Receives the readings of the breadboard's cell."""

    def __init__(self) -> None:
        self.met: queue.Queue[Hello] = queue.Queue()
        self.counts: queue.Queue[int] = queue.Queue()
        self.refused = ""

    def hello(self, board: Hello) -> None:
        """Note which board it is."""
        self.met.put(board)

    def answer(self, answer: Answer) -> None:
        """Note that the board cannot tell its readings."""
        self.refused = self.refused or answer.error

    def raw(self, raw: Raw) -> None:
        """Take a reading."""
        for cell, counts in zip(raw.cells, raw.counts, strict=True):
            if cell == CELL:
                self.counts.put(counts)


def _measured(board: _Breadboard, logger: Logger) -> tuple[bool, Diagnosis]:
    """Return whether the LED glows, and what was measured."""
    hello: Hello = _next(board.met, logger, _PATIENCE_SECONDS, "No board says hello: see hexlume watch.")
    if hello.panel != STARTER:
        raise LinkError(
            f"The board has the panel {hello.panel}, and a breadboard has {STARTER}: "
            f'write HEXLUME_PANEL = "{STARTER}" to its settings.toml (docs/ladder.md).'
        )
    say("Keep every magnet at least 20 cm away.")
    answer = ""
    while answer not in ("y", "n"):
        answer = _asked("Does the LED glow? Type y or n, then Enter.")[:1].lower()
    lit = answer == "y"
    rest = _reading(board, logger)
    say(f"  {rest / COUNTS_PER_MV / 1000:.2f} V without a magnet; half the supply is expected.")
    early = breadboard.diagnose(Reading(rest, (rest,) * len(STEPS)))
    if early.cause != breadboard.NOTHING:
        return lit, early
    say("Mark one side of the magnet with a pen. Each time: centre the stack on the sensor, the magnet on the stack.")
    counts = []
    for step in STEPS:
        _asked(_placement(step))
        counts.append(_reading(board, logger))
        say(f"  {_in_sigma(step, counts[-1] - rest)}")
    return lit, breadboard.diagnose(Reading(rest, tuple(counts)))


def _placement(step: Step) -> str:
    side = "the marked side down" if step.turned else "the marked side up"
    return f"Lay {step.coins} coins of 10 cents on the sensor and the magnet on them, {side}. Then press Enter."


def _in_sigma(step: Step, counts: float) -> str:
    """Return a reading's field beside the predicted one."""
    mean, sigma = breadboard.predicted_mt(breadboard.SITUATIONS[0], step.coins)
    field = counts / SENSOR.counts_per_mt
    if abs(counts) >= breadboard.LIMIT_COUNTS:
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
    try:
        line = sys.stdin.readline()
    except (OSError, ValueError):
        line = ""
    if not line:
        raise HexlumeError("The measurement needs a person at a terminal.")
    return line.strip()


def _reading(board: _Breadboard, logger: Logger) -> float:
    """Return the mean of some conversions; raises ``LinkError`` if the board has gone or the reading never rests."""
    for again in range(_TRIES):
        if again:
            say("  The reading moves: hold the stack still.")
        counts = [_conversion(board, logger) for _ in range(READINGS)]
        if pstdev(counts) <= _RESTLESS_COUNTS:
            return fmean(counts)
    raise LinkError("The reading does not come to rest: look at the sensor's wires, and keep them short.")


def _conversion(board: _Breadboard, logger: Logger) -> int:
    """Return one conversion: a report that begins anew tells everything."""
    while not board.counts.empty():
        board.counts.get_nowait()
    logger.command("raw", on=True)
    counts: int = _next(
        board.counts, logger, _ANSWER_SECONDS, "The board tells no readings: update its firmware.", board
    )
    return counts


def _next(
    of: "queue.Queue[Any]", logger: Logger, seconds: float, missing: str, board: _Breadboard | None = None
) -> Any:
    """Return what comes next; raises what ended the link, or ``LinkError`` with a sentence if nothing comes."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return of.get(timeout=0.1)
        except queue.Empty:
            if logger.join(0.0) and logger.error is not None:
                raise logger.error from None
            if board is not None and board.refused:
                raise LinkError(
                    f"The board tells no readings ({board.refused.rstrip('.')}): update its firmware."
                ) from None
            if time.monotonic() > deadline:
                raise LinkError(missing) from None

"""The CPython back end's twin: a board whose microcontroller is a set of fake CircuitPython modules."""

from .chip.chip import Chip
from .chip.clock import Clock
from .chip.costs import RP2350, Costs
from .twin_board import Board


class Twin(Board):
    """A board on which ``firmware_run`` runs the firmware; ``chip`` lies behind the fake modules.

    ``costs`` say which chip it is: a Pico 2's unless given.
    """

    def __init__(self, panel: str, seed: int = 1, flash_contents: "bytes | None" = None, costs: Costs = RP2350) -> None:
        self.chip = Chip(Clock(costs), seed, flash_contents)
        super().__init__(panel, self.chip, seed)

"""Fault knobs of the twin, by name and unit."""

from collections import namedtuple

from hexlume_hw.physics.sensor import NOISE_COUNTS

from ..chip.analog import SETTLE_US, FrontEnd
from ..chip.flash import Flash
from ..chip.usb import Cable
from .sensors import Sensors
from .table import GestureRefused, Table

Knob = namedtuple("Knob", ("name", "unit", "meaning", "sound"))
"""A fault knob. ``sound`` is the value of a board without the fault."""

KNOBS = (
    Knob("dead_sensor", "cells", "the sensors of these cells, such as 'd4 e4', no longer feel magnets", ""),
    Knob("stuck_sensor", "cell:counts", "these cells' sensors always give these counts, as in 'd4:0 e4:4095'", ""),
    Knob("noise", "counts RMS", "noise of every conversion", NOISE_COUNTS),
    Knob("drift", "counts, or cell:counts", "offset of every sensor's zero, or of one cell's as in 'd4:40'", 0.0),
    Knob("weak_magnet", "factor, or cell:factor", "strength of every magnet, or of that of the disc on a cell", 1.0),
    Knob("settle", "us", "how long a multiplexer's channel takes to settle", SETTLE_US),
    Knob("unplug", "0 or 1", "the USB cable is pulled (1) or back in (0)", 0.0),
    Knob(
        "nvm_cut",
        "bytes",
        "bytes written to flash until the power is cut (an erase counts as 2); -1: never",
        -1.0,
    ),
)


class FaultRefused(ValueError):
    """Raised if a fault cannot be set; the message is one sentence. Nothing has changed."""


class Faults:
    """Sets fault knobs on a running twin."""

    def __init__(self, cable: Cable, flash: Flash, front: FrontEnd, sensors: Sensors, table: Table) -> None:
        self._cable = cable
        self._flash = flash
        self._front = front
        self._sensors = sensors
        self._table = table
        self._set = {
            "dead_sensor": self._dead_sensor,
            "stuck_sensor": self._stuck_sensor,
            "noise": self._noise,
            "drift": self._drift,
            "weak_magnet": self._weak_magnet,
            "settle": self._settle,
            "unplug": self._unplug,
            "nvm_cut": self._nvm_cut,
        }

    def set(self, name: str, value: "float | str") -> None:
        """Set a knob to a number or text as its unit requires. Raises ``FaultRefused``.

        The empty text resets ``dead_sensor`` or ``stuck_sensor`` on all cells.
        """
        if name not in self._set:
            raise FaultRefused(
                "There is no fault '{}': choose {}.".format(str(name)[:20], ", ".join([knob.name for knob in KNOBS]))
            )
        try:
            self._set[name](value)
        except GestureRefused as problem:
            raise FaultRefused(str(problem)) from None

    def _dead_sensor(self, value: "float | str") -> None:
        names = str(value).split()
        self._sensors.dead = {self._table.cell(name) for name in names}
        self._table.refresh()

    def _stuck_sensor(self, value: "float | str") -> None:
        if value == "":
            self._sensors.stuck = {}
        else:
            stuck = [self._one_cell("stuck_sensor", one, 0, 4095) for one in str(value).split() or [""]]
            for cell, counts in stuck:
                if cell is None:
                    raise FaultRefused("The fault stuck_sensor needs a cell, as in 'd4:0'.")
                self._sensors.stuck[cell] = counts
        self._table.refresh()

    def _noise(self, value: "float | str") -> None:
        self._front.set_noise(_number("noise", value, 0, 1000))

    def _drift(self, value: "float | str") -> None:
        cell, counts = self._one_cell("drift", value, -4095, 4095)
        if cell is None:
            self._sensors.drift = [counts] * len(self._sensors.drift)
        else:
            self._sensors.drift[cell] = counts
        self._table.refresh()

    def _weak_magnet(self, value: "float | str") -> None:
        text = str(value)
        self._table.weaken(
            text.split(":", maxsplit=1)[0] if ":" in text else None,
            _number("weak_magnet", text.rsplit(":", maxsplit=1)[-1], 0, 10),
        )

    def _settle(self, value: "float | str") -> None:
        self._front.set_settle(_number("settle", value, 0, 1000000))

    def _unplug(self, value: "float | str") -> None:
        self._cable.plug(_number("unplug", value, 0, 1) == 0)

    def _nvm_cut(self, value: "float | str") -> None:
        count = int(_number("nvm_cut", value, -1, 1 << 30))
        self._flash.supply.cut_after = None if count < 0 else count

    def _one_cell(self, name: str, value: "float | str", low: float, high: float) -> "tuple[int | None, float]":
        text = str(value)
        if ":" not in text:
            return None, _number(name, value, low, high)
        cell, number = text.split(":", 1)
        return self._table.cell(cell), _number(name, number, low, high)


def _number(name: str, value: "float | str", low: float, high: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = low - 1
    if not low <= number <= high:
        raise FaultRefused(f"The fault {name} takes a number from {low:g} to {high:g}, not '{str(value)[:20]}'.")
    return number

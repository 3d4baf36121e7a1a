"""Error knobs of clumsy hands, by name and unit."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

Amount = float | tuple[float, float] | str
"""A knob's value: a number, a range (min, max) to draw from, or text."""

CHANCE = "probability per action"

CARRY_ERRORS = ("slide", "hover", "slow_lowering", "fumble", "hesitate", "both_hands")
"""Errors while a disc is carried to its cell."""
TABLE_ERRORS = (
    "nudge",
    "half_on_border",
    "wrong_disc",
    "wrong_cell",
    "lift_and_return",
    "knock",
    "swap",
    "turned",
    "sweep",
    "change_of_mind",
    "take_back",
)
"""Errors with discs on the table, between two actions."""


class Knob(NamedTuple):
    """A knob of the hands. ``value`` is the default of clumsy hands."""

    name: str
    unit: str
    meaning: str
    value: Amount


KNOBS = (
    Knob(
        "slide",
        CHANCE,
        "a disc touches the table and slides to its cell over others, or steps without being lifted",
        0.1,
    ),
    Knob("hover", CHANCE, "a hand stops with the disc over another cell", 0.1),
    Knob("slow_lowering", CHANCE, "a disc is lowered slowly, with pauses in the air", 0.1),
    Knob("fumble", CHANCE, "a disc slips from the hand over its cell, falls and bounces", 0.08),
    Knob("hesitate", CHANCE, "a hand stops on its way with the disc over the table's edge", 0.05),
    Knob("both_hands", CHANCE, "the other hand carries a disc over the table while this one sets down", 0.08),
    Knob("nudge", CHANCE, "a disc that stands is pushed about in its recess", 0.05),
    Knob("half_on_border", CHANCE, "a disc that stands is pushed out of its recess, half onto the border", 0.02),
    Knob("wrong_disc", CHANCE, "a disc of the wrong colour or kind is set down", 0.04),
    Knob("wrong_cell", CHANCE, "the right disc is set down where it may not go", 0.04),
    Knob("lift_and_return", CHANCE, "a disc that stands is lifted, looked at and put back", 0.04),
    Knob("knock", CHANCE, "a sleeve knocks discs off", 0.02),
    Knob("swap", CHANCE, "two discs are lifted and set down in each other's place", 0.03),
    Knob("turned", CHANCE, "a disc that stands is turned over by mistake", 0.03),
    Knob("sweep", CHANCE, "the whole board is swept off and set up again", 0.004),
    Knob("change_of_mind", CHANCE, "another action is made, and taken back with the back button", 0.02),
    Knob("take_back", CHANCE, "another action is made, and taken back by hand", 0.02),
    Knob("off_centre", "mm", "how far from its cell's centre a disc comes to rest, at most: the recess's play", 3.0),
    Knob("border_offset", "mm", "how far from its cell's centre a disc half on a border lies", (13.0, 16.0)),
    Knob("hover_height", "mm", "how high a disc is held over a cell on which it is not set down", (15.0, 20.0)),
    Knob("hover_time", "ms", "how long it is held there", (300.0, 1500.0)),
    Knob("hesitation", "ms", "how long a hand stops before it goes on", (500.0, 2500.0)),
    Knob("tremor", "mm", "standard deviation of a disc that a hand tries to hold still", 0.3),
    Knob("carry_height", "mm", "how high a disc is carried", (30.0, 60.0)),
    Knob("carry_speed", "mm/s", "mean speed of a disc that is carried", (250.0, 500.0)),
    Knob("slide_speed", "mm/s", "mean speed of a disc that slides over cells", (300.0, 500.0)),
    Knob("lowering_speed", "mm/s", "speed of a disc that is lowered slowly", (30.0, 60.0)),
    Knob("fumble_height", "mm", "how high a disc slips from the hand", (13.0, 18.0)),
    Knob("other_hand_height", "mm", "how high the other hand carries its disc", (18.0, 40.0)),
    Knob("knocked", "discs", "how many discs are knocked off at once", (1.0, 3.0)),
    Knob("strength", "factor", "each disc's magnet against a good one", (0.75, 1.25)),
    Knob("noise", "counts RMS", "noise of every conversion", 4.0),
    Knob("dead_sensor", "cells", "sensors that feel nothing, as in 'd4'; the hands play elsewhere while they can", ""),
)


class Knobs:
    """The knobs of one run of the hands."""

    def __init__(self, changes: Mapping[str, Amount | list[float]] | None = None) -> None:
        """Apply changes to ``KNOBS`` by name. Raises ``ValueError`` for an invalid one."""
        self._values: dict[str, Amount] = {knob.name: knob.value for knob in KNOBS}
        for name, value in (changes or {}).items():
            if name not in self._values:
                names = ", ".join(self._values)
                raise ValueError(f"clumsy hands have no knob '{str(name)[:30]}': choose {names}")
            self._values[name] = _checked(name, value, isinstance(self._values[name], str))

    def text(self, name: str) -> str:
        """Return the text of a knob."""
        return str(self._values[name])

    def draw(self, name: str, choice: Random) -> float:
        """Return the number of a knob, or one drawn from its range."""
        value = self._values[name]
        if isinstance(value, tuple):
            return choice.uniform(*value)
        return float(value)

    def happens(self, names: tuple[str, ...], choice: Random) -> str:
        """Draw at most one of some errors; return the empty text for none."""
        drawn = choice.random()
        for name in names:
            drawn -= self.draw(name, choice)
            if drawn < 0:
                return name
        return ""


def _checked(name: str, value: object, is_text: bool) -> Amount:
    if is_text:
        if isinstance(value, str):
            return value
        raise ValueError(f"the knob {name} takes text")
    if isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_is_amount, value)) and value[0] <= value[1]:
        return float(value[0]), float(value[1])
    if isinstance(value, (int, float)) and _is_amount(value):
        return float(value)
    raise ValueError(f"the knob {name} takes a number of 0 or more, or a range of two, not '{str(value)[:30]}'")


def _is_amount(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9
